#include "dsl/base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
/// With these a cell begins that a spreadsheet works out; in East Asia the wide forms do it as well.
constexpr std::array<std::string_view, 10> formula_beginnings{
    "=", "+", "-", "@", "\t", "\r", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};

/// Puts letters that nobody need look at closer behind `shown`, and returns where they end.
std::size_t append_plain(std::string& shown, std::string_view text, std::size_t offset) {
  std::size_t end = offset;
  while (end < text.size() && text[end] >= 0x20 && text[end] < 0x7F) ++end;
  shown += text.substr(offset, end - offset);
  return end;
}

}  // namespace

bool is_shown(char32_t point) {
  if (point < 0x20 || (point >= 0x7F && point < 0xA0)) return false;
  if (point >= 0x202A && point <= 0x202E) return false;  // these reverse the writing
  if (point >= 0x2066 && point <= 0x2069) return false;
  return point != 0x2028 && point != 0x2029;
}

std::size_t append_shown(std::string& shown, std::string_view text, std::size_t offset) {
  const Utf8Character character = utf8_character(text, offset);
  if (text[offset] == '\t') {
    shown += ' ';
  } else if (character.valid && is_shown(character.point)) {
    shown += text.substr(offset, character.length);
  } else {
    shown += replacement;
  }
  return character.length;
}

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = append_plain(shown, text, 0); i < text.size(); i = append_plain(shown, text, i)) {
    if (text[i] == '\n') {
      shown += text[i++];
    } else {
      i += append_shown(shown, text, i);
    }
  }
  return shown;
}

std::string printable_line(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = append_plain(shown, text, 0); i < text.size(); i = append_plain(shown, text, i))
    i += append_shown(shown, text, i);
  return shown;
}

std::string printable_json(std::string_view json) {
  std::string shown;
  shown.reserve(json.size());
  for (std::size_t i = append_plain(shown, json, 0); i < json.size(); i = append_plain(shown, json, i)) {
    const Utf8Character character = utf8_character(json, i);
    if (character.valid && !is_shown(character.point) && character.point >= 0x7F) {
      shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(character.point));
      i += character.length;
    } else if (json[i] == '\n') {
      shown += json[i++];
    } else {
      i += append_shown(shown, json, i);
    }
  }
  return shown;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

std::string csv_text(std::string_view text) {
  const bool formula =
      any_of(formula_beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
  return csv_field((formula ? "'" : "") + printable_line(text));
}

std::string filled_text(std::string_view text, std::string_view first, std::string_view rest,
                        std::size_t width) {
  std::string out;
  std::string line(first);
  bool fresh = true;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    if (!fresh && characters_in(line) + 1 + characters_in(word) > width) {
      out += line + "\n";
      line = rest;
      fresh = true;
    }
    if (!fresh) line += ' ';
    line += word;
    fresh = false;
  }
  return out + line + "\n";
}

std::string filled_lines(std::string_view text, std::size_t width) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (characters_in(line) <= width) {
      out += std::string(line) + "\n";
      continue;
    }
    const std::size_t gap = line.substr(0, width / 2).rfind("  ");
    const std::string_view columns = gap == std::string_view::npos ? "" : line.substr(0, gap + 2);
    const std::string under(columns.empty() ? 2 : characters_in(columns), ' ');
    out += filled_text(line.substr(columns.size()), columns, under, width);
  }
  return out;
}

}  // namespace roundhouse::dsl
