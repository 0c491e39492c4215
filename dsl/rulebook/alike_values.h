#pragma once
// Values of an option that make the same game as the one in force: thirteen rounds and nineteen are one
// choice where the rules play ten at most. The book names them all, so that what is chosen and what is played
// agree.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {

struct AlikeValues {
  std::int32_t low, high;  ///< both make the same game as the value in force, and so does all between
};

/// Of an option that is one number. Looked for as far as its range goes, and not further than a hundred
/// values each way: then it is the value alone.
AlikeValues alike_values(const CheckedRules& rules, std::size_t option, const Known& known);

}  // namespace roundhouse::dsl
