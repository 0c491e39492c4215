#pragma once
// One train laid out by itself: its tiles in rows that bend at the walls of its lane, doubles crosswise, and
// branches in rows of their own above and below the double at whose side they begin. Knows no table and no
// other train. Internal to replay/drawing; table_plan.h has the units.

#include <cstddef>
#include <vector>

#include "replay/drawing/laid_tile.h"
#include "replay/drawing/table_plan.h"

namespace roundhouse::replay {

/// A tile of the block. The lane begins at x = 0 and goes to the right; y grows downward from its upper edge.
struct BlockTile {
  std::size_t laid = 0;  ///< index into the list of laid tiles
  TilePosition place;
};

struct TrainBlock {
  std::vector<BlockTile> tiles;
  int height = 0;
  int entry = half_tile / 2;  ///< y at which the track comes in from the hub
};

/// `width`: of the lane; at least least_lane. `train`: whose tiles are laid out.
TrainBlock lay_out_train(const std::vector<LaidTile>& laid, int train, int width);

/// Nothing narrower can hold a bend, and a branch beside it.
constexpr int least_lane = 13 * half_tile;

}  // namespace roundhouse::replay
