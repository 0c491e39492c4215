#pragma once
// Tiles that nobody wrote down, assumed for as long as an act is carried out.

#include <vector>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

struct Assumption {
  std::vector<engine::TileId> held{};      ///< in the actor's hand
  engine::TileId drawn = engine::no_tile;  ///< the tile that a draw brought; no_tile: as the act says
};

/// `trace` may be null.
void apply_assuming(const engine::Rules& program, engine::Position& position, const engine::Act& act,
                    const Assumption& assumed, engine::Trace* trace);

/// The position with these tiles known in the actor's hand, and the tile laid.
engine::Position with_tiles(const engine::Position& position, const engine::Act& act,
                            const std::vector<engine::TileId>& tiles);

}  // namespace roundhouse::replay
