#include "tools/screen/typed_line.h"

#include <array>

#include "dsl/base/utf8.h"

namespace roundhouse::replay {

void type_key(std::string& line, const Key& key) {
  constexpr std::size_t most_typed = 200;
  const char32_t point = key.point;
  if (point < U' ' || point == 0x7F || line.size() >= most_typed) return;
  const auto add = [&](char32_t byte) { line += static_cast<char>(static_cast<unsigned char>(byte)); };
  const unsigned more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  constexpr std::array<char32_t, 4> leads{0, 0xC0, 0xE0, 0xF0};
  add(leads[more] | (point >> (6U * more)));
  for (unsigned left = more; left > 0; --left) add(0x80U | ((point >> (6U * (left - 1))) & 0x3FU));
}

void take_last(std::string& line) {
  while (!line.empty() && !dsl::begins_character(line.back())) line.pop_back();
  if (!line.empty()) line.pop_back();
}

}  // namespace roundhouse::replay
