#pragma once
// Two rule sets side by side: the same acts are played by both until they say something different of what may
// be done, who is to act, whether the round is over or what it was worth. Breadth first on small sets, so
// that nothing shorter shows it; at random on the real one.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules.h"
#include "tools/prove/trouble.h"

namespace roundhouse::replay {

struct Disagreement {
  std::vector<engine::Act> acts;  ///< by the rules of `judged_by`; with the last one they part
  enum class Side : std::uint8_t { left, right };
  Side judged_by = Side::left;  ///< by these all acts are legal
  /// The kind of difference: `legality`: the last act is illegal by the other rules.
  enum class Kind : std::uint8_t { legality, result } kind = Kind::legality;
  std::string left, right;  ///< the verdict of each, in a sentence
};

struct Disagreements {
  std::optional<Disagreement> found;
  std::size_t rounds = 0;  ///< of those at random
  std::size_t positions = 0;
  bool whole = true;  ///< false: there are more positions than were allowed
};

/// Both for the same number of players and the same set.
Disagreements find_disagreement(const engine::Rules& left, const engine::Rules& right,
                                std::size_t most_positions);

/// The disagreement that is looked for, and the players whose rounds are looked at.
struct RoamWishes {
  /// Empty: any will do. One that is none is passed by, and the round goes on with what both allow.
  std::function<bool(const Disagreement&)> wanted{};
  std::vector<int> ages{};  ///< by seat; empty: nobody gave any
};

/// As above where there are too many positions: rounds at random, by players of all policies (roam.h). Each
/// record that is found is shortened.
Disagreements roam_for_disagreement(const engine::Rules& left, const engine::Rules& right, std::uint64_t seed,
                                    std::size_t most_positions, const RoamWishes& wishes = {});

}  // namespace roundhouse::replay
