#pragma once
// Conditions beside those that a program has: parts of its rows, asked one by one to explain why a row
// stands.

#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/program.h"

namespace roundhouse::dsl {

/// Adds the conditions to a program that was compiled from these rules. Each may only ask for what a row of
/// the rules may ask for, as its parts do.
std::vector<NodeRef> add_conditions(const CheckedRules& rules, Program& program,
                                    const std::vector<const TypedExpr*>& conditions);

}  // namespace roundhouse::dsl
