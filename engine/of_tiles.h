#pragma once
// Quantifiers over the tiles of a hand, worked out for the hand as a whole (dsl/code.h). Internal to the
// engine.

#include "dsl/program.h"
#include "engine/read_word.h"
#include "engine/set_steps.h"

namespace roundhouse::engine {

/// `tiles`: the set that the quantifier goes over, as in read_word.h; may be absent.
Value of_tiles(Reading& reading, dsl::Op op, Value tiles, const dsl::OfTiles& asked);

/// The tiles of which the comparison holds; of others than the set's it says nothing.
Tiles tiles_compared(Reading& reading, const dsl::TileBound& bound);

}  // namespace roundhouse::engine
