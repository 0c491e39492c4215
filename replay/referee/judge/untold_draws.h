#pragma once
// Draws that nobody wrote down: a player holds more tiles than follow from the record.

#include <cstddef>
#include <vector>

#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// Where in the record's text `draw` may be put before turns of this player in the last round: one a turn,
/// the newest turn first, and only where nothing is illegal by it and all of the round can be decided. In the
/// order in which they can be written without moving one another; fewer than `wanted` where no more were
/// found among `most_slip_lines` lines judged again. The record has a round.
std::vector<std::size_t> untold_draws(const engine::Rules& program, const Record& record, Seat player,
                                      std::size_t wanted);

}  // namespace roundhouse::replay
