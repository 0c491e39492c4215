#include "engine/position.h"

#include "engine/bits.h"

namespace roundhouse::engine {

int TileBag::size() const {
  int size = 0;
  for (const std::uint64_t word : once) size += count_bits(word);
  for (const std::uint64_t word : twice) size += count_bits(word);
  return size;
}

}  // namespace roundhouse::engine
