#pragma once
// Play that looks for trouble where there are too many positions to look at all of them: at the real table,
// with every number of players, by players of several policies. The same seed plays the same rounds on every
// machine.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/fold.h"
#include "engine/random.h"
#include "tools/prove/hit_counts.h"
#include "tools/prove/trouble.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

/// Weights of a player's choices; 0: only where there is nothing else.
struct PlayPolicy {
  std::string_view name;
  int lay, lay_double, cover, draw, done, declared;
};
const std::vector<PlayPolicy>& all_policies();
/// One of the legal acts, of which there are some.
const engine::Act& choose(const engine::Position& position, const PlayPolicy& temper,
                          const engine::ActList& legal, engine::Random& random);
/// The next act, by chance or as the policy chooses. Absent: the round is over, or nobody can act. Writes
/// over `legal`.
std::optional<engine::Act> next_act(const engine::Rules& program, const engine::Position& position,
                                    const PlayPolicy& temper, engine::ActList& legal, engine::Random& random);

struct RoamOptions {
  std::uint64_t seed = 1;
  std::size_t most_positions = 50'000;
  int most_acts = 2'000;    ///< of a round that has not ended by then, the positions are searched for a loop
  int most_rounds = 4;      ///< of a match that is played on
  int played_on = 3;        ///< one match in so many; of the others the first round
  int whole_matches = 0;    ///< that are played on, too, without a look at what happens, only to see them end
  int longest_match = 400;  ///< in rounds, of those
};

struct Roaming {
  std::size_t positions = 0;
  std::size_t rounds = 0;
  std::size_t matches = 0;        ///< that were played to their end
  std::vector<Trouble> troubles;  ///< as short as they came
};

Roaming roam(const WatchedRules& rules, const RoamOptions& options, HitCounts& tally);

}  // namespace roundhouse::replay
