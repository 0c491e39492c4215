#pragma once
// Options with their values: defaults, what children give, what a record's header or --set lays over
// them. Every value is held against the option's type, choices and range. Gaps of tables come last.

#include <deque>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/checked_rules.h"
#include "dsl/check/draft.h"
#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"

namespace roundhouse::dsl {

/// Adds each setting to its option's values. The trees of their texts are kept in `trees`, into which
/// the draft then points.
void lay_settings_over(Draft& draft, const std::vector<OptionSetting>& settings, std::deque<YamlNode>& trees,
                       Findings& findings);

/// Fills `rules.options`. An option whose default is no value at all gets Type::none.
void resolve_options(const Draft& draft, const NameTable& names, CheckedRules& rules, Findings& findings);

/// The key of a table in words: "4 players", "round 4".
std::string table_key_text(TableKey key, std::int32_t number);

/// The least and greatest number that a key of a table can be.
std::pair<std::int32_t, std::int32_t> key_range(TableKey key);

// Checks that tables have a value for each size of a game (number of players, highest number of the set) that
// they do not exclude.

/// Fills `rules.setup.left_out`. Of rules whose options and setup are there; where they have errors the
/// highest number is not asked for.
void leave_out_players(CheckedRules& rules, Findings& findings);

/// Complains of a table in force that has no value for a size that there can be. By the round a table has
/// none between two that it has.
void check_table_gaps(const Draft& draft, const CheckedRules& rules, Findings& findings);

}  // namespace roundhouse::dsl
