#pragma once
// Checks that tables have a value for each size of a game (number of players, highest number of the set) that
// they do not exclude.

#include "dsl/check/checked_rules.h"
#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

/// Fills `rules.setup.left_out`. Of rules whose options and setup are there; where they have errors the
/// highest number is not asked for.
void leave_out_players(CheckedRules& rules, Findings& findings);

/// Complains of a table in force that has no value for a size that there can be. By the round a table has
/// none between two that it has.
void check_table_gaps(const Draft& draft, const CheckedRules& rules, Findings& findings);

}  // namespace roundhouse::dsl
