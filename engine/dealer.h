#pragma once
// Chance: answers the acts whose tile (or player) is open, each possibility as likely as the next.
// Looks at nothing but what can still come.

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/random.h"

namespace roundhouse::engine {

/// A tile of the bag, every copy as likely as the next; no_tile: the bag is empty.
TileId choose_tile(const TileBag& bag, Random& random);

/// The act with its tile from the boneyard, or, for `first`, its player. For acts of chance and for
/// `draw`; every other act stays as it is.
Act answer_chance(const dsl::Program& program, const Position& position, Act act, Random& random);

}  // namespace roundhouse::engine
