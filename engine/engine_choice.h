#pragma once
// The choice of the engine: which tiles may be it, and which comes first of several. Looks at the known tiles
// of hands only. Internal to the engine.

#include <vector>

#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/table.h"

namespace roundhouse::engine {

/// True if this tile may be the engine.
bool is_wanted(const Rules& program, const Position& position, TileId tile);
/// True if any tile of the set may be, now or when the tiles lie otherwise.
bool may_any_be_wanted(const Rules& program, const Position& position);

/// The tiles that may be the engine of those that players are known to hold; worked out for all at once.
TileSet wanted_in_hands(const Rules& program, const Position& position);
/// True if the player holds one of these.
bool holds_any(const Position& position, Seat seat, const TileSet& tiles);

/// The tile that is set aside as the engine before the deal; no_tile: the set has none.
TileId engine_set_aside(const Rules& program, const Position& position);

/// The wanted engine that comes first of those that players are known to hold.
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
/// As above, for the tiles that may be set aside.
std::vector<HeldEngine> best_to_set_aside(const Rules& program, const Position& position);

/// The tile in hand that would be the engine before all others of the same hand, or no_tile.
TileId best_engine_in_hand(const Rules& program, const Position& position, Seat seat);

/// True if another tile or holder comes before this tile of this holder (no_seat: nobody's).
bool better_engine_held(const Rules& program, const Position& position, TileId tile, Seat holder);

}  // namespace roundhouse::engine
