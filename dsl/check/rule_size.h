#pragma once
// The size of rules: the cost of checking and compiling them, for callers that keep to a budget of work.

#include <cstddef>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Nodes of all expressions, and one for each row, word and option.
std::size_t size_of(const CheckedRules& rules);

}  // namespace roundhouse::dsl
