#pragma once
// Counting the bits of a word and finding one of them by its number, with the processor's own instructions
// where the build allows them. Knows nothing of tiles.

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace roundhouse::engine {

/// The number of bits that are set.
inline int count_bits(std::uint64_t word) {
#if defined(__POPCNT__) || !defined(__x86_64__)
  return std::popcount(word);
#else
  // Without the instruction the library would go through a table.
  word -= (word >> 1) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return static_cast<int>((word * 0x0101010101010101U) >> 56);
#endif
}

/// The low bits of `bits`, each put where the next set bit of `into` is.
inline std::uint64_t deposit_bits(std::uint64_t bits, std::uint64_t into) {
#if defined(__BMI2__)
  return _pdep_u64(bits, into);
#else
  std::uint64_t made = 0;
  for (std::uint64_t left = into; left != 0; left &= left - 1, bits >>= 1) {
    if ((bits & 1U) != 0) made |= left & (~left + 1);
  }
  return made;
#endif
}

/// The place of the set bit that has `before` set bits below it; there must be one.
inline int find_bit(std::uint64_t word, int before) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << before, word));
#else
  int place = 0;
  for (int half = 32; half >= 8; half /= 2) {
    const std::uint64_t low = word & ((std::uint64_t{1} << half) - 1);
    const int below = count_bits(low);
    if (before >= below) {
      before -= below;
      place += half;
      word >>= half;
    } else {
      word = low;
    }
  }
  for (; before > 0; --before) word &= word - 1;
  return place + std::countr_zero(word);
#endif
}

/// Bit i of the one at place 2 * i, of the other at 2 * i + 1.
inline std::uint64_t interleave(std::uint32_t even, std::uint32_t odd) {
#if defined(__BMI2__)
  return _pdep_u64(even, 0x5555555555555555U) | _pdep_u64(odd, 0xAAAAAAAAAAAAAAAAU);
#else
  const auto spread = [](std::uint64_t word) {
    word = (word | word << 16) & 0x0000FFFF0000FFFFU;
    word = (word | word << 8) & 0x00FF00FF00FF00FFU;
    word = (word | word << 4) & 0x0F0F0F0F0F0F0F0FU;
    word = (word | word << 2) & 0x3333333333333333U;
    return (word | word << 1) & 0x5555555555555555U;
  };
  return spread(even) | spread(odd) << 1;
#endif
}

}  // namespace roundhouse::engine
