#pragma once
// Texts of checked rules for a reader: conditions and values as they are written, and rows as a rulebook for
// so many players has them.

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
std::string rule_text(const CheckedRules& rules, const Rule& rule, int players);

}  // namespace roundhouse::dsl
