#pragma once
// The engine's set of tiles, under the name that all rooms of replay use.

#include "engine/tiles.h"

namespace roundhouse::replay {

using engine::TileSet;

}  // namespace roundhouse::replay
