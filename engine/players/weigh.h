#pragma once
// What the planner thinks of each tile that may be laid, for who wants to be told why it would lay one.

#include <vector>

#include "engine/players/player.h"

namespace roundhouse::engine {

struct WeighedLay {
  Act act;
  int pips = 0;   ///< what the seat's hand and trains are worth behind it, in pips; greater is better
  int trail = 0;  ///< tiles of the longest trail found that the hand still has for a train of the seat's own
};

/// Of leads and lays among the acts of the sight, in their order.
std::vector<WeighedLay> weigh_lays(const Sight& sight);

}  // namespace roundhouse::engine
