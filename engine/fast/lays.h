#pragma once
// The tiles that a player may lay, by end, as bits: ends that are barred to everything are passed over before
// any tile is looked at, and a hand is matched to an end in one go. Internal to the engine.

#include <array>
#include <cstdint>

#include "engine/position.h"
#include "engine/read_word.h"
#include "engine/rules.h"
#include "engine/small_vector.h"
#include "engine/table.h"

namespace roundhouse::engine {

/// Tiles that may be laid to one end.
struct EndTiles {
  TileSet tiles;
  std::int16_t end;  ///< index into Position::ends
  std::int16_t count;
};

/// For the search itself: what is barred to some tiles, at these ends of the 64 at hand.
struct PairMask {
  const fast::Bar* bar = nullptr;  ///< to be asked at each end; nullptr: the following are known
  std::uint64_t ends = 0;
  TileSet fits;     ///< tiles that may be laid where they have the number of the end
  TileSet misfits;  ///< and where they have not
};
using PairBars = SmallVector<PairMask, 16>;

/// In the order of legal acts: end by end, at each the tiles by id.
struct Lays {
  int ends = 0;
  int count = 0;                      ///< pairs of end and tile in all
  std::array<EndTiles, max_ends> at;  // not initialised on purpose: only the first `ends` are ever read
  PairBars pairs;                     ///< scratch paper
};

/// All lays by the one whom the moment is about, whose turn it is. `reading` reads the moment, which is as it
/// was afterwards.
void find_lays(Evaluation& reading, Moment& moment, Lays& lays);
/// As above, if the table of ends is known that holds now, and it is not closed (RowCode::choice says which).
void find_lays_at_ends(Evaluation& reading, Moment& moment, const fast::EndTable& table, Lays& lays);
/// True if there is a legal lay.
bool can_lay(const Rules& program, const Position& position, Seat me);
/// True if `me` may lay this tile, in hand or not, to the end at this index.
bool may_lay(const Rules& program, const Position& position, Seat me, TileId tile, std::size_t end);

/// One of them by its number, from 0.
struct Lay {
  std::int16_t end = 0;
  TileId tile = no_tile;
};
Lay pick_lay(const Lays& lays, int number);

}  // namespace roundhouse::engine
