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

/// True of a byte that begins a character: anything but a continuation byte.
constexpr bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

/// As utf8_character, if the first byte is no ASCII.
inline Utf8Character utf8_character_beyond_ascii(std::string_view text, std::size_t offset) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const Utf8Character broken{lead, 1, false};
  if (lead < 0xC2 || lead > 0xF4 || text.size() - offset < length) return broken;
  char32_t point = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (begins_character(text[offset + i])) return broken;
    point = (point << 6U) | (static_cast<unsigned char>(text[offset + i]) & 0x3FU);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (overlong || surrogate || point > 0x10FFFF) return broken;
  return {point, length, true};
}

/// The character that begins at `offset`, which must be within the text. Overlong forms, surrogates and
/// what lies past U+10FFFF are not valid.
inline Utf8Character utf8_character(std::string_view text, std::size_t offset) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  return lead < 0x80 ? Utf8Character{lead, 1, true} : utf8_character_beyond_ascii(text, offset);
}

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
