#pragma once
// Tiles that nobody named: the faces that they may have, of a hand partly known, of a tile half written.

#include <vector>

#include "engine/act.h"
#include "engine/evaluate_partly.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

/// The number of tiles of this hand that are not known; 0 for nobody.
int hidden_count(const Position& position, Seat seat);
/// True if some other player than this one holds tiles that are not known.
bool others_hidden(const engine::Rules& program, const Position& position, Seat seat);
/// True if the rules ask for ages, and nobody wrote down that of some player.
bool ages_hidden(const engine::Rules& program, const Position& position);
/// True if a value of the setup rests on such an age. `holder`: of the engine.
bool rests_on_ages(const engine::Rules& program, const Position& position, dsl::NodeRef value,
                   Seat holder = no_seat);

/// The faces that an unknown tile can have, as far as table and known hands show.
TileSet hidden_faces(const engine::Rules& program, const Position& position);

/// The hidden tiles of this position, and nothing else, as things that are not known.
engine::NotKnown hidden_tiles_of(const engine::Rules& program, const Position& position);

/// The faces that a tile can have: one, those that bear its known half, or all.
TileSet faces_of(const engine::Rules& program, const SetTile& tile);

/// True if these tiles, some of them half known or not at all, can all be in this hand.
bool among(const engine::Rules& program, const std::vector<SetTile>& tiles, const std::vector<TileId>& hand);

// Tiles that nobody wrote down, assumed for as long as an act is carried out.

struct Assumption {
  std::vector<TileId> held{};  ///< in the actor's hand
  TileId drawn = no_tile;      ///< the tile that a draw brought; no_tile: as the act says
};

/// `trace` may be null.
void apply_assuming(const engine::Rules& program, Position& position, const Act& act,
                    const Assumption& assumed, engine::Trace* trace);

/// The position with these tiles known in the actor's hand, and the tile laid.
Position with_tiles(const Position& position, const Act& act, const std::vector<TileId>& tiles);

}  // namespace roundhouse::replay
