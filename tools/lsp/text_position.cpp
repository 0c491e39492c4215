#include "tools/lsp/text_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "dsl/base/utf8.h"

namespace roundhouse::cli {
namespace {

std::size_t units(const dsl::Utf8Character& character, Counting counting) {
  switch (counting) {
    case Counting::utf8:
      return character.length;
    case Counting::utf16:
      return character.valid && character.point > 0xFFFF ? 2 : 1;
    case Counting::utf32:
      return 1;
  }
  return 1;
}

constexpr std::string_view scheme = "file://";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::size_t offset_at(std::string_view text, TextPosition position, Counting counting) {
  std::size_t at = 0;
  for (std::size_t line = 0; line < position.line; ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  std::size_t counted = 0;
  while (at < text.size() && text[at] != '\n' && counted < position.character) {
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') break;
    const dsl::Utf8Character character = dsl::utf8_character(text, at);
    counted += units(character, counting);
    // Within a character is before it.
    if (counted > position.character) break;
    at += character.length;
  }
  return at;
}

TextPosition position_at(std::string_view text, std::size_t offset, Counting counting) {
  offset = std::min(offset, text.size());
  TextPosition position;
  position.line = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  std::size_t at = position.line == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  while (at < offset) {
    const dsl::Utf8Character character = dsl::utf8_character(text, at);
    if (at + character.length > offset) break;
    position.character += units(character, counting);
    at += character.length;
  }
  return position;
}

std::string path_of_uri(std::string_view uri) {
  if (!uri.starts_with(scheme)) return std::string(uri);
  std::string_view rest = uri.substr(scheme.size());
  // A host stands before the path; it is ours or none.
  rest.remove_prefix(std::min(rest.find('/'), rest.size()));
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool escaped =
        rest[i] == '%' && i + 2 < rest.size() && hex_value(rest[i + 1]) >= 0 && hex_value(rest[i + 2]) >= 0;
    if (escaped) {
      path += static_cast<char>(hex_value(rest[i + 1]) * 16 + hex_value(rest[i + 2]));
      i += 2;
    } else {
      path += rest[i];
    }
  }
  return std::filesystem::path(path).lexically_normal().string();
}

std::string uri_of_path(const std::string& path) {
  if (!path.starts_with('/')) return path;
  std::string uri(scheme);
  for (const char c : path) {
    if (stands_for_itself(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace roundhouse::cli
