#include "dsl/base/number_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace roundhouse::dsl {
namespace {

constexpr std::array<std::string_view, 19> cardinals{
    "no",  "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",   "nine",
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"};
/// In running text greater numbers are written in digits.
constexpr std::int32_t last_in_words = 12;

/// What is counted at the table. Points and pips are not: they stand on score sheets and tiles in digits.
constexpr std::array<std::string_view, 13> counted_things{"cover", "double", "draw",   "game",  "hand",
                                                          "lap",   "line",   "player", "round", "tile",
                                                          "time",  "train",  "turn"};

}  // namespace

std::string number_word(std::int32_t number) {
  if (number < 0 || number >= static_cast<std::int32_t>(cardinals.size())) return std::to_string(number);
  return std::string(cardinals[static_cast<std::size_t>(number)]);
}

std::string counted_in_words(std::int32_t number) {
  return number <= last_in_words ? number_word(number) : std::to_string(number);
}

std::string number_in_front_of(std::int32_t number, std::string& rest) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; };
  if (rest.empty() || rest.front() != ' ') return std::to_string(number);
  const auto end = std::find_if_not(rest.begin() + 1, rest.end(), is_letter);
  std::string_view noun(rest.data() + 1, static_cast<std::size_t>(end - rest.begin() - 1));
  const bool plural = noun.ends_with('s');
  if (plural) noun.remove_suffix(1);
  if (std::find(counted_things.begin(), counted_things.end(), noun) == counted_things.end())
    return std::to_string(number);
  if (plural && number == 1) rest.erase(1 + noun.size(), 1);
  return number == 0 ? "0" : counted_in_words(number);
}

}  // namespace roundhouse::dsl
