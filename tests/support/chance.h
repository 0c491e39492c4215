#pragma once
// Chance for tests: the same choices for the same seed, or choices read off bytes, so that a fuzzer that
// alters the bytes alters the choices.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace roundhouse {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  /// The bytes must outlive it. When they are used up, choices count up from 0.
  explicit Chance(std::span<const std::uint8_t> bytes) : random_(0), bytes_(bytes), from_bytes_(true) {}

  /// From 0 to n - 1.
  int below(int n) {
    const auto count = static_cast<std::uint64_t>(n);
    return static_cast<int>((from_bytes_ ? next_bytes(count) : random_()) % count);
  }
  bool percent(int p) { return below(100) < p; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::uint64_t next_bytes(std::uint64_t count) {
    if (bytes_.empty()) return used_up_++;
    std::uint64_t value = 0;
    for (std::uint64_t most = 1; most < count && !bytes_.empty(); most *= 256) {
      value = value * 256 + bytes_.front();
      bytes_ = bytes_.subspan(1);
    }
    return value;
  }

  std::mt19937_64 random_;
  std::span<const std::uint8_t> bytes_;
  bool from_bytes_ = false;
  std::uint64_t used_up_ = 0;
};

}  // namespace roundhouse
