#pragma once
// Many random games and what came of them. Every game has a seed of its own, made of the run's seed and
// the game's number, and the figures of games can be added up in any order: so a run can be cut up between
// the cores of a machine or between machines, and comes to the same.

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/play.h"
#include "tools/simulate/measures.h"

namespace roundhouse::engine {

enum class Unit : std::uint8_t { round, match };

struct SimulateOptions {
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;  ///< numbers of games: first_game, first_game + 1, ...
  std::uint64_t games = 100;
  Unit unit = Unit::round;
  PlayOptions play{};
  bool count_rules = false;     ///< see decisions.h; takes many times as long
  bool interest = false;        ///< the measures of interest; takes a few times as long
  bool shuffled_deals = false;  ///< each round from tiles shuffled beforehand, the same under any rules
  /// Each game all of play.seats (which names somebody for every seat) move on by one seat.
  bool rotate = false;
};

/// Sums, by seat where they are arrays; where seats are rotated by the place in play.seats. Means are for the
/// reader to work out, or see `measured`.
struct Figures {
  std::uint64_t games = 0;
  std::uint64_t finished = 0;
  std::uint64_t dead_ends = 0;
  std::uint64_t too_long = 0;
  std::uint64_t voided = 0;       ///< games that had void rounds and no other
  std::uint64_t rounds = 0;       ///< rounds that were finished: played to their end
  std::uint64_t void_rounds = 0;  ///< rounds that were none: for want of an engine, or by a rule
  std::uint64_t blocked = 0;      ///< finished rounds that ended with nobody out
  // Of all that was played, rounds without an end included.
  std::uint64_t acts = 0;   ///< chance included
  std::uint64_t turns = 0;  ///< that were begun
  std::uint64_t lays = 0;
  std::uint64_t draws = 0;
  std::uint64_t pulls = 0;
  std::array<std::uint64_t, max_players> rounds_won{};
  std::array<std::uint64_t, max_players> games_led{};  ///< ended with the first place, shared or not
  std::array<std::int64_t, max_players> points{};
  std::vector<std::uint64_t> declared;  ///< the times that each declared act was played, in any round
  /// The first game that came to a dead end or was too long.
  std::optional<std::uint64_t> endless_game;
  std::uint64_t digest = 0;     ///< over every act of every game, chance included
  std::vector<Ratio> measured;  ///< by place, see measures.h; empty where there was no game
  Histogram round_turns;        ///< the lengths of finished rounds
  Histogram round_points;       ///< of each player in each finished round
  Histogram game_points;        ///< of each player in each game that was finished

  Figures& operator+=(const Figures& other);
  bool operator==(const Figures&) const = default;
};

/// A plain count by the name that it has in JSON, CSV and shards.
struct PlainCount {
  std::string_view name;
  std::uint64_t Figures::*count;
};
inline constexpr PlainCount plain_counts[] = {
    {"games", &Figures::games},
    {"ended", &Figures::finished},
    {"dead_ends", &Figures::dead_ends},
    {"too_long", &Figures::too_long},
    {"void", &Figures::voided},
    {"rounds", &Figures::rounds},
    {"void_rounds", &Figures::void_rounds},
    {"blocked", &Figures::blocked},
    {"acts", &Figures::acts},
    {"turns", &Figures::turns},
    {"lays", &Figures::lays},
    {"draws", &Figures::draws},
    {"pulls", &Figures::pulls},
};

/// State that those who play games share with those who wait for them.
struct Progress {
  std::atomic<std::uint64_t> games = 0;  ///< played so far
  std::atomic<bool> stop = false;        ///< no more games are begun than have to be
};

/// The seed of one game of a run.
std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game);

/// One game, as simulate() plays it.
Figures simulate_game(const Rules& program, const SimulateOptions& options, std::uint64_t game,
                      const Observer& observer = {});

/// Plays all games on as many threads, this one among them. Stopped, it plays on until what it has played is
/// a run of fewer games, the same as if that many had been asked for.
Figures simulate(const Rules& program, const SimulateOptions& options, int jobs = 1,
                 Progress* progress = nullptr);

/// One of several tables that play side by side: the same games by their numbers.
struct SideTable {
  const Rules* program = nullptr;
  SimulateOptions options;  ///< equal for all: those of the first
};

/// Figures of each table, and of each but the first what an interval for its difference to the first needs.
struct SideBySide {
  std::vector<Figures> tables;
  std::vector<std::vector<RatioPair>> pairs;  ///< [table - 1][as places_of_both(first, table) has them]
  SideBySide& operator+=(const SideBySide& other);
  bool operator==(const SideBySide&) const = default;
};

/// Why two rule sets cannot be dealt the same tiles; empty: they can.
std::string refuse_same_deals(const Rules& first, const Rules& second);

/// Plays a game at each table before the next one, so that all have played the same when they are stopped. If
/// options say `shuffled_deals` and nothing speaks against it, a game is dealt the same tiles everywhere.
SideBySide simulate_side_by_side(const std::vector<SideTable>& tables, int jobs = 1,
                                 Progress* progress = nullptr);

}  // namespace roundhouse::engine
