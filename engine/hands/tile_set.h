#pragma once
// A set of faces of tiles, by their numbers.

#include <bitset>

#include "engine/position.h"

namespace roundhouse::engine {

using TileSet = std::bitset<max_tile_kinds>;

}  // namespace roundhouse::engine
