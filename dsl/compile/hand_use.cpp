#include "dsl/compile/hand_use.h"

#include <algorithm>
#include <utility>

namespace roundhouse::dsl {

HandUse use_of_negation(HandUse use) {
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

HandUse use_of_both(HandUse a, HandUse b) {
  if (a == HandUse::none) return b;
  if (b == HandUse::none) return a;
  // Two "some tile" may be two different tiles; two "no tile" are one: no tile with the one or the other.
  return a == HandUse::no_tile && b == HandUse::no_tile ? HandUse::no_tile : HandUse::joint;
}

HandUse use_of_either(HandUse a, HandUse b) {
  return use_of_negation(use_of_both(use_of_negation(a), use_of_negation(b)));
}

HandUses::HandUses(const Program& program)
    : NodeView(program), program_(program), nodes_(program.nodes.size()), acts_(program.acts.size()) {}

HandUse HandUses::of(NodeRef node) { return node.given() ? of_node(node.value) : HandUse::none; }

HandUse HandUses::of_row(NodeRef when, const std::vector<ExceptRow>& excepts) {
  HandUse use = of(when);
  for (const ExceptRow& except : excepts) use = use_of_both(use, use_of_negation(of(except.when)));
  return use;
}

HandUse HandUses::of_breach(ActId act) {
  std::optional<HandUse>& known = acts_[act.value];
  if (known) return *known;
  const ActRules& rules = program_.acts[act.value];
  HandUse use = HandUse::none;
  for (const ForbidRow& row : rules.forbids) use = use_of_either(use, of_row(row.when, row.excepts));
  if (rules.needs_permit) {
    HandUse permitted = HandUse::none;
    for (const PermitRow& row : rules.permits) permitted = use_of_either(permitted, of(row.when));
    use = use_of_either(use, use_of_negation(permitted));
  }
  known = use;
  return use;
}

HandUse HandUses::of_can(ActId act) {
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
  return use_of_negation(breach);
}

HandUse HandUses::of_node(std::int32_t index) {
  std::optional<HandUse>& known = nodes_[static_cast<std::size_t>(index)];
  if (!known) known = work_out(index);
  return *known;
}

bool HandUses::is_of_my_hand(std::int32_t index) const {
  return is_root(index, Root::rest) || is_my_hand(index);
}

HandUse HandUses::work_out(std::int32_t index) {
  const Node& made = node(index);
  if ((made.reads & aspects::hands) == 0) return HandUse::none;
  switch (made.op) {
    case Op::can:
      return of_can({static_cast<std::uint16_t>(made.value)});
    case Op::has: {
      const bool plain = is_of_my_hand(arg(made, 0)) && of_node(arg(made, 1)) == HandUse::none;
      return plain ? HandUse::some_tile : HandUse::joint;
    }
    case Op::equal:  // of truth values: alike where both hold or neither does
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return of_comparison(made);
    case Op::logical_not:
      return use_of_negation(of_node(arg(made, 0)));
    case Op::logical_and:
    case Op::logical_or: {
      HandUse use = HandUse::none;
      for (int i = 0; i < made.arg_count; ++i) {
        const HandUse part = of_node(arg(made, i));
        use = made.op == Op::logical_and ? use_of_both(use, part) : use_of_either(use, part);
      }
      return use;
    }
    case Op::choose: {
      if (made.type != Type::truth || of_node(arg(made, 0)) != HandUse::none) return HandUse::joint;
      // It is known beforehand which branch counts.
      const HandUse then = of_node(arg(made, 1));
      const HandUse otherwise = of_node(arg(made, 2));
      if (then == HandUse::none || then == otherwise) return otherwise;
      return otherwise == HandUse::none ? then : HandUse::joint;
    }
    case Op::any:
    case Op::all:
    case Op::count:
    case Op::sum:
    case Op::max:
    case Op::min:
    case Op::sole:
    case Op::best:
      return of_quantifier(made);
    default:
      return HandUse::joint;
  }
}

/// A count or a greatest number over the hand, compared with something that does not look at it, may be a
/// plain "some tile" in other words: count(...) > 0, max(t in me.hand of t.pips) > 9.
HandUse HandUses::of_comparison(const Node& made) {
  std::int32_t left = arg(made, 0);
  std::int32_t right = arg(made, 1);
  Op op = made.op;
  if (of_node(left) == HandUse::none) {
    std::swap(left, right);
    if (op == Op::less) {
      op = Op::greater;
    } else if (op == Op::greater) {
      op = Op::less;
    } else if (op == Op::less_equal) {
      op = Op::greater_equal;
    } else if (op == Op::greater_equal) {
      op = Op::less_equal;
    }
  }
  const Node& asked = node(left);
  const Node& bound = node(right);
  if (of_node(right) != HandUse::none || asked.arg_count == 0 || !is_of_my_hand(arg(asked, 0)))
    return HandUse::joint;
  for (int i = 1; i < asked.arg_count; ++i) {
    if (of_node(arg(asked, i)) != HandUse::none) return HandUse::joint;
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

HandUse HandUses::of_quantifier(const Node& made) {
  HandUse inside = HandUse::none;
  for (int i = 1; i < made.arg_count; ++i) {
    const HandUse part = of_node(arg(made, i));
    inside = i == 1 ? part : use_of_both(inside, part);
    if (made.has_of && part != HandUse::none) inside = HandUse::joint;
  }
  const bool of_hand = of_node(arg(made, 0)) != HandUse::none;
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
