#pragma once
// Small matters of English: numbers as words, "the player's", lists with "and", a sentence's beginning and
// end.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/whole_number.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// "first", "second", .. "twelfth", "13th".
std::string ordinal_in_words(std::int32_t number);
/// "no tile", "one tile", "15 tiles", "5 points" (base/whole_number.h has the rule).
std::string how_many(std::int32_t number, std::string_view noun);
std::string plural_of(std::string_view noun);

struct Quantity {
  std::string text;   ///< "at least two tiles"
  bool many = false;  ///< takes "are", not "is"
};
/// A number of things, as a comparison says it; `op` is one of the six.
Quantity compared_number(Op op, std::int32_t number, std::string_view noun);
/// "a player", "an owner".
std::string with_article(std::string_view noun);

/// "the player's", "its".
std::string possessive(const std::string& thing);
/// Dashes and underscores of a name become spaces.
std::string spaced(std::string_view name);
/// “in quotes”.
std::string name_marks(std::string_view text);
/// "a, b and c".
std::string listed(const std::vector<std::string>& parts, std::string_view last);
/// Begins with a capital and ends with a full stop; empty stays empty.
std::string as_sentence(std::string text);
/// All of `from` in the text becomes `to`.

}  // namespace roundhouse::dsl
