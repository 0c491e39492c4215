#pragma once
// The compiled engine and the slow reading in lock-step: the same rules, the same acts, and after every
// act the same expectations, legal acts, reasons and positions.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/fold.h"
#include "engine/rules.h"
#include "tests/slow/slow_game.h"

namespace roundhouse {

slow::Act slow_act(const engine::Act& act);
engine::Act engine_act(const slow::Act& act);

/// The engine's position as SlowGame::dump would write it.
std::string observe(const engine::Rules& program, const engine::Position& position);

/// A tally of what was seen while both played.
struct Tally {
  std::int64_t rounds = 0;
  std::int64_t unfinished = 0;  ///< rounds given up after very many acts
  std::int64_t acts = 0;
  std::int64_t illegal_acts_applied = 0;
};

struct Pace {
  int rounds = 1;           ///< in a match, one after another; fewer if the match is over before
  int wild_percent = 10;    ///< acts chosen among all legal ones instead of lay, draw, done
  int illegal_percent = 0;  ///< illegal acts carried out all the same
  int acts = 3000;          ///< most acts in a round
};

/// Plays rounds of a match with random acts. Empty if both always agreed; else what they say, and the acts
/// of the round up to there.
std::string disagreement(const dsl::CheckedRules& rules, const engine::Rules& program, std::uint64_t seed,
                         const Pace& pace, Tally& tally);

/// A match that goes on by other rules, or with more players, after its first rounds.
struct ChangedMatch {
  const dsl::CheckedRules& before;
  const dsl::CheckedRules& after;
  int players = 2;                ///< before
  std::vector<slow::Seat> seats;  ///< by seat before the seat afterwards
  int players_after = 2;
};

/// The same of such a match, with what is taken over and with how many points newcomers begin.
std::string disagreement(const ChangedMatch& match, std::uint64_t seed, const Pace& pace, Tally& tally);

}  // namespace roundhouse
