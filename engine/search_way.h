#pragma once
// The search for the engine after the deal: who draws, in what order, and what becomes of the tiles drawn.
// Read off the values of `setup.engine`. Knows nothing of hands.

#include <vector>

#include "dsl/program.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/table.h"

namespace roundhouse::engine {

struct SearchWay {
  dsl::SetupName from = dsl::SetupName::hands;
  dsl::SetupName missing = dsl::SetupName::unison;
  dsl::SetupName drawn = dsl::SetupName::keep;
  /// Only the leader looks for it, draws for it and leads it.
  bool alone = false;

  bool is_led() const { return from == dsl::SetupName::lead; }
  bool is_turned() const { return from == dsl::SetupName::turned; }
  /// True if all draw before anybody looks.
  bool in_unison() const { return missing == dsl::SetupName::unison && !alone; }
  /// True if nobody looks before it is their turn to.
  bool one_by_one() const { return missing == dsl::SetupName::one_by_one && !alone; }
  bool redeals() const { return missing == dsl::SetupName::redeal && !is_turned(); }
  /// True if a tile drawn for it is shown, and comes into the hand only if it may be the engine.
  bool shows() const { return missing == dsl::SetupName::reveal || drawn != dsl::SetupName::keep; }
  /// True if a tile that may not is in the boneyard again for the next draw.
  bool goes_back() const { return drawn == dsl::SetupName::back; }
};

SearchWay search_way(const Rules& program, const Position& position);

/// True if of equal engines chance decides.
bool ties_go_by_lot(const Rules& program, const Position& position);

/// The value of a setup's key that is one of the language's names.
dsl::SetupName setup_name(const Rules& program, const Position& position, dsl::NodeRef node,
                          dsl::SetupName otherwise);

/// The player with whom the search begins: the one with the right to lead, else the first.
Seat first_to_search(const Position& position);
/// Number of players who look for it and draw for it.
inline int searchers(const Rules& program, const SearchWay& way) { return way.alone ? 1 : program.players; }

// The choice of the engine: which tiles may be it, and which comes first of several. Looks at the known tiles
// of hands only. Internal to the engine.

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
