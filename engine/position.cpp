#include "engine/position.h"

#include "engine/bits.h"

namespace roundhouse::engine {

void TileBag::add(TileId tile) {
  if (tile >= max_tile_kinds) return;
  const auto word = static_cast<std::size_t>(tile) / 64;
  const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(tile) % 64);
  twice[word] |= once[word] & bit;
  once[word] |= bit;
}

void TileBag::remove(TileId tile) {
  if (tile >= max_tile_kinds) return;
  const auto word = static_cast<std::size_t>(tile) / 64;
  const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(tile) % 64);
  // The second copy goes first, so that twice stays a part of once.
  once[word] &= ~bit | twice[word];
  twice[word] &= ~bit;
}

int TileBag::size() const {
  int size = 0;
  for (const std::uint64_t word : once) size += count_bits(word);
  for (const std::uint64_t word : twice) size += count_bits(word);
  return size;
}

}  // namespace roundhouse::engine
