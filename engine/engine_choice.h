#pragma once
// The choice of the engine: which tiles may be it, and which comes first of several. Looks at the known tiles
// of hands only. Internal to the engine.

#include <vector>

#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/table.h"

namespace roundhouse::engine {

/// May this tile be the engine?
bool is_wanted(const Rules& program, const Position& position, TileId tile);
/// May any tile of the set, now or when the tiles lie otherwise?
bool may_any_be_wanted(const Rules& program, const Position& position);

/// Of the tiles that players are known to hold, those that may be the engine; worked out for all at once.
TileSet wanted_in_hands(const Rules& program, const Position& position);
/// Does the player hold one of these?
bool holds_any(const Position& position, Seat seat, const TileSet& tiles);

/// The tile that is set aside as the engine before the deal; no_tile: the set has none.
TileId engine_set_aside(const Rules& program, const Position& position);

/// Of the engines wanted that players are known to hold, the one that comes first.
struct HeldEngine {
  TileId tile = no_tile;
  Seat holder = no_seat;
  Value rank = absent;

  bool found() const { return tile != no_tile; }
};

HeldEngine best_held_engine(const Rules& program, const Position& position);
/// All that nothing comes before but the order of tiles and players: in all hands, or in one (no_seat: all).
/// By tile, then by the order of `players`.
std::vector<HeldEngine> best_held_engines(const Rules& program, const Position& position, Seat only);
/// The same of the tiles that may be set aside.
std::vector<HeldEngine> best_to_set_aside(const Rules& program, const Position& position);

/// The tile in hand that would be the engine before all others of the same hand, or no_tile.
TileId best_engine_in_hand(const Rules& program, const Position& position, Seat seat);

/// Does another tile or holder come before this tile of this holder (no_seat: nobody's)?
bool better_engine_held(const Rules& program, const Position& position, TileId tile, Seat holder);

}  // namespace roundhouse::engine
