#include "dsl/check/folding.h"

#include "dsl/base/search.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

Folded constant(Constant value) { return {Folded::Is::constant, value, 0}; }
Folded number(std::int32_t value) { return constant({Op::number, Type::number, value}); }
Folded truth(bool value) { return constant({Op::truth, Type::truth, value ? 1 : 0}); }
/// A truth value is never absent, but false.
Folded absent(Type type) { return type == Type::truth ? truth(false) : constant({Op::absent, type, 0}); }

bool is_nothing(const std::optional<Constant>& operand) {
  return operand && operand->op == Op::absent && operand->type != Type::truth;
}
bool is_true(const Constant& operand) { return operand.op == Op::truth && operand.value != 0; }
bool is(const std::optional<Constant>& operand, bool truth) { return operand && is_true(*operand) == truth; }

/// Only the written `nobody` and `nothing` ask for absence; `!=` is the opposite of `==`.
Folded equality(Op op, Operands operands) {
  const bool differs = op == Op::not_equal;
  const std::optional<Constant>& a = operands[0];
  const std::optional<Constant>& b = operands[1];
  if (!is_nothing(a) && !is_nothing(b)) return a && b ? truth((a->value == b->value) != differs) : Folded{};
  const bool asked = (a && a->type == Type::absent) || (b && b->type == Type::absent);
  if (asked && !(a && b)) return {};
  return truth((asked && is_nothing(a) && is_nothing(b)) != differs);
}

Folded junction(Op op, Operands operands) {
  const bool decisive = op == Op::logical_or;
  std::optional<std::size_t> open;
  bool several = false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (is(operands[i], decisive)) return truth(decisive);
    if (operands[i]) continue;
    several = several || open.has_value();
    open = i;
  }
  if (!open) return truth(!decisive);
  return several ? Folded{} : Folded{Folded::Is::operand, {}, *open};
}

Folded over_nothing(Op op, Type type) {
  if (op == Op::any || op == Op::all) return truth(op == Op::all);
  return op == Op::count || op == Op::sum ? number(0) : absent(type);
}

/// `all` asks its condition of every element; for the others it chooses the elements.
Folded quantifier(Op op, Type type, Operands operands, bool has_where, bool has_of) {
  const bool over_all = has_where && op == Op::all;
  const bool none = has_where && !over_all && is(operands[1], false);
  if (is_nothing(operands[0]) || none || (has_of && is_nothing(operands.back())))
    return over_nothing(op, type);
  if (over_all && is(operands[1], true)) return truth(true);
  if (op == Op::sum && operands.back() && operands.back()->value == 0) return number(0);
  return {};
}

}  // namespace

Folded fold(Op op, Type type, Operands operands, bool has_where, bool has_of) {
  const bool any_absent = any_of(operands, is_nothing);
  const bool all_known = all_of(operands, [](const auto& operand) { return operand.has_value(); });
  const auto value = [&](std::size_t which) { return operands[which]->value; };
  switch (op) {
    case Op::number:
    case Op::truth:
    case Op::name:
    case Op::absent:
    case Op::root:
    case Op::can:
    case Op::option:
    case Op::word:
    case Op::variable:
      return {};
    case Op::member:
    case Op::fact:
    case Op::train_of:
    case Op::table:
      return any_absent ? absent(type) : Folded{};
    case Op::negate:
      if (any_absent) return absent(type);
      return all_known ? number(difference_of(0, value(0))) : Folded{};
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      if (any_absent) return absent(type);
      return all_known ? number(calculated(op, value(0), value(1))) : Folded{};
    case Op::equal:
    case Op::not_equal:
      return equality(op, operands);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      if (any_absent) return truth(false);
      return all_known ? truth(compares(op, value(0), value(1))) : Folded{};
    case Op::between:
      if (any_absent) return truth(false);
      return all_known ? truth(value(1) <= value(0) && value(0) <= value(2)) : Folded{};
    case Op::has:
      return any_absent ? truth(false) : Folded{};
    case Op::logical_not:
      return all_known ? truth(!is_true(*operands[0])) : Folded{};
    case Op::logical_and:
    case Op::logical_or:
      return junction(op, operands);
    case Op::choose:
      if (!operands[0]) return {};
      return {Folded::Is::operand, {}, is_true(*operands[0]) ? std::size_t{1} : std::size_t{2}};
      ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
      return quantifier(op, type, operands, has_where, has_of);
  }
  return {};
}

std::optional<std::int32_t> look_up(std::span<const TableEntry> entries, Operands keys) {
  const auto fits = [&](const TableEntry& entry) {
    for (std::size_t key = 0; key < keys.size(); ++key) {
      const auto [first, last] = entry.ranges[key];
      if (keys[key]->value < first || last < keys[key]->value) return false;
    }
    return true;
  };
  const auto found = find_if(entries, fits);
  return found == entries.end() ? std::nullopt : std::optional(found->value);
}

}  // namespace roundhouse::dsl
