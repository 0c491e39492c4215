#pragma once
// From conditions on ends (or on tiles at an end) to the steps that work them out for all of them at once.
// Called by lower.cpp.

#include <cstdint>

#include "dsl/program/nodes.h"
#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class EndSets : private NodeView {
 public:
  /// Adds to program.code.end_ops and train_sets.
  EndSets(Rules& program, DiagramBuilder& diagrams)
      : NodeView(program), program_(program), diagrams_(diagrams) {}

  /// The steps that leave the set of ends of which the condition holds, as a place in end_ops and a number.
  void add(std::int32_t condition, Bar& bar);
  /// As above, for the tiles of which it holds, at an end that is known.
  void add_tiles(std::int32_t condition, Bar& bar);

 private:
  void steps(std::int32_t condition, bool negated, std::size_t pushed);
  bool known_tiles(std::int32_t condition, bool negated);
  bool known_word(std::int32_t condition, bool negated);
  bool needs_pile(std::int32_t first) const;
  bool known_hub(std::int32_t condition, bool negated);
  bool known_debt(std::int32_t condition, bool negated);
  bool known_train(std::int32_t condition, bool negated);
  void leaf(EndStep step, bool negated, std::int32_t arg = 0);
  template <class Belongs>
  void trains(bool negated, Belongs belongs, EndStep step = EndStep::on_trains);

  Rules& program_;
  DiagramBuilder& diagrams_;
  bool of_tiles_ = false;  ///< the sets are of tiles
  bool at_end_ = false;    ///< and some depend on more of the end than its number
};

}  // namespace roundhouse::engine::fast
