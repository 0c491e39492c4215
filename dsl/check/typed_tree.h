#pragma once
// Checked expressions as the trees of a Reading: with places, open options and words that are not inlined.

#include "dsl/check/checked_rules.h"
#include "dsl/vocabulary/reading.h"

namespace roundhouse::dsl {

class TypedTree {
 public:
  using Ref = const TypedExpr&;

  static const TypedExpr& node(const TypedExpr& expression) { return expression; }
  static const TypedExpr& arg(const TypedExpr& of, int which) {
    return of.args[static_cast<std::size_t>(which)];
  }
  static int arg_count(const TypedExpr& of) { return static_cast<int>(of.args.size()); }
};

}  // namespace roundhouse::dsl
