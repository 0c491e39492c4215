#include "engine/position.h"

#include "engine/bits.h"

namespace roundhouse::engine {

int TileBag::size() const {
  int size = 0;
  for (const std::uint64_t word : once) size += count_bits(word);
  for (const std::uint64_t word : twice) size += count_bits(word);
  return size;
}

Position seen_by(const Position& position, Seat seat) {
  Position seen = position;
  if (seat == no_seat) return seen;
  for (std::size_t other = 0; other < seen.hands.size(); ++other)
    if (other != static_cast<std::size_t>(seat)) seen.hands[other] = {};
  return seen;
}

}  // namespace roundhouse::engine
