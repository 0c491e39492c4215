#pragma once
// Setup and match in English, a line for each thing that they settle. Only what can happen under the options
// in force is printed; a value that depends on the number of players becomes a table where that is not known.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/line.h"

namespace roundhouse::dsl {

/// Players, dominoes, markers.
std::vector<Line> equipment_lines(const CheckedRules& rules, const Known& known);
/// The deal, the engine, who begins.
std::vector<Line> start_lines(const CheckedRules& rules, const Known& known);
/// The kinds of train there are.
std::vector<Line> train_lines(const CheckedRules& rules, const Known& known);
/// Rounds, games, ranks.
std::vector<Line> match_lines(const CheckedRules& rules, const Known& known);

/// The number of a round's double, by itself.
std::string scheduled_text(const TypedExpr& number, const CheckedRules& rules, const Known& known);

}  // namespace roundhouse::dsl
