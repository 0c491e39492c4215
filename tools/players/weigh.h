#pragma once
// The planner's evaluation of each tile that may be laid, for showing why it would lay one.

#include <vector>

#include "engine/player.h"

namespace roundhouse::engine {

struct WeighedLay {
  Act act;
  int points = 0;  ///< about how many points fewer than the others the seat has in the end; for comparing
  int trail = 0;   ///< tiles of the longest trail found that the hand still has for a train of the seat's own
};

/// Weighs the leads and lays among the acts of the sight, in their order.
std::vector<WeighedLay> weigh_lays(const Sight& sight);

}  // namespace roundhouse::engine
