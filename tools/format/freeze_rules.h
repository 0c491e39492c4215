#pragma once
// The rules of a file and of all that it extends, written as one file that extends nothing: for archives, and
// for judging in ten years. It comes to the same game and to the same rulebook.

#include <deque>
#include <string>

#include "dsl/check/check.h"
#include "dsl/check/draft.h"

namespace roundhouse::dsl {

struct FrozenRules {
  std::string text;         ///< in the usual layout; empty where the rules have errors
  Diagnostics diagnostics;  ///< of the rules, places in the sources that were given
  std::string trouble{};    ///< why the text would be another game, and so is not there; else empty
};

/// Settings become what is declared. Comments of the file itself stay in front of the entries they stand in
/// front of, its parents' go. A sentence that the values in force have made untrue, which the rulebook leaves
/// out, is replaced by what the rulebook has instead.
FrozenRules freeze_rules(SourceMap& sources, const VariantReader& reader, const CheckInput& input);

// A draft of several files made sayable in one: names that mean one thing in a child and another in its
// parent become two names, and what parents ask for of what a child took away goes.

/// `texts` keeps sentences that are changed, and has to live as long as the draft. An expression that is
/// changed has no place any more.
void settle_draft(Draft& draft, std::deque<YamlNode>& texts);

}  // namespace roundhouse::dsl
