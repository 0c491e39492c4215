#pragma once
// The order of players, for the engine itself. For others: ranks and match_ranks in fold.h.

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// True if they rank before each other: match.group is the same of both. Those of whom it is absent are one
/// group.
bool in_one_group(const Rules& program, const Position& position, Seat a, Seat b);

}  // namespace roundhouse::engine
