#pragma once
// Tiles that a player shows: a `hand` line after the first turn, or a `left` line. What it says of the hand.

#include <string>
#include <vector>

#include "replay/record/set_tile.h"
#include "replay/referee/hands/clues.h"

namespace roundhouse::replay {

/// Clues that these tiles are in the hand of `clue.seat`; act and time are those of `clue`. `whole`: there
/// are no others in it.
std::vector<Clue> clues_from_shown(const engine::Rules& program, const std::vector<SetTile>& tiles,
                                   bool whole, const Clue& clue);

}  // namespace roundhouse::replay
