#include "dsl/english/wording.h"

#include <fmt/format.h>

#include <array>

#include "dsl/base/plain_text.h"

namespace roundhouse::dsl {
namespace {

constexpr std::array<std::string_view, 13> ordinals{"",      "first",    "second",  "third",  "fourth",
                                                    "fifth", "sixth",    "seventh", "eighth", "ninth",
                                                    "tenth", "eleventh", "twelfth"};

std::string_view noun_for(std::int32_t number, std::string_view noun, std::string& room) {
  if (number == 1 || number == 0) return noun;
  room = plural_of(noun);
  return room;
}

}  // namespace

std::string ordinal_in_words(std::int32_t number) {
  if (number > 0 && number < static_cast<std::int32_t>(ordinals.size()))
    return std::string(ordinals[static_cast<std::size_t>(number)]);
  const std::int32_t last = number % 10;
  const bool teens = number % 100 / 10 == 1;
  const std::string_view ending = teens       ? "th"
                                  : last == 1 ? "st"
                                  : last == 2 ? "nd"
                                  : last == 3 ? "rd"
                                              : "th";
  return fmt::format("{}{}", number, ending);
}

std::string how_many(std::int32_t number, std::string_view noun) {
  std::string room;
  const bool in_digits = noun == "point" && number != 0;
  return fmt::format("{} {}", in_digits ? std::to_string(number) : counted_in_words(number),
                     noun_for(number, noun, room));
}

std::string plural_of(std::string_view noun) { return std::string(noun) + "s"; }

Quantity compared_number(Op op, std::int32_t number, std::string_view noun) {
  if (op == Op::equal) return {how_many(number, noun), number > 1};
  if (op == Op::not_equal && number != 0)
    return {fmt::format("a number of {} other than {}", plural_of(noun), number), false};
  if (op == Op::greater && number > 0) return {"more than " + how_many(number, noun), number > 1};
  if (op == Op::not_equal || op == Op::greater) return {fmt::format("at least one {}", noun), false};
  if (op == Op::greater_equal && number <= 0) return {"any number of " + plural_of(noun), true};
  if (op == Op::greater_equal) return {"at least " + how_many(number, noun), number > 1};
  if (op == Op::less && number <= 0) return {fmt::format("fewer than {} {}", number, plural_of(noun)), true};
  if (op == Op::less && number > 1) return {"fewer than " + how_many(number, noun), true};
  if (op == Op::less || number <= 0) return {how_many(0, noun), false};
  return {"at most " + how_many(number, noun), number > 1};
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

std::string possessive(const std::string& thing) {
  if (thing == "it") return "its";
  return thing + (thing.ends_with('s') ? "'" : "'s");
}

std::string spaced(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c == '_' || c == '-') c = ' ';
  }
  return text;
}

std::string name_marks(std::string_view text) { return fmt::format("“{}”", text); }

std::string listed(const std::vector<std::string>& parts, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? fmt::format(" {} ", last) : ", ";
    text += parts[i];
  }
  return text;
}

std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  text = with_capital(std::move(text));
  const char last = text.back();
  if (last != '.' && last != '?' && last != '!' && last != ':') text += '.';
  return text;
}

}  // namespace roundhouse::dsl
