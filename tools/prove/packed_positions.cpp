#include "tools/prove/packed_positions.h"

#include <array>
#include <cstring>
#include <utility>

namespace roundhouse::replay {
namespace {

using Bytes = std::array<unsigned char, sizeof(engine::Position)>;

Bytes bytes_of(const engine::Position& position) {
  Bytes made{};
  std::memcpy(made.data(), &position, sizeof position);
  return made;
}

/// So many bytes that are the same cost less than a new run.
constexpr std::size_t least_gap = 4;

}  // namespace

/// A run: how far behind the last one it begins, how long it is, the bytes.
void PackedPositions::push(const engine::Position& position) {
  const Bytes mine = bytes_of(position);
  std::string packed;
  std::size_t last = 0;
  for (std::size_t i = 0; i < mine.size();) {
    if (mine[i] == base_bytes_[i]) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    for (std::size_t at = end; at < mine.size() && at - end < least_gap && at - i < UINT8_MAX; ++at)
      if (mine[at] != base_bytes_[at]) end = at + 1;
    const auto gap = static_cast<std::uint16_t>(i - last);
    packed += {static_cast<char>(gap & 255), static_cast<char>(gap >> 8), static_cast<char>(end - i)};
    packed.append(reinterpret_cast<const char*>(&mine[i]), end - i);
    i = last = end;
  }
  packed.shrink_to_fit();
  packed_.push_back(std::move(packed));
}

engine::Position PackedPositions::pop() {
  Bytes made = base_bytes_;
  const std::string packed = std::move(packed_.front());
  packed_.pop_front();
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(packed[at]));
  };
  for (std::size_t at = 0, place = 0; at < packed.size();) {
    place += byte(at) + 256 * byte(at + 1);
    const std::size_t bytes = byte(at + 2);
    std::memcpy(&made[place], packed.data() + at + 3, bytes);
    place += bytes;
    at += 3 + bytes;
  }
  engine::Position position;
  std::memcpy(static_cast<void*>(&position), made.data(), sizeof position);
  return position;
}

PackedPositions::PackedPositions(const engine::Position& base) : base_bytes_(bytes_of(base)) {}

}  // namespace roundhouse::replay
