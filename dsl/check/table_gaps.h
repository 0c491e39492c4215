#pragma once
// What tables say of the sizes that a game can have, numbers of players and with each the highest number of
// the set: which of them do not play, and whether every other one has a value.

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
