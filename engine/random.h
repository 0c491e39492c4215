#pragma once
// The generator that dealers and players are handed: xoshiro256** (Blackman and Vigna, public domain),
// its state filled by splitmix64. Pinned: the same seed gives the same game on every machine, which is
// why no distribution of the standard library is used.

#include <array>
#include <bit>
#include <cstdint>

namespace roundhouse::engine {

/// The finisher of splitmix64: a good mixing of 64 bits, one to one.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15U;
      word = mix64(seed);
    }
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// 0 to n - 1, by multiply and shift; 0 for n = 0. The bias is below n in four billion.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{n}) >> 32);
  }

  /// True with this probability; draws nothing for 0.
  constexpr bool happens(double probability) {
    return probability > 0 && static_cast<double>(next() >> 11) * 0x1p-53 < probability;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace roundhouse::engine
