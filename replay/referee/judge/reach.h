#pragma once
// How far something that nobody knows may reach: what rows read of it, what such rows write, what is read of
// that, and so on. By what rows read and write; no row is asked whether it applied.

#include <bitset>

#include "dsl/program/nodes.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

class Reach {
 public:
  /// `facts`: by the first slot of each. That a round is over is left out: what is illegal while it goes on
  /// is so behind its end, too.
  Reach(const engine::Rules& program, dsl::Aspects aspects, const std::bitset<engine::max_facts>& facts);
  /// Only these themselves: as long as no act was done that could carry them farther.
  Reach(const engine::Rules& program, dsl::Aspects aspects) : program_(program), aspects_(aspects) {}

  bool has(dsl::Aspects any) const { return (aspects_ & any) != 0; }
  bool reaches(dsl::NodeRef node) const {
    return has(dsl::reads(program_, node)) ||
           dsl::any_node(program_, node, [&](const dsl::Node& made) { return is_reached(made); });
  }
  template <class Row>
  bool reaches_row(const Row& row) const {
    return has(dsl::reads_of_row(program_, row)) ||
           dsl::any_node_of_row(program_, row, [&](const dsl::Node& made) { return is_reached(made); });
  }
  /// True if the ruling names a row that forbids, and nothing that reaches it could make it another.
  bool spares(const Ruling& ruling) const;

 private:
  bool is_reached(const dsl::Node& node) const {
    return node.op == dsl::Op::fact && facts_[static_cast<std::size_t>(node.value)];
  }
  bool spread();
  void add(const dsl::EffectCall& call);

  const engine::Rules& program_;
  dsl::Aspects aspects_;
  std::bitset<engine::max_facts> facts_;
};

}  // namespace roundhouse::replay
