#pragma once
// The values of arithmetic and comparisons, and facts about comparisons that hold whatever they compare.

#include "dsl/base/arithmetic.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

// X(enumerator, its value)
#define ROUNDHOUSE_ARITHMETIC_VALUES(X) \
  X(add, sum_of)                        \
  X(subtract, difference_of)            \
  X(multiply, product_of)               \
  X(divide, quotient_of)                \
  X(modulo, remainder_of)

/// The number of arithmetic operators is that of their values.
#define ROUNDHOUSE_ONE_MORE(...) +1
static_assert(ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_ONE_MORE) ==
              ROUNDHOUSE_ARITHMETIC_VALUES(ROUNDHOUSE_ONE_MORE));
#undef ROUNDHOUSE_ONE_MORE

/// The value of an operator of ROUNDHOUSE_ARITHMETIC.
constexpr std::int32_t calculated(Op arithmetic, std::int32_t a, std::int32_t b) {
  switch (arithmetic) {
#define X(op, value) \
  case Op::op:       \
    return value(a, b);
    ROUNDHOUSE_ARITHMETIC_VALUES(X)
#undef X
    default:
      return 0;
  }
}

/// The truth of a comparison of two numbers or names that are there.
constexpr bool compares(Op comparison, std::int32_t a, std::int32_t b) {
  switch (comparison) {
    case Op::equal:
      return a == b;
    case Op::not_equal:
      return a != b;
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    default:
      return a >= b;
  }
}

/// a OP b is not a opposite_of(OP) b, where both are there.
constexpr Op opposite_of(Op comparison) {
  switch (comparison) {
    case Op::equal:
      return Op::not_equal;
    case Op::not_equal:
      return Op::equal;
    case Op::less:
      return Op::greater_equal;
    case Op::less_equal:
      return Op::greater;
    case Op::greater:
      return Op::less_equal;
    default:
      return Op::less;
  }
}

/// a OP b is b mirrored(OP) a. Anything but an order is the same from both sides.
constexpr Op mirrored(Op comparison) {
  switch (comparison) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return comparison;
  }
}

}  // namespace roundhouse::dsl
