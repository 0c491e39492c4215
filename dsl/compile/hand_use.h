#pragma once
// Sorts conditions by how they depend on the hidden tiles of the player who acts. Works on compiled rows,
// so that what options have folded away does not count. Called at the end of compile_rules, and by the
// judge for single nodes.

#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/program.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/reading.h"

namespace roundhouse::dsl {

class HandUses : private Reading<HandUses, NodeView, HandUse> {
 public:
  explicit HandUses(const Program& program);

  /// Returns the use of a condition; of any other value none or joint.
  HandUse of(NodeRef node) { return node.given() ? of(node.value) : HandUse::none; }
  /// Returns the use of "this act is illegal for the player who acts", laws included; for `lay` and `lead` of
  /// an act whose tile and place are given.
  HandUse of_breach(ActId act);
  /// Returns the use of the row's condition with those of its exceptions taken off.
  HandUse of_row(NodeRef when, const std::vector<ExceptRow>& excepts);

 private:
  friend Reading;

  HandUse of(Ref index);
  /// Constants do not depend on the hand.
  static HandUse truth(bool) { return HandUse::none; }
  static bool surely(HandUse, bool) { return false; }
  static HandUse negated(HandUse use);
  static HandUse both(HandUse a, HandUse b);
  static HandUse either(HandUse a, HandUse b) { return negated(both(negated(a), negated(b))); }
  static HandUse leaf(Ref) { return HandUse::joint; }
  static HandUse operation(Ref) { return HandUse::joint; }
  HandUse chosen(Ref index, HandUse condition, HandUse then, HandUse otherwise) const;
  HandUse can(Ref index);
  HandUse has(Ref index);
  HandUse comparison(Ref index);
  HandUse quantifier(Ref index);
  /// True of a hand, and of what is left of it beside the tile that is laid.
  bool is_of_my_hand(Ref index) const;

  const Program& program_;
  std::vector<std::optional<HandUse>> nodes_;
  std::vector<std::optional<HandUse>> acts_;
};

}  // namespace roundhouse::dsl
