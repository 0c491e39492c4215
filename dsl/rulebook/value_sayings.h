#pragma once
// What a rule file itself says of the values of setup and match, in the place of what we would say.

#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/line.h"

namespace roundhouse::dsl {

/// Lines about values of setup, or of match, with the file's own sentences where these are true of what the
/// options have made of the values: by a ladder of sentences, or because the values are those declared. A
/// sentence with an option woven in goes for other numbers, too.
void put_own_sentences(std::vector<Line>& lines, const CheckedRules& rules, const Known& known);

}  // namespace roundhouse::dsl
