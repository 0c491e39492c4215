#pragma once
// The tally of every single act of a game, chance included: the number of each kind, and a digest over all of
// them in their order. It is asked about millions of acts a second, so it looks at nothing else; anything
// that a position shows is counted at the end of a round.

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "engine/act.h"
#include "engine/random.h"

namespace roundhouse::engine {

class ActTally {
 public:
  explicit ActTally(std::size_t declared_acts) : declared_(declared_acts) {}

  /// A new game: the digest begins with its seed. The counts go on.
  void begin_game(std::uint64_t seed) { digest_ = seed; }

  void add(const Act& act) {
    digest_ =
        mix64(mix64(digest_ ^ packed(act)) + 0x9E3779B97F4A7C15U + static_cast<std::uint32_t>(act.amount));
    ++kinds_[static_cast<std::size_t>(act.kind)];
    if (act.kind == ActKind::declared) ++declared_[act.declared];
  }

  /// Over the acts of this game so far.
  std::uint64_t digest() const { return digest_; }
  /// The number of acts of this kind in all games.
  std::uint64_t count(ActKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  std::uint64_t acts() const { return std::accumulate(kinds_.begin(), kinds_.end(), std::uint64_t{0}); }
  const std::vector<std::uint64_t>& declared() const { return declared_; }

 private:
  /// All of an act but its amount, pinned.
  static std::uint64_t packed(const Act& act) {
    const auto byte = [](auto value) { return std::uint64_t{static_cast<std::uint8_t>(value)}; };
    return byte(act.kind) | byte(act.actor) << 8 | byte(act.tile) << 16 | byte(act.whom) << 24 |
           std::uint64_t{act.end} << 32 | std::uint64_t{act.declared} << 48;
  }

  std::uint64_t digest_ = 0;
  std::array<std::uint64_t, act_kinds> kinds_{};
  std::vector<std::uint64_t> declared_;
};

}  // namespace roundhouse::engine
