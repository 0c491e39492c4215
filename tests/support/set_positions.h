#pragma once
// Positions whose continuations are counted. tests/counts/<variant>.counts holds for each
//
//   == 4 17 60: what it shows
//
// and a record with every tile known, which leads to the position: from it there are 4 first acts, 17 ways of
// two acts, 60 of three. A draw counts once for each tile that may come up, be it a player's or one that a
// rule makes; where only one thing can come it counts as an act, too. A round that is over goes on by rulings
// alone. Lines before the first position are remarks.

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/fold.h"
#include "engine/rules.h"
#include "tests/slow/slow_game.h"

namespace roundhouse::tests {

struct SetPosition {
  std::string title;
  std::string record;
  std::vector<std::uint64_t> counts;  ///< from depth 1
};

struct SetPositions {
  std::string remarks;
  std::vector<SetPosition> positions;
};

/// Throws std::runtime_error at a line that cannot be read.
SetPositions read_set_positions(const std::string& text);
std::string write_set_positions(const SetPositions& all);

/// A position with the rules it is played by and the acts that led there. Requires that the record can be
/// folded to its end.
struct ReachedPosition {
  dsl::CheckedRules rules;
  engine::Rules program;
  std::vector<engine::Act> acts;
  engine::Position position;
};
ReachedPosition reach(const SetPosition& set);

/// The number of ways of going on by `depth` acts: by the compiled program, and by the slow reading.
std::uint64_t count_ways(const engine::Rules& program, const engine::Position& position, int depth);
std::uint64_t count_ways(const slow::SlowGame& game, int depth);

/// All acts with which the slow reading may go on, one for each tile that may come up.
std::vector<slow::Act> next_acts(const slow::SlowGame& game);

}  // namespace roundhouse::tests
