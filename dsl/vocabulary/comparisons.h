#pragma once
// Facts about comparisons that hold whatever they compare.

#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

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
