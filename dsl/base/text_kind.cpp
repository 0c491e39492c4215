#include "dsl/base/text_kind.h"

#include <algorithm>
#include <array>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {
namespace {

using namespace std::string_view_literals;

/// Among so many first bytes of a file that is no text, a zero stands.
constexpr std::size_t looked_at = 512;
/// The first bytes of pictures, documents and archives.
constexpr std::array binary_beginnings{"\x89PNG"sv,
                                       "\xFF\xD8\xFF"sv,
                                       "GIF8"sv,
                                       "RIFF"sv,
                                       "%PDF"sv,
                                       "PK\x03\x04"sv,
                                       "\x1F\x8B"sv,
                                       "\x7F"
                                       "ELF"sv,
                                       "BZh"sv,
                                       "\xFD"
                                       "7zXZ"sv};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_binary(std::string_view text) {
  const auto begins = [&](std::string_view with) { return text.starts_with(with); };
  if (std::any_of(binary_beginnings.begin(), binary_beginnings.end(), begins)) return true;
  // UTF-16 is text, in an encoding that has a message of its own.
  if (begins("\xFF\xFE") || begins("\xFE\xFF")) return false;
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

}  // namespace

TextKind kind_of_text(std::string_view text) {
  if (is_binary(text)) return TextKind::binary;
  const std::string_view content = first_content(text);
  if (content.empty()) return TextKind::other;
  const std::string_view inner = first_content(content.substr(1));
  if (has_key(content, "roundhouse")) return TextKind::rules;
  if (content[0] == '{')
    return has_key(inner, "roundhouse") ? TextKind::rules
           : inner.starts_with('"')     ? TextKind::json
                                        : TextKind::other;
  if (content[0] != '[' || inner.empty()) return TextKind::other;
  if (inner[0] == '{' || inner[0] == '"') return TextKind::json;
  return is_letter(inner[0]) ? TextKind::record : TextKind::other;
}

}  // namespace roundhouse::dsl
