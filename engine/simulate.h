#pragma once
// Many random games and what came of them. Every game has a seed of its own, made of the run's seed and
// the game's number, and the figures of games can be added up in any order.

#include <array>
#include <cstdint>
#include <vector>

#include "engine/play.h"

namespace roundhouse::engine {

enum class Unit : std::uint8_t { round, match };

struct SimulateOptions {
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;  ///< numbers of games: first_game, first_game + 1, ...
  std::uint64_t games = 100;
  Unit unit = Unit::round;
  PlayOptions play{};
};

/// Sums, by seat where they are arrays. Means are for the reader to work out.
struct Figures {
  std::uint64_t games = 0;
  std::uint64_t finished = 0;
  std::uint64_t dead_ends = 0;
  std::uint64_t too_long = 0;
  std::uint64_t voided = 0;
  std::uint64_t rounds = 0;   ///< rounds that were played to their end
  std::uint64_t blocked = 0;  ///< of these, how many ended with nobody out
  std::uint64_t acts = 0;     ///< chance included
  std::uint64_t turns = 0;
  std::uint64_t lays = 0;
  std::uint64_t draws = 0;
  std::uint64_t pulls = 0;
  std::array<std::uint64_t, max_players> rounds_won{};
  std::array<std::uint64_t, max_players> games_led{};  ///< ended with the first place, shared or not
  std::array<std::int64_t, max_players> points{};
  std::vector<std::uint64_t> declared;  ///< how often each declared act was played
  std::uint64_t digest = 0;             ///< over every act of every game, chance included

  Figures& operator+=(const Figures& other);
  bool operator==(const Figures&) const = default;
};

/// The seed of one game of a run.
std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game);

/// One game, as simulate() plays it.
Figures simulate_game(const dsl::Program& program, const SimulateOptions& options, std::uint64_t game,
                      const Onlooker& onlooker = {});

Figures simulate(const dsl::Program& program, const SimulateOptions& options);

}  // namespace roundhouse::engine
