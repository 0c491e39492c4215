#include "replay/prove/packed_positions.h"

#include <array>
#include <cstring>
#include <utility>

namespace roundhouse::replay {
namespace {

constexpr std::size_t words = (sizeof(engine::Position) + 7) / 8;
using Words = std::array<std::uint64_t, words>;

Words words_of(const engine::Position& position) {
  Words made{};
  std::memcpy(made.data(), &position, sizeof position);
  return made;
}

}  // namespace

/// A run: at which word it begins, how many there are, the words.
void PackedPositions::push(const engine::Position& position) {
  const Words base = words_of(base_);
  const Words mine = words_of(position);
  std::string packed;
  for (std::size_t i = 0; i < words;) {
    if (mine[i] == base[i]) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < words && mine[end] != base[end]) ++end;
    const std::array<std::uint16_t, 2> run{static_cast<std::uint16_t>(i),
                                           static_cast<std::uint16_t>(end - i)};
    packed.append(reinterpret_cast<const char*>(run.data()), sizeof run);
    packed.append(reinterpret_cast<const char*>(&mine[i]), (end - i) * sizeof(std::uint64_t));
    i = end;
  }
  packed_.push_back(std::move(packed));
}

engine::Position PackedPositions::pop() {
  Words made = words_of(base_);
  const std::string packed = std::move(packed_.front());
  packed_.pop_front();
  for (std::size_t at = 0; at < packed.size();) {
    std::array<std::uint16_t, 2> run{};
    std::memcpy(run.data(), packed.data() + at, sizeof run);
    at += sizeof run;
    const std::size_t bytes = run[1] * sizeof(std::uint64_t);
    std::memcpy(&made[run[0]], packed.data() + at, bytes);
    at += bytes;
  }
  engine::Position position;
  std::memcpy(static_cast<void*>(&position), made.data(), sizeof position);
  return position;
}

}  // namespace roundhouse::replay
