#pragma once
// The count by which hands cannot be filled in: places that together have fewer tiles than places, by the
// theorem of Hall (On representatives of subsets, 1935). Tells of places and what they may be; of tests of
// whole hands it knows nothing.

#include <optional>
#include <vector>

#include "replay/referee/hands/clues.h"

namespace roundhouse::replay {

struct Shortage {
  std::vector<engine::Seat> seats;  ///< whose hands the tiles are in, ascending
  int needed = 0;                   ///< tiles in these hands that are neither written nor seen
  int copies = 0;                   ///< what is left that they could be; less than `needed`
  TileSet tiles;                    ///< these, by face
};

/// Absent: there are tiles enough, or the hands are impossible in another way.
std::optional<Shortage> shortage_of(const HiddenHands& hands);

}  // namespace roundhouse::replay
