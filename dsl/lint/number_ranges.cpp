// The interval arithmetic behind claims.h.

#include <algorithm>
#include <array>

#include "dsl/lint/claims.h"

namespace roundhouse::dsl {
namespace {

constexpr NumberRange anything;

NumberRange within_limits(std::int64_t low, std::int64_t high) {
  return {std::clamp(low, anything.low, anything.high), std::clamp(high, anything.low, anything.high)};
}

NumberRange hull(NumberRange a, NumberRange b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

NumberRange product(NumberRange a, NumberRange b) {
  const std::array<std::int64_t, 4> corners{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  const auto [least, most] = std::minmax_element(corners.begin(), corners.end());
  return within_limits(*least, *most);
}

NumberRange member_range(const CheckedRules& rules, const TypedExpr& node) {
  const auto member = static_cast<Member>(node.index);
  if (member == Member::match_players) return {rules.setup.least_players, rules.setup.most_players};
  if (member == Member::set_copies) return {1, 2};
  switch (row(member).floor) {
    case Floor::from_1:
      return {1, anything.high};
    case Floor::from_0:
      return {0, anything.high};
    case Floor::any:
      break;
  }
  return anything;
}

/// There is one of it, and it is always there.
bool is_always_there(const TypedExpr& of) {
  return of.type == Type::set || of.type == Type::match || of.type == Type::round || of.type == Type::turn ||
         of.type == Type::debts || (of.type == Type::tile && of.op == Op::root);
}

}  // namespace

NumberRange range_of(const Linted& linted, const TypedExpr& number) {
  if (!linted.effort.spend()) return anything;
  const CheckedRules& rules = linted.rules;
  const auto arg = [&](std::size_t which) { return range_of(linted, number.args[which]); };
  switch (number.op) {
    case Op::number:
      return {number.number, number.number};
    case Op::option:
    case Op::table: {
      const Option& option = rules.options[static_cast<std::size_t>(number.index)];
      return option.range ? NumberRange{option.range->first, option.range->second} : anything;
    }
    case Op::member:
      return member_range(rules, number);
    case Op::word: {
      // A word that is a bare number is there for a child to change.
      const TypedExpr& is = rules.words[static_cast<std::size_t>(number.index)].is;
      return number.args.empty() && is.op != Op::number ? range_of(linted, is) : anything;
    }
    case Op::negate:
      return {-arg(0).high, -arg(0).low};
    case Op::add:
      return within_limits(arg(0).low + arg(1).low, arg(0).high + arg(1).high);
    case Op::subtract:
      return within_limits(arg(0).low - arg(1).high, arg(0).high - arg(1).low);
    case Op::multiply:
      return product(arg(0), arg(1));
    case Op::choose:
      return hull(arg(1), arg(2));
    case Op::count:
      return {0, anything.high};
    default:
      return anything;
  }
}

bool never_absent(const TypedExpr& value) {
  switch (value.op) {
    case Op::number:
    case Op::truth:
    case Op::name:
    case Op::option:
    case Op::count:
      return true;
    case Op::fact:  // numbers are 0 until somebody counts; only a player may be missing
      return value.type == Type::number && value.args[0].type != Type::player;
    case Op::member:
      return row(static_cast<Member>(value.index)).presence == Presence::given &&
             is_always_there(value.args[0]) &&
             std::all_of(value.args.begin() + 1, value.args.end(), never_absent);
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::choose:
      return std::all_of(value.args.begin(), value.args.end(), never_absent);
    default:
      return false;
  }
}

}  // namespace roundhouse::dsl
