#pragma once
// Constant folding: the value of an operator as far as its operands are known when rules are compiled. The
// laws of the language about what is absent, what decides an `and`, and what is asked of nothing stand here
// once, for partial evaluation (simplify.h) and for the compiler (dsl/program/node_builder.h).

#include <cstdint>
#include <optional>
#include <span>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// `op`: number, truth, name or absent. `value`: of a truth 0 or 1, of a name its NameId.
struct Constant {
  Op op = Op::absent;
  Type type = Type::absent;
  std::int32_t value = 0;
};

constexpr bool is_constant(Op op) {
  return op == Op::number || op == Op::truth || op == Op::name || op == Op::absent;
}

using Operands = std::span<const std::optional<Constant>>;

struct Folded {
  enum class Is : std::uint8_t {
    itself,    ///< nothing follows; of an `and` or an `or`: operands that are known make no difference
    constant,  ///< `constant`
    operand,   ///< equal to this operand
  };
  Is is = Is::itself;
  Constant constant{};
  std::size_t operand = 0;
};

/// Returns the value of an operator. `type`: of the whole. Of quantifiers the operands are the set, perhaps
/// `where`, perhaps `of`.
Folded fold(Op op, Type type, Operands operands, bool has_where = false, bool has_of = false);

/// Returns the value of the first entry that has the keys, which must be known; absent: no entry has them.
std::optional<std::int32_t> look_up(std::span<const TableEntry> entries, Operands keys);

/// Returns how many tiles of a set bear a number: one with each number, itself once.
constexpr std::int32_t tiles_with_a_number(std::int32_t highest, std::int32_t copies) {
  return (highest + 1) * copies;
}

}  // namespace roundhouse::dsl
