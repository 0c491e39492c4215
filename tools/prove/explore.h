#pragma once
// All positions that one round can come to, breadth first, so that the acts which lead to a trouble are as
// few as can be. For small sets: two players and a double-2 set have thousands of positions, a real game has
// more than anybody can count. The order of the tiles in the boneyard is no part of a position, as chance is
// asked when a tile is taken; so all hidden orders are looked at together. Nothing else is taken for equal
// that is not the same for all play to come (state_key.h), or would be once the table is turned and numbers
// are exchanged that the rules cannot distinguish (symmetry.h).

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "tools/prove/hit_counts.h"
#include "tools/prove/symmetry.h"
#include "tools/prove/trouble.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

struct ExploreOptions {
  std::size_t most_positions = 200'000;
  std::uint64_t seed = 1;  ///< of the deals that are looked at where there are too many for all
  bool symmetry =
      true;  ///< false: positions that are equal only after turning and exchanging are counted apart
};

struct Exploration {
  Symmetry symmetry;          ///< by which the positions below are counted
  std::size_t positions = 0;  ///< different for all play to come; a player acts, or it is over
  std::size_t deals = 0;      ///< of them those in which a first turn begins
  std::size_t ends = 0;       ///< and those in which the round is over
  bool whole = true;          ///< false: there are too many for that; of some deals all were looked at
  /// Points by seat and the seat of the winner, of all rounds that came to an end. Of tables that differ by
  /// being turned one alone is here.
  std::set<std::vector<std::int32_t>> outcomes;
  std::vector<Trouble> troubles;
};

/// Explores the first round of a match. If the positions of all deals together are too many, a seventh of
/// what is allowed (of little: half) goes to deals drawn by lot, one after the other and each with all that
/// can come of it. `tally` counts what rows did.
Exploration explore(const WatchedRules& rules, const ExploreOptions& options, HitCounts& tally);

}  // namespace roundhouse::replay
