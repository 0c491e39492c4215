#pragma once
// Words in values of `setup` and `match` that are always absent there, or 0, because a round is set up before
// they are known. A false one is a bug, a missed one is not.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

struct AbsentWord {
  Span where;              ///< in the value: the word itself, or the variant's own word that rests on it
  std::string word;        ///< `round.winner`
  std::string value;       ///< `setup.first`
  Span asked;              ///< the place of the question; equal to `where` unless a word of the variant asks
  bool is_nought = false;  ///< a number, which is 0 there
};

/// Finds them in rules that may have errors: what could not be typed says nothing.
std::vector<AbsentWord> absent_words(const CheckedRules& rules);

}  // namespace roundhouse::dsl
