#include "dsl/syntax/yaml_scan.h"

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

constexpr std::size_t longest_example = 160;
constexpr std::size_t longest_name = 40;

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return contains(words, text);
}

bool is_name_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '.';
}

}  // namespace

bool is_sentence_key(std::string_view key) {
  constexpr std::array<std::string_view, 5> keys = {"says", "ask", "name", "title", "reading"};
  return is_one_of(key, keys);
}

bool is_block_key(std::string_view key) {
  constexpr std::array<std::string_view, 3> keys = {"do", "ask", "says"};
  return is_one_of(key, keys);
}

bool is_known_key(std::string_view word) {
  constexpr std::array<std::string_view, 26> keys = {
      "id",   "forbid", "permit", "except",  "advise", "after", "do",     "when",    "then",
      "says", "from",   "ask",    "default", "choose", "range", "by",     "of",      "per",
      "is",   "add",    "whom",   "tile",    "amount", "count", "starts", "optional"};
  return is_one_of(word, keys);
}

bool is_plain_name(std::string_view text) { return !text.empty() && all_of(text, is_name_letter); }

std::size_t odd_space_length(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return 0;
  const Utf8Character character = utf8_character(text, offset);
  const char32_t point = character.point;
  const bool odd = point == 0xA0 || (point >= 0x2000 && point <= 0x200B) || point == 0x202F ||
                   point == 0x205F || point == 0x3000 || point == 0xFEFF;
  return character.valid && odd ? character.length : 0;
}

std::size_t unseen_length(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return 0;
  const Utf8Character character = utf8_character(text, offset);
  const char32_t point = character.point;
  const bool unseen = point == 0xAD || point == 0x61C || point == 0x115F || point == 0x1160 ||
                      point == 0x180E || (point >= 0x200B && point <= 0x200F) ||
                      (point >= 0x202A && point <= 0x202E) || (point >= 0x2060 && point <= 0x206F) ||
                      point == 0x3164 || (point >= 0xFE00 && point <= 0xFE0F) || point == 0xFEFF ||
                      point == 0xFFA0 || (point >= 0xE0000 && point <= 0xE01EF);
  return character.valid && unseen ? character.length : 0;
}

std::size_t curly_quote_length(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return 0;
  const Utf8Character character = utf8_character(text, offset);
  const char32_t point = character.point;
  const bool curly = (point >= 0x2018 && point <= 0x201F) || point == 0xAB || point == 0xBB ||
                     point == 0x2039 || point == 0x203A;
  return character.valid && curly ? character.length : 0;
}

std::size_t colon_without_space(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 >= text.size()) return std::string_view::npos;
  if (!is_plain_name(text.substr(0, colon)) || text.substr(colon).starts_with("://"))
    return std::string_view::npos;
  const char next = text[colon + 1];
  return next == ' ' || next == '\t' || next == '\n' || next == '\r' ? std::string_view::npos : colon;
}

Diagnostic yaml_error(YamlCode code, Span where, std::string message, Advice help) {
  Diagnostic diagnostic;
  diagnostic.code = yaml_code_name(code);
  diagnostic.where = where;
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help.text);
  for (FixIt& mend : help.fixes) suggest_fix(diagnostic, std::move(mend));
  return diagnostic;
}

LineExample line_with(const SourceMap& sources, Span span, std::string_view replacement) {
  LineExample made{span, std::string(replacement), {}};
  const std::string_view text = sources.file(span.file).text;
  if (sources.text(span).find('\n') != std::string_view::npos) return made;
  const std::string_view line = sources.line(span.file, sources.locate(span.file, span.begin).line);
  if (line.size() + replacement.size() > longest_example || line.data() == nullptr) return made;
  const auto line_begin = static_cast<std::size_t>(line.data() - text.data());
  std::string example(line.substr(0, span.begin - line_begin));
  example.append(replacement).append(line.substr(std::min(line.size(), span.end - line_begin)));
  const std::size_t first = example.find_first_not_of(" \t");
  const std::size_t last = example.find_last_not_of(" \t");
  if (first != std::string::npos) made.line = "\n    " + example.substr(first, last + 1 - first);
  return made;
}

Advice shown(std::string_view advice, const LineExample& example, std::string_view behind) {
  Advice made(std::string(advice).append(behind));
  if (!example.line.empty())
    made.fixes.push_back({example.where, example.replacement,
                          std::string(advice).append(":").append(example.line).append(behind)});
  return made;
}

std::string in_quotes(std::string_view text) {
  if (text.find_first_of("\"\\") == std::string_view::npos) return "\"" + std::string(text) + "\"";
  std::string single = "'";
  for (const char letter : text) single.append(letter == '\'' ? 2 : 1, letter);
  return single + "'";
}

std::string quote_name(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  if (text.size() <= longest_name) return "'" + std::string(text) + "'";
  std::size_t length = longest_name;
  while (length > 0 && !begins_character(text[length])) --length;
  return "'" + std::string(text.substr(0, length)) + "...'";
}

}  // namespace roundhouse::dsl
