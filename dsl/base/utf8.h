#pragma once
// Just enough of UTF-8: which bytes make a character, and which are none.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

/// One character of a text.
struct Utf8Character {
  char32_t point = 0;
  std::size_t length = 1;  ///< in bytes; 1 for a byte that is no UTF-8
  bool valid = false;
};

/// As above if the first byte is no ASCII.
Utf8Character utf8_character_beyond_ascii(std::string_view text, std::size_t offset);
/// The character that begins at `offset`, which must be within the text. Overlong forms, surrogates and
/// what lies past U+10FFFF are not valid.
inline Utf8Character utf8_character(std::string_view text, std::size_t offset) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  return lead < 0x80 ? Utf8Character{lead, 1, true} : utf8_character_beyond_ascii(text, offset);
}

/// True of a byte that begins a character: anything but a continuation byte.
constexpr bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

/// Returns the number of characters of a text.
constexpr std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// True of a text in the other common encoding, by the mark that it begins with.
constexpr bool is_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

}  // namespace roundhouse::dsl
