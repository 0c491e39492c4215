#pragma once
// A set of faces of tiles, by their numbers.

#include <bitset>

#include "engine/position.h"

namespace roundhouse::replay {

using TileSet = std::bitset<engine::max_tile_kinds>;

}  // namespace roundhouse::replay
