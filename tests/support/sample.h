#pragma once
// Samples of what `./dev test --long` tries whole: the same for the same seed, which is printed.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

#include "tests/support/chance.h"

namespace roundhouse::tests {

/// The seed of all samples: ROUNDHOUSE_TEST_SEED, or 1.
inline std::uint64_t sample_seed() {
  static const std::uint64_t seed = [] {
    const char* given = std::getenv("ROUNDHOUSE_TEST_SEED");
    const std::uint64_t number = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
    std::printf("samples are drawn by ROUNDHOUSE_TEST_SEED=%llu\n", static_cast<unsigned long long>(number));
    return number;
  }();
  return seed;
}

/// The seed with which a campaign begins that begins with this one where no other seed is given.
inline std::uint64_t seeds_from(std::uint64_t first) { return first + (sample_seed() - 1) * 100'000'000; }

/// So many of the numbers below `of`, in order; all of them where there are no more.
inline std::vector<std::size_t> sample(std::size_t of, std::size_t many) {
  std::vector<std::size_t> numbers(of);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  Chance chance(sample_seed());
  for (std::size_t i = 0; i + 1 < of && i < many; ++i)
    std::swap(numbers[i], numbers[i + static_cast<std::size_t>(chance.below(static_cast<int>(of - i)))]);
  numbers.resize(std::min(of, many));
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace roundhouse::tests
