#pragma once
// The one way from digits that somebody wrote to a number: all of the text is the number and it lies in the
// range asked for, or there is none. Nothing is cut off and nothing wraps round.

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
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

}  // namespace roundhouse::dsl
