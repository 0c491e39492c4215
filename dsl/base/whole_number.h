#pragma once
// The one way from digits that somebody wrote to a number: all of the text is the number and it lies in the
// range asked for, or there is none. Nothing is cut off and nothing wraps round.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace roundhouse::dsl {

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Decimal digits, with `-` in front where the type has numbers below 0. Absent: anything else, or out of
/// range.
template <class Number>
std::optional<Number> whole_number(std::string_view text, Number least = std::numeric_limits<Number>::min(),
                                   Number greatest = std::numeric_limits<Number>::max()) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, trouble] = std::from_chars(text.data(), end, number);
  if (trouble != std::errc() || stop != end || number < least || number > greatest) return std::nullopt;
  return number;
}

/// A number of another type, if this one has it and it lies in the range.
template <class Number, class Other>
constexpr std::optional<Number> number_within(Other number, Number least = std::numeric_limits<Number>::min(),
                                              Number greatest = std::numeric_limits<Number>::max()) {
  if (std::cmp_less(number, least) || std::cmp_greater(number, greatest)) return std::nullopt;
  return static_cast<Number>(number);
}

// Numbers as people write them. Things that are counted are counted in words up to twelve, and in digits from
// there on: "two tiles", "15 tiles". Points, pips and the numbers on tiles are always digits.

/// "no", "one" .. "eighteen", "19".
std::string number_word(std::int32_t number);
/// True of "one" .. "eighteen".
bool is_number_word(std::string_view word);
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
