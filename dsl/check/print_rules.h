#pragma once
// The two parts of the canonical text of rules (print_rules in check.h), for callers that print one of them
// many times.

#include <string>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Its beginning, which alone depends on the values of options.
std::string print_rule_options(const CheckedRules& rules);
/// The rest.
std::string print_rule_rows(const CheckedRules& rules);

}  // namespace roundhouse::dsl
