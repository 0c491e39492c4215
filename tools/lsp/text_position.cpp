#include "tools/lsp/text_position.h"

#include <algorithm>

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

}  // namespace roundhouse::cli
