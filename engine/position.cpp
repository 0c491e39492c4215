#include "engine/position.h"

#include "engine/bits.h"

namespace roundhouse::engine {

int TileBag::size() const {
  int size = 0;
  // Hands of which little is known are mostly empty, and what is held twice is held once.
  for (std::size_t word = 0; word < once.words.size(); ++word)
    if (once.words[word] != 0) size += count_bits(once.words[word]) + count_bits(twice.words[word]);
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
