#pragma once
// Sentences that a rule file gives for values of setup and match and for steps of their ladders; they replace
// the generated ones.

#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/line.h"

namespace roundhouse::dsl {

/// Makes the lines of a chapter (setup_lines.h).
using LineMaker = std::vector<Line> (*)(const CheckedRules&, const Known&);

/// Lines about values of setup, or of match, as `make` has made them, with the file's own sentences where
/// these are true of what the options have made of the values: by a ladder of sentences, or because the
/// values are those declared. A sentence with an option woven in goes for other numbers, too. Of a value
/// without such a sentence the steps in force are given one after the other, each by its own sentence, if it
/// has one.
void put_own_sentences(std::vector<Line>& lines, LineMaker make, const CheckedRules& rules,
                       const Known& known);

/// The file's own sentence for the value under this key ("starter", "match.over"); empty: there is none that
/// is true of it.
std::string own_sentence(const CheckedRules& rules, std::string_view key, const Known& known);

/// As above, for one step of a ladder, counted from 0. It is true where what the step says, and the
/// conditions that lead to it, are as they were declared; a condition that options alone decide does not
/// count.
std::string own_step_sentence(const CheckedRules& rules, std::string_view key, std::size_t step,
                              const Known& known);

/// The sentences of the ladder under this key; nullptr: none of its steps has one, or it is no ladder.
const StepSayings* find_step_sayings(const CheckedRules& rules, std::string_view key);

}  // namespace roundhouse::dsl
