#pragma once
// The moves of a round's tiles, as long as every one of them is written: the clues of such a round in a
// few bytes each. Whether they go together is plain without any search; only where they do not, or something
// turns out to be hidden, are they made into clues.

#include <cstdint>
#include <vector>

#include "engine/rules.h"
#include "replay/referee/hands/clues.h"

namespace roundhouse::replay {

struct HandMove {
  enum class Kind : std::uint8_t {
    comes,  ///< into the seat's hand
    goes,   ///< from it to the table
    out,    ///< lies in nobody's hand
  };
  std::int32_t act = 0;
  Kind kind = Kind::comes;
  engine::Seat seat = engine::no_seat;
  engine::TileId tile = engine::no_tile;
};

/// True if no tile is there more often than the set has it, and none goes that did not come.
bool go_together(const engine::Rules& program, const std::vector<HandMove>& moves);

/// Adds the clues that say the same.
void add_clues(const engine::Rules& program, const std::vector<HandMove>& moves, std::vector<Clue>& clues);

}  // namespace roundhouse::replay
