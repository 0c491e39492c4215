#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "replay/record/notation_codes.h"
#include "replay/record/write_pieces.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

std::string with_numbers(std::string text, const std::vector<std::int32_t>& numbers) {
  for (const std::int32_t number : numbers) text += " " + std::to_string(number);
  return text;
}

std::string variant_text(const VariantField& variant) {
  std::string text = "variant " + quoted_if_needed(variant.name);
  for (const OptionField& option : variant.options) text += " " + option_text(option);
  return text;
}

std::string players_text(const std::vector<PlayerField>& players) {
  std::string text = "players";
  for (const PlayerField& player : players) text += " " + player_text(player);
  return text;
}

std::string ages_text(const std::vector<int>& ages) {
  std::string text = "ages";
  for (const int age : ages) text += age < 0 ? " ?" : " " + std::to_string(age);
  return text;
}

std::string fact_text(const Header& header, const FactField& fact) {
  std::string text = "fact ";
  if (fact.player != no_seat) text += player_text(header, fact.player) + ".";
  text += fact.name;
  return fact.value.empty() ? text : text + " " + fact.value;
}

/// Of a field with a form of its own.
std::vector<std::string> own_texts(const Header& header, HeaderKey key) {
  if (key == HeaderKey::variant && !header.variant.name.empty()) return {variant_text(header.variant)};
  if (key == HeaderKey::players && !header.players.empty()) return {players_text(header.players)};
  if (key == HeaderKey::ages && !header.ages.empty()) return {ages_text(header.ages)};
  if (key == HeaderKey::rules && !header.rules.empty()) return {"rules sha256:" + header.rules};
  if (key == HeaderKey::seed && header.seed) return {"seed " + std::to_string(*header.seed)};
  std::vector<std::string> texts;
  if (key == HeaderKey::fact)
    for (const FactField& fact : header.facts) texts.push_back(fact_text(header, fact));
  return texts;
}

std::string with_comments(const Header& header, HeaderKey key, std::size_t number, std::string line) {
  const auto comment = find_if(header.comments, [&](const HeaderComment& entry) {
    return entry.key == key && (key != HeaderKey::fact || entry.fact == number);
  });
  std::string text;
  if (comment != header.comments.end()) {
    for (const std::string& above : comment->above) text.append("#").append(above).append("\n");
    add_comment(line, comment->beside);
  }
  return text + line + "\n";
}

}  // namespace

std::string player_text(const Header& header, Seat seat) {
  const auto index = static_cast<std::size_t>(seat);
  return seat >= 0 && index < header.players.size() ? header.players[index].name : "?";
}

std::string player_text(const PlayerField& player) {
  return player.full_name.empty() ? player.name : player.name + "=" + quoted_text(player.full_name);
}

std::string option_text(const OptionField& option) {
  return option.name + "=" + quoted_if_needed(option.value);
}

std::string quoted_text(std::string_view text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string quoted_if_needed(std::string_view text) {
  constexpr std::string_view special = " \t[]\"=#\\";
  // The no-break space and the curly quotation mark would be read as a space and a quotation mark.
  const bool plain = !text.empty() && text.find_first_of(special) == std::string_view::npos &&
                     text.find("\xC2\xA0") == std::string_view::npos &&
                     text.find("\xE2\x80\x9C") == std::string_view::npos;
  return plain ? std::string(text) : quoted_text(text);
}

void add_comment(std::string& line, const std::optional<Comment>& comment) {
  if (!comment) return;
  const std::size_t length = dsl::characters_in(line);
  const std::size_t column = std::min<std::size_t>(comment->column, longest_line / 2);
  // Directly behind `round` a number would be its label.
  const std::size_t least = line == "round" ? 2 : 1;
  const std::size_t spaces = column > length + least ? column - length - 1 : 2;
  line.append(spaces, ' ').append("#").append(comment->text);
}

std::vector<std::string> header_texts(const Header& header, HeaderKey key) {
  const HeaderFieldRow& field = row(key);
  const std::string name(field.name);
  if (const auto* flag = std::get_if<bool Header::*>(&field.member))
    return header.**flag ? std::vector{name} : std::vector<std::string>{};
  if (const auto* player = std::get_if<Seat Header::*>(&field.member)) {
    const Seat seat = header.**player;
    return seat != no_seat ? std::vector{name + " " + player_text(header, seat)} : std::vector<std::string>{};
  }
  if (const auto* numbers = std::get_if<std::vector<std::int32_t> Header::*>(&field.member))
    return (header.**numbers).empty() ? std::vector<std::string>{}
                                      : std::vector{with_numbers(name, header.**numbers)};
  return own_texts(header, key);
}

std::string write_header(const Header& header) {
  std::string text;
  for (const HeaderFieldRow& field : all_header_fields) {
    const std::vector<std::string> texts = header_texts(header, field.key);
    for (std::size_t i = 0; i < texts.size(); ++i)
      text += with_comments(header, field.key, i, "[" + texts[i] + "]");
  }
  return text;
}

}  // namespace roundhouse::replay
