#include "dsl/base/filled_text.h"

#include <algorithm>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

std::string filled_text(std::string_view text, std::string_view first, std::string_view rest,
                        std::size_t width) {
  std::string out;
  std::string line(first);
  bool fresh = true;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    if (!fresh && characters_in(line) + 1 + characters_in(word) > width) {
      out += line + "\n";
      line = rest;
      fresh = true;
    }
    if (!fresh) line += ' ';
    line += word;
    fresh = false;
  }
  return out + line + "\n";
}

std::string filled_lines(std::string_view text, std::size_t width) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (characters_in(line) <= width) {
      out += std::string(line) + "\n";
      continue;
    }
    const std::size_t gap = line.substr(0, width / 2).rfind("  ");
    const std::string_view columns = gap == std::string_view::npos ? "" : line.substr(0, gap + 2);
    const std::string under(columns.empty() ? 2 : characters_in(columns), ' ');
    out += filled_text(line.substr(columns.size()), columns, under, width);
  }
  return out;
}

}  // namespace roundhouse::dsl
