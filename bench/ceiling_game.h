#pragma once
// The game of bench/ceiling.yaml, played by the engine with the random numbers of a simulator that was
// written by hand for this one game and knows no rules: the same shuffles, the same choices, and so the same
// checksum if every rule is read alike. Knows the order in which that simulator asks for numbers; calls
// nothing but the fold.

#include <array>
#include <cstdint>

#include "engine/rules.h"

namespace roundhouse::bench {

/// The counts that the other simulator makes of one game.
struct CeilingGame {
  std::array<std::uint32_t, 4> totals{};
  std::uint32_t turns = 0;
  std::uint32_t plays = 0;
  std::uint32_t draws = 0;    ///< after the deal, those for the engine included
  std::uint32_t blocked = 0;  ///< rounds that nobody won
  bool finished = false;      ///< all rounds were played to their end

  /// Its part of the run's checksum, which is the sum of all parts.
  std::uint64_t part(std::uint64_t game) const;
};

/// `program`: of bench/ceiling.yaml for four players.
CeilingGame play_ceiling_game(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t game);

/// The checksum of that many games, from game 0.
std::uint64_t ceiling_checksum(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t games);

}  // namespace roundhouse::bench
