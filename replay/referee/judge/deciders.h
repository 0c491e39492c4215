#pragma once
// The row of the rules, or the value of setup or match, that decided what a ruling rests on, as the rule file
// or its rulebook says it, with its sections. Decides nothing by itself.

#include <optional>
#include <string_view>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/program.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

Decider row_decider(const dsl::Program& program, dsl::RuleId row);

/// `key`: "engine.wanted", "starter", "match.double". Absent: the rulebook has no line of its own about it.
std::optional<Decider> value_decider(const dsl::CheckedRules& checked, const dsl::Known& known,
                                     std::string_view key);

}  // namespace roundhouse::replay
