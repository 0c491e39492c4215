#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

Utf8Character utf8_character_beyond_ascii(std::string_view text, std::size_t offset) {
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

}  // namespace roundhouse::dsl
