#pragma once
// The end of a round that somebody else has counted: for records that know the scores and not the tiles.

#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The round is over with the points that are in the position: only `scored` and `round-over` happen, and
/// nobody is known to have gone out.
void close_round(const Rules& program, Position& position, Trace* trace = nullptr);

}  // namespace roundhouse::engine
