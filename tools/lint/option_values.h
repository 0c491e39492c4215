#pragma once
// Options of rules for checks: those that a condition depends on, and the values that show whether they
// make a difference.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Marks the options that an expression asks for, through words or not. A word that was seen is passed by.
void mark_options(const TypedExpr& expression, const CheckedRules& rules, std::vector<bool>& options,
                  std::vector<bool>& words_seen);

/// The options that an expression asks for, through words or not, ascending.
std::vector<std::size_t> options_of(const TypedExpr& expression, const CheckedRules& rules);

/// All choices, and of a range its ends, what stands beside the lower one, and its middle; a dozen at most.
std::vector<std::int32_t> distinguishing_values(const Option& option);

}  // namespace roundhouse::dsl
