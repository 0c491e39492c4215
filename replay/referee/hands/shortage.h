#pragma once
// The count by which hands cannot be filled in: places that together have fewer tiles than places, by the
// theorem of Hall (On representatives of subsets, 1935). About places and what they may be; tests of whole
// hands it does not know.

#include <optional>
#include <vector>

#include "replay/referee/hands/clues.h"

namespace roundhouse::replay {

struct Shortage {
  std::vector<engine::Seat> seats;  ///< the holders of the tiles, ascending
  int needed = 0;                   ///< tiles in these hands that are neither written nor seen
  int copies = 0;                   ///< the tiles left that they could be; less than `needed`
  TileSet tiles;                    ///< these, by face
};

/// Absent: there are tiles enough, or the hands are impossible in another way.
std::optional<Shortage> shortage_of(const HiddenHands& hands);

}  // namespace roundhouse::replay
