#include "dsl/base/text_kind.h"

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"

namespace roundhouse::dsl {
namespace {

using namespace std::string_view_literals;

/// Among so many first bytes of a file that is no text, a zero stands.
constexpr std::size_t looked_at = 512;
/// The first bytes of pictures, documents and archives.
struct Beginning {
  std::string_view bytes;
  std::string_view name;
};
constexpr std::array binary_beginnings{
    Beginning{"\x89PNG"sv, "a picture"},
    Beginning{"\xFF\xD8\xFF"sv, "a picture"},
    Beginning{"GIF8"sv, "a picture"},
    Beginning{"RIFF"sv, "a picture or a sound"},
    Beginning{"%PDF"sv, "a PDF document"},
    Beginning{"PK\x03\x04"sv, "an archive"},
    Beginning{"\xD0\xCF\x11\xE0"sv, "a document of a word processor or spreadsheet"},
    Beginning{"\x1F\x8B"sv, "an archive"},
    Beginning{"\x7F"
              "ELF"sv,
              "a program"},
    Beginning{"BZh"sv, "an archive"},
    Beginning{"\xFD"
              "7zXZ"sv,
              "an archive"}};
/// Names of first files in archives that are documents.
constexpr std::array document_parts{
    Beginning{"word/"sv, "a document of a word processor"},
    Beginning{"opendocument.text"sv, "a document of a word processor"},
    Beginning{"xl/"sv, "a table of a spreadsheet program"},
    Beginning{"opendocument.spreadsheet"sv, "a table of a spreadsheet program"}};
constexpr std::size_t looked_at_in_archive = 4096;

constexpr char separators[] = {';', ',', '\t'};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_binary(std::string_view text) {
  const auto begins = [&](const Beginning& with) { return text.starts_with(with.bytes); };
  if (any_of(binary_beginnings, begins)) return true;
  // UTF-16 is text, in an encoding that has a message of its own.
  if (is_utf16(text)) return false;
  return text.substr(0, looked_at).find('\0') != std::string_view::npos;
}

/// Without empty lines, comments and YAML's `---` at the beginning.
std::string_view first_content(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(begin);
    const bool mark = text.starts_with("---") && (text.size() == 3 || text.find_first_of(" \t\r\n") == 3);
    if (mark) {
      text.remove_prefix(3);
    } else if (text.starts_with('#')) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else {
      return text;
    }
  }
  return text;
}

bool has_key(std::string_view text, std::string_view key) {
  const char quote = !text.empty() && (text[0] == '"' || text[0] == '\'') ? text[0] : ' ';
  if (quote != ' ') text.remove_prefix(1);
  if (!text.starts_with(key)) return false;
  text.remove_prefix(key.size());
  if (quote != ' ') {
    if (!text.starts_with(quote)) return false;
    text.remove_prefix(1);
  }
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.starts_with(':');
}

/// True if there are at least two rows with the same number of `,`, `;` or tabs, and nothing that YAML would
/// take for a key.
bool looks_like_table(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.size() == text.size() || first.find_first_of("{[") != std::string_view::npos) return false;
  const std::string_view behind = text.substr(first.size() + 1);
  const std::string_view second = behind.substr(0, behind.find('\n'));
  const auto has_key = [](std::string_view line) {
    return line.find(": ") != std::string_view::npos || line.ends_with(":") || line.ends_with(":\r");
  };
  if (has_key(first) || has_key(second)) return false;
  return std::any_of(std::begin(separators), std::end(separators), [&](char separator) {
    const auto count = std::count(first.begin(), first.end(), separator);
    return count > 0 && first[0] != separator && count == std::count(second.begin(), second.end(), separator);
  });
}

bool is_page(std::string_view text) {
  constexpr std::string_view beginnings[] = {"<!DOCTYPE", "<!doctype", "<html", "<HTML", "<?xml", "{\\rtf"};
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view with) { return text.starts_with(with); });
}

bool begins_with_number(std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

/// True if one of the first lines is one that only a record has: its variant, its players, a round.
bool has_line_of_record(std::string_view text) {
  constexpr std::size_t looked_at_of_text = 65'536;
  constexpr std::string_view beginnings[] = {"[variant ", "[players "};
  constexpr std::string_view round = "round ";
  for (text = text.substr(0, looked_at_of_text); !text.empty();) {
    const bool begins = any_of(beginnings, [&](std::string_view with) { return text.starts_with(with); });
    if (begins || (text.starts_with(round) && begins_with_number(text.substr(round.size())))) return true;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return false;
}

}  // namespace

std::string_view name_of_kind(std::string_view text) {
  switch (kind_of_text(text)) {
    case TextKind::rules:
      return "a rule file";
    case TextKind::record:
      return "a record of a game";
    case TextKind::json:
      return "JSON";
    case TextKind::table:
      return "a table (CSV)";
    case TextKind::page:
      return first_content(text).starts_with("{") ? "a document of a word processor" : "a web page";
    case TextKind::binary:
      break;
    case TextKind::other:
      return "a text";
  }
  const auto of = [&](const Beginning& beginning) { return text.starts_with(beginning.bytes); };
  const auto begins = find_if(binary_beginnings, of);
  if (begins == binary_beginnings.end()) return "no text";
  if (begins->name != "an archive") return begins->name;
  for (const Beginning& part : document_parts)
    if (text.substr(0, looked_at_in_archive).find(part.bytes) != std::string_view::npos) return part.name;
  return begins->name;
}

TextKind kind_of_text(std::string_view text) {
  if (is_binary(text)) return TextKind::binary;
  const std::string_view content = first_content(text);
  if (content.empty()) return TextKind::other;
  const std::string_view inner = first_content(content.substr(1));
  if (has_key(content, "roundhouse")) return TextKind::rules;
  if (is_page(content)) return TextKind::page;
  if (looks_like_table(content)) return TextKind::table;
  if (content[0] == '{') {
    if (has_key(inner, "roundhouse")) return TextKind::rules;
    if (inner.starts_with('"')) return TextKind::json;
  }
  if (content[0] == '[' && !inner.empty()) {
    if (inner[0] == '{' || inner[0] == '"') return TextKind::json;
    if (is_letter(inner[0])) return TextKind::record;
  }
  return has_line_of_record(content) ? TextKind::record : TextKind::other;
}

TextKind kind_of_file(std::string_view name, std::string_view text) {
  const TextKind kind = kind_of_text(text);
  // Lines of a record with commas look like a table.
  const bool is_lines = kind == TextKind::other || kind == TextKind::table;
  return is_lines && name.ends_with(".train") ? TextKind::record : kind;
}

}  // namespace roundhouse::dsl
