#pragma once
// All that could be played in a position, as lines for people: by tile where the hand is known, by end and
// number where it is not.

#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "tools/screen/screen.h"

namespace roundhouse::replay {

/// At least one line.
std::vector<StyledLine> could_play(const engine::Rules& program, const Header& header,
                                   const engine::Position& position);

}  // namespace roundhouse::replay
