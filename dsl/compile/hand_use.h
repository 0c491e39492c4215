#pragma once
// Sorts conditions by how they depend on the hidden tiles of the player who acts. Works on compiled rows,
// so that what options have folded away does not count. Called once, at the end of compile_rules.

#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/program.h"
#include "dsl/program/nodes.h"

namespace roundhouse::dsl {

HandUse use_of_negation(HandUse use);
HandUse use_of_both(HandUse a, HandUse b);
HandUse use_of_either(HandUse a, HandUse b);

class HandUses : private NodeView {
 public:
  explicit HandUses(const Program& program);

  /// Of a condition, or of any other value: none or joint.
  HandUse of(NodeRef node);
  /// Of "this act is illegal for the player who acts", laws included; for `lay` and `lead` of an act whose
  /// tile and place are given.
  HandUse of_breach(ActId act);
  /// Of the row's condition with those of its exceptions taken off.
  HandUse of_row(NodeRef when, const std::vector<ExceptRow>& excepts);

 private:
  HandUse of_node(std::int32_t index);
  HandUse work_out(std::int32_t index);
  HandUse of_can(ActId act);
  HandUse of_comparison(const Node& node);
  HandUse of_quantifier(const Node& node);
  /// Also what is left of it beside the tile that is laid.
  bool is_of_my_hand(std::int32_t index) const;

  const Program& program_;
  std::vector<std::optional<HandUse>> nodes_;
  std::vector<std::optional<HandUse>> acts_;
};

}  // namespace roundhouse::dsl
