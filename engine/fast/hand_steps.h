#pragma once
// From what a quantifier asks of each tile of a hand to the steps that work it out for the whole hand at
// once. Called by tile_tables.cpp.

#include <cstdint>

#include "dsl/program/nodes.h"
#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class HandSteps : private NodeView {
 public:
  /// `slot`: the bound variable. Adds to program.code.end_ops and what these lead to.
  HandSteps(Rules& program, DiagramBuilder& diagrams, std::int32_t slot)
      : NodeView(program), program_(program), diagrams_(diagrams), slot_(slot) {}

  /// False: it has no such form.
  bool add(std::int32_t condition, OfTiles& made);

 private:
  bool steps(std::int32_t condition, bool negated, std::size_t pushed);
  bool known(std::int32_t condition, bool negated);
  void leaf(EndStep step, bool negated, std::int32_t arg = 0);
  bool is_the_tile(std::int32_t index) const;
  /// True of the variable, or one that takes its place further in.
  bool reads_tile(std::int32_t index) const;

  Rules& program_;
  DiagramBuilder& diagrams_;
  std::int32_t slot_;
};

}  // namespace roundhouse::engine::fast
