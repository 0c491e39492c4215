#pragma once
// A row of a rule file beside its sentence: what it does by its condition and its effects, in the program's
// own English, and which duties of the parent stay as they are beside it. A family's sentence may say more,
// or less.

#include <set>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// The rows and acts of this name that the file itself writes with a sentence, read off what they do. Empty:
/// there is none, or the sentence is that one.
std::string exact_text(const CheckedRules& rules, const std::string& name);

/// The sentence of a row, an act, a word, a fact or a kind of train as the rulebook has it. Empty: nothing of
/// this name has any.
std::string says_of(const CheckedRules& rules, const std::string& name);

/// The rows that go on to forbid drawing or ending the turn where rows of these names, which are not among
/// them, allow or forbid something, with their ids. `allowed`: acts that are known to be legal there.
std::vector<std::string> duties_beside(const CheckedRules& rules, const std::set<std::string>& names,
                                       const std::vector<ActId>& allowed);

}  // namespace roundhouse::dsl
