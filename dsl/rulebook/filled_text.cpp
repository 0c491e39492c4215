#include "dsl/rulebook/filled_text.h"

#include <algorithm>

namespace roundhouse::dsl {

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

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
    if (!fresh && width_of(line) + 1 + width_of(word) > width) {
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

}  // namespace roundhouse::dsl
