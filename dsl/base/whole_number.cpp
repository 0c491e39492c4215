#include "dsl/base/whole_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

constexpr std::array<std::string_view, 19> cardinals{
    "no",  "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",   "nine",
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"};
/// In running text greater numbers are written in digits.
constexpr std::int32_t last_in_words = 12;

/// Things that are counted at the table. Points and pips are not: they stand on score sheets and tiles in
/// digits.
constexpr std::array<std::string_view, 13> counted_things{"cover", "double", "draw",   "game",  "hand",
                                                          "lap",   "line",   "player", "round", "tile",
                                                          "time",  "train",  "turn"};

}  // namespace

std::string number_word(std::int32_t number) {
  if (number < 0 || number >= static_cast<std::int32_t>(cardinals.size())) return std::to_string(number);
  return std::string(cardinals[static_cast<std::size_t>(number)]);
}

bool is_number_word(std::string_view word) {
  return std::find(cardinals.begin() + 1, cardinals.end(), word) != cardinals.end();
}

std::string counted_in_words(std::int32_t number) {
  return number <= last_in_words ? number_word(number) : std::to_string(number);
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string number_in_front_of(std::int32_t number, std::string& rest) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; };
  if (rest.empty() || rest.front() != ' ') return std::to_string(number);
  const auto end = std::find_if_not(rest.begin() + 1, rest.end(), is_letter);
  std::string_view noun(rest.data() + 1, static_cast<std::size_t>(end - rest.begin() - 1));
  const bool plural = noun.ends_with('s');
  if (plural) noun.remove_suffix(1);
  const bool in_digits = noun == "point" || noun == "pip";
  if (!in_digits && !contains(counted_things, noun)) return std::to_string(number);
  if (plural && number == 1) rest.erase(1 + noun.size(), 1);
  if (in_digits) return std::to_string(number);
  return number == 0 ? "0" : counted_in_words(number);
}

std::optional<std::int32_t> number_of_words(std::string_view words) {
  const auto in = [](std::string_view word, auto& list) -> std::optional<std::int32_t> {
    const auto found = std::find(list.begin(), list.end(), word);
    if (found == list.end()) return std::nullopt;
    return static_cast<std::int32_t>(found - list.begin());
  };
  constexpr std::array<std::string_view, 9> tens{"ten",   "twenty",  "thirty", "forty", "fifty",
                                                 "sixty", "seventy", "eighty", "ninety"};
  std::string text;
  for (const char c : words) text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (text == "zero" || text == "none") return text == "zero" ? std::optional(0) : std::nullopt;
  if (text == "nineteen") return 19;
  if (text == "hundred" || text == "a hundred" || text == "one hundred") return 100;
  if (const auto small = in(text, cardinals)) return *small == 0 ? std::nullopt : small;
  if (const auto ten = in(text, tens)) return (*ten + 1) * 10;
  const std::size_t join = text.find_first_of("- ");
  if (join == std::string::npos) return std::nullopt;
  const auto ten = in(std::string_view(text).substr(0, join), tens);
  const auto one = in(std::string_view(text).substr(join + 1), cardinals);
  if (!ten || !one || *ten == 0 || *one == 0 || *one > 9) return std::nullopt;
  return (*ten + 1) * 10 + *one;
}

}  // namespace roundhouse::dsl
