#pragma once
// Play that looks for the shortest beginnings of rounds that show what examples do not show yet. Players of
// several policies, and at each choice all that might be done is looked at, also what is illegal by one row
// alone. The same seed plays the same rounds on every machine.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/prove/cover_rules.h"

namespace roundhouse::replay {

/// All acts of a round up to one that shows an aim.
struct Reaching {
  std::vector<engine::Act> acts;
  std::size_t chosen = 0;  ///< acts that players chose
  bool legal = true;       ///< else the last act is illegal
  std::string because;     ///< the row or law by which it is
};

struct CoveragePlay {
  std::vector<std::optional<Reaching>> best;  ///< by aim; absent: it was not reached, or is not wanted
  std::size_t positions = 0;
  std::size_t rounds = 0;
};

/// `wanted`: by aim.
CoveragePlay play_for(const CoverRules& rules, const CoverageAims& aims, const std::vector<char>& wanted,
                      std::uint64_t seed, std::size_t most_positions);

}  // namespace roundhouse::replay
