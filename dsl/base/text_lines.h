#pragma once
// A text cut into lines.

#include <cstddef>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// Without their ends, Windows ones included. What stands behind the last line's end is no line if it is
/// empty.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace roundhouse::dsl
