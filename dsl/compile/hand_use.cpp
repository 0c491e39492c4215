#include "dsl/compile/hand_use.h"

#include <algorithm>
#include <utility>

#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {

HandUse HandUses::negated(HandUse use) {
  switch (use) {
    case HandUse::some_tile:
      return HandUse::no_tile;
    case HandUse::no_tile:
      return HandUse::some_tile;
    case HandUse::none:
    case HandUse::joint:
      break;
  }
  return use;
}

HandUse HandUses::both(HandUse a, HandUse b) {
  if (a == HandUse::none) return b;
  if (b == HandUse::none) return a;
  // Two "some tile" may be two different tiles; two "no tile" are one: no tile with the one or the other.
  return a == HandUse::no_tile && b == HandUse::no_tile ? HandUse::no_tile : HandUse::joint;
}

HandUses::HandUses(const Program& program)
    : Reading(program), program_(program), nodes_(program.nodes.size()), acts_(program.acts.size()) {}

HandUse HandUses::of_row(NodeRef when, const std::vector<ExceptRow>& excepts) {
  HandUse use = of(when);
  for (const ExceptRow& except : excepts) use = both(use, negated(of(except.when)));
  return use;
}

HandUse HandUses::of_breach(ActId act) {
  std::optional<HandUse>& known = acts_[act.value];
  if (known) return *known;
  const ActRules& rules = program_.acts[act.value];
  HandUse use = HandUse::none;
  for (const auto* rows : {&rules.forbids, &rules.optional})
    for (const ForbidRow& row : *rows) use = either(use, of_row(row.when, row.excepts));
  if (rules.needs_permit) {
    HandUse permitted = HandUse::none;
    for (const PermitRow& row : rules.permits) permitted = either(permitted, of(row.when));
    use = either(use, negated(permitted));
  }
  known = use;
  return use;
}

HandUse HandUses::can(Ref index) {
  const ActId act{static_cast<std::uint16_t>(node(index).value)};
  const HandUse breach = of_breach(act);
  const bool takes_a_tile = act == act_id(BuiltInAct::lay) || act == act_id(BuiltInAct::lead);
  const ActTile given = act.value < built_in_acts
                            ? ActTile::none
                            : program_.declared[static_cast<std::size_t>(act.value - built_in_acts)].tile;
  // "Some tile in hand that may be laid", if the rules ask each tile by itself.
  if (takes_a_tile || given == ActTile::of_me)
    return breach == HandUse::none ? HandUse::some_tile : HandUse::joint;
  if (given == ActTile::of_whom || (given == ActTile::of_set && breach != HandUse::none))
    return HandUse::joint;
  return negated(breach);
}

HandUse HandUses::of(Ref index) {
  std::optional<HandUse>& known = nodes_[static_cast<std::size_t>(index)];
  if (!known) known = (node(index).reads & aspects::hands) == 0 ? HandUse::none : read(index);
  return *known;
}

bool HandUses::is_of_my_hand(Ref index) const { return is_root(index, Root::rest) || is_my_hand(index); }

HandUse HandUses::has(Ref index) {
  const Node& made = node(index);
  const bool plain = is_of_my_hand(arg(made, 0)) && part(index, 1) == HandUse::none;
  return plain ? HandUse::some_tile : HandUse::joint;
}

/// If the condition does not look at the hand it is known beforehand which branch counts.
HandUse HandUses::chosen(Ref index, HandUse condition, HandUse then, HandUse otherwise) const {
  if (node(index).type != Type::truth || condition != HandUse::none) return HandUse::joint;
  if (then == HandUse::none || then == otherwise) return otherwise;
  return otherwise == HandUse::none ? then : HandUse::joint;
}

/// A count or a greatest number over the hand, compared with something that does not look at it, may be a
/// plain "some tile" in other words: count(...) > 0, max(t in me.hand of t.pips) > 9.
HandUse HandUses::comparison(Ref index) {
  const Node& made = node(index);
  Ref left = arg(made, 0);
  Ref right = arg(made, 1);
  Op op = made.op;
  if (of(left) == HandUse::none) {
    std::swap(left, right);
    op = mirrored(op);
  }
  const Node& asked = node(left);
  const Node& bound = node(right);
  if (of(right) != HandUse::none || asked.arg_count == 0 || !is_of_my_hand(arg(asked, 0)))
    return HandUse::joint;
  for (int i = 1; i < asked.arg_count; ++i) {
    if (of(arg(asked, i)) != HandUse::none) return HandUse::joint;
  }
  if (asked.op == Op::count && bound.op == Op::number) {
    const auto is = [&](Op wanted, std::int32_t number) { return op == wanted && bound.value == number; };
    if (is(Op::greater, 0) || is(Op::greater_equal, 1) || is(Op::not_equal, 0)) return HandUse::some_tile;
    if (is(Op::equal, 0) || is(Op::less, 1) || is(Op::less_equal, 0)) return HandUse::no_tile;
  }
  if (asked.op == Op::max && (op == Op::greater || op == Op::greater_equal)) return HandUse::some_tile;
  if (asked.op == Op::min && (op == Op::less || op == Op::less_equal)) return HandUse::some_tile;
  return HandUse::joint;
}

HandUse HandUses::quantifier(Ref index) {
  const Node& made = node(index);
  HandUse inside = HandUse::none;
  for (int i = 1; i < made.arg_count; ++i) {
    const HandUse part = of(arg(made, i));
    inside = both(inside, part);
    if (made.has_of && part != HandUse::none) inside = HandUse::joint;
  }
  const bool of_hand = of(arg(made, 0)) != HandUse::none;
  if (is_of_my_hand(arg(made, 0)) && inside == HandUse::none) {
    if (made.op == Op::any) return HandUse::some_tile;
    if (made.op == Op::all) return HandUse::no_tile;
  }
  // Over something known, `any` is a chain of `or` and `all` one of `and`.
  if (!of_hand && made.op == Op::any && inside == HandUse::some_tile) return HandUse::some_tile;
  if (!of_hand && made.op == Op::all && inside == HandUse::no_tile) return HandUse::no_tile;
  return HandUse::joint;
}

}  // namespace roundhouse::dsl
