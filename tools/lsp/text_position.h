#pragma once
// Places as editors name them: lines and characters as they count them, with bytes as we do, and files.

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

/// Whatever is out of range is taken for the nearest place that there is.
std::size_t offset_at(std::string_view text, TextPosition position, Counting counting);
TextPosition position_at(std::string_view text, std::size_t offset, Counting counting);

// Names of files as editors write them: file:///home/ann/our%20rules.yaml.

/// The path, in its plain form; of a name that is no file's the name itself.
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(const std::string& path);

}  // namespace roundhouse::cli
