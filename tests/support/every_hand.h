#pragma once
// Hidden hands by trying out: every way to give each place a face, and each sighting a place. Slow and
// obvious, for a handful of places and six kinds of tiles.

#include <vector>

#include "engine/hands/hidden_hands.h"
#include "tests/support/chance.h"

namespace roundhouse::tests {

/// Some filling stands against nothing that is known.
bool any_hands_possible(const engine::HiddenHands& hands);
/// The one with these faces, by place, does not.
bool are_hands_possible(const engine::HiddenHands& hands, const std::vector<engine::TileId>& faces);

/// Two to five places of two players, with sightings, bans, witnesses and perhaps tests of whole hands.
/// `optional`: some of the places may hold no tile.
engine::HiddenHands random_hands(Chance& chance, bool joints, bool optional);

}  // namespace roundhouse::tests
