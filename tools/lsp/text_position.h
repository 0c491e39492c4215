#pragma once
// Lines and characters as editors count them, and bytes as we do. Whatever is out of range is taken for the
// nearest place that there is.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace roundhouse::cli {

/// The unit in which characters are counted.
enum class Counting : std::uint8_t { utf16, utf8, utf32 };

struct TextPosition {
  std::size_t line = 0;       ///< from 0
  std::size_t character = 0;  ///< from 0
};

std::size_t offset_at(std::string_view text, TextPosition position, Counting counting);
TextPosition position_at(std::string_view text, std::size_t offset, Counting counting);

}  // namespace roundhouse::cli
