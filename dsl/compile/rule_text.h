#pragma once
// The text of a row for a reader: its sentence with the values of options woven in, or its condition
// printed where it has no sentence.

#include <string>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// The expression as one would write it in a variant file; bound variables get names by their type.
std::string print_typed(const CheckedRules& rules, const TypedExpr& expression);

/// The value of an option for so many players and this set, as a person says it: "16", "true", "satisfy",
/// or "by the table" where a table goes by something that changes during the game.
std::string option_text(const CheckedRules& rules, OptionId option, int players, int highest);

/// True if the row itself has a sentence, or the permit that speaks for it.
bool has_sentence(const CheckedRules& rules, const Rule& rule);
std::string rule_text(const CheckedRules& rules, const Rule& rule, int players, int highest);

}  // namespace roundhouse::dsl
