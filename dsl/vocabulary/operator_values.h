#pragma once
// The values of arithmetic and comparisons, and facts about comparisons that hold whatever they compare.

#include "dsl/base/arithmetic.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

/// The value of an operator of ROUNDHOUSE_ARITHMETIC.
constexpr std::int32_t calculated(Op arithmetic, std::int32_t a, std::int32_t b) {
  switch (arithmetic) {
    case Op::add:
      return sum_of(a, b);
    case Op::subtract:
      return difference_of(a, b);
    case Op::multiply:
      return product_of(a, b);
    case Op::divide:
      return quotient_of(a, b);
    default:
      return remainder_of(a, b);
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
