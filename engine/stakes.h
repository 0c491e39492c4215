#pragma once
// The cost of each tile left in hand by some rules: the rules are asked by ending a round with that tile in
// hand. Used by players, which know no rules.

#include <array>
#include <cstdint>

#include "engine/position.h"

namespace roundhouse::engine {

struct Rules;

struct Stakes {
  int points_sign = -1;  ///< 1 if it is good to have points, else -1
  /// The cost by tile: how many points worse than the others it leaves a player who has it in hand when
  /// somebody goes out, beside another tile.
  std::array<std::int16_t, max_tile_kinds> left_in_hand{};
};

Stakes stakes_of(const Rules& rules);

}  // namespace roundhouse::engine
