#pragma once
// Numbers as people write them. Things that are counted are counted in words up to twelve, and in digits from
// there on: "two tiles", "15 tiles". Points, pips and the numbers on tiles are always digits.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// "no", "one" .. "eighteen", "19".
std::string number_word(std::int32_t number);
/// "no", "one" .. "twelve", "13"; as a thing is counted.
std::string counted_in_words(std::int32_t number);

/// In digits, with a noun that takes an s: "1 rule", "3 rules".
std::string counted(std::size_t number, std::string_view noun);

/// A number that is woven into a sentence in front of `rest`: in words if `rest` goes on with a thing of the
/// table that is counted, such as " tiles" or " rounds". With one of them that noun loses its s.
std::string number_in_front_of(std::int32_t number, std::string& rest);

/// The number that an English word says, up to a hundred: "twelve", "fifty", "twenty-five".
std::optional<std::int32_t> number_of_words(std::string_view words);

}  // namespace roundhouse::dsl
