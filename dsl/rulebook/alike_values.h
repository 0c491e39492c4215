#pragma once
// Values of an option that make the same game as the one in force: thirteen rounds and nineteen are one
// choice where the rules play ten at most. The book names them all, so that what is chosen and what is played
// agree.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {

struct NamesInForce;

/// Values that make the same game: both ends, and all between.
struct AlikeValues {
  std::int32_t low, high;
};

/// Tries other values of one option after the other.
class AlikeFinder {
 public:
  AlikeFinder(const CheckedRules& rules, const NamesInForce& names, const Known& known);
  AlikeFinder(const AlikeFinder&) = delete;
  AlikeFinder& operator=(const AlikeFinder&) = delete;

  /// Of an option that is one number with a range. Analysis for as far as its range goes, and not further
  /// than a hundred values each way: then it is the value in force alone.
  AlikeValues around(std::size_t option);

 private:
  CheckedRules tried_;
  Known known_;
  std::vector<const TypedExpr*> expressions_;  ///< of `tried_`, all that matter
};

}  // namespace roundhouse::dsl
