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

// X(enumerator, its truth in C++, `a OP b` is not `a THIS b`, `a OP b` is `b THIS a`)
#define ROUNDHOUSE_COMPARISON_VALUES(X)     \
  X(equal, ==, not_equal, equal)            \
  X(not_equal, !=, equal, not_equal)        \
  X(less, <, greater_equal, greater)        \
  X(less_equal, <=, greater, greater_equal) \
  X(greater, >, less_equal, less)           \
  X(greater_equal, >=, less, less_equal)

/// The numbers of operators are those of their values.
#define ROUNDHOUSE_ONE_MORE(...) +1
static_assert(ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_ONE_MORE) ==
              ROUNDHOUSE_ARITHMETIC_VALUES(ROUNDHOUSE_ONE_MORE));
static_assert(ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_ONE_MORE) ==
              ROUNDHOUSE_COMPARISON_VALUES(ROUNDHOUSE_ONE_MORE));
#undef ROUNDHOUSE_ONE_MORE

/// The value of an operator of ROUNDHOUSE_ARITHMETIC.
constexpr std::int32_t calculated(Op arithmetic, std::int32_t a, std::int32_t b) {
#define X(op, value) \
  if (arithmetic == Op::op) return value(a, b);
  ROUNDHOUSE_ARITHMETIC_VALUES(X)
#undef X
  return 0;
}

/// Returns the truth of a comparison of two numbers or names that are there.
constexpr bool compares(Op comparison, std::int32_t a, std::int32_t b) {
#define X(op, sign, opposite, mirrored) \
  if (comparison == Op::op) return a sign b;
  ROUNDHOUSE_COMPARISON_VALUES(X)
#undef X
  return false;
}

/// a OP b is not a opposite_of(OP) b, where both are there.
constexpr Op opposite_of(Op comparison) {
#define X(op, sign, opposite, mirrored) \
  if (comparison == Op::op) return Op::opposite;
  ROUNDHOUSE_COMPARISON_VALUES(X)
#undef X
  return comparison;
}

/// a OP b is b mirrored(OP) a. Anything but an order is the same from both sides.
constexpr Op mirrored(Op comparison) {
#define X(op, sign, opposite, mirrored) \
  if (comparison == Op::op) return Op::mirrored;
  ROUNDHOUSE_COMPARISON_VALUES(X)
#undef X
  return comparison;
}

}  // namespace roundhouse::dsl
