#pragma once
// Values of an option that make the same game as the one in force: thirteen rounds and nineteen are one
// choice where the rules play ten at most. The book names them all, so that what is chosen and what is played
// agree; the lint tells a number that is cut.

#include <cstdint>
#include <utility>
#include <vector>

#include "dsl/rulebook/rows_in_force.h"

namespace roundhouse::dsl {

/// Tries other values of one option after the other.
class AlikeValues {
 public:
  AlikeValues(const CheckedRules& rules, const NamesInForce& names, const KnownFacts& known);
  AlikeValues(const AlikeValues&) = delete;
  AlikeValues& operator=(const AlikeValues&) = delete;

  /// Both ends of the values that make the same game. Of an option that is one number with a range, and not
  /// further than a hundred values each way: then it is the value in force alone.
  std::pair<std::int32_t, std::int32_t> around(std::size_t index);

 private:
  CheckedRules tried_;
  KnownFacts known_;
  std::vector<const TypedExpr*> expressions_;  ///< of `tried_`, all that matter
};

}  // namespace roundhouse::dsl
