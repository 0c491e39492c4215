#pragma once
// The tiles that a player may lay, by end, as bits: ends that are barred to everything are passed over before
// any tile is looked at, and a hand is matched to an end in one go. Internal to the engine.

#include <array>
#include <cstdint>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/read_word.h"
#include "engine/rules.h"
#include "engine/small_vector.h"
#include "engine/table.h"

namespace roundhouse::engine {

/// Tiles that may be laid to one end. Made without values: of the many for which there is room few are
/// written, and only those are read.
struct EndTiles {
  EndTiles() {}  // NOLINT(cppcoreguidelines-pro-type-member-init,modernize-use-equals-default)
  union {
    TileSet tiles;
  };
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
/// All lays of tiles turned round. Only where rules let tiles be laid that match nothing (may_turn_tiles).
void find_turned(const Rules& program, const Position& position, Seat me, Lays& lays);
/// True if there is a legal lay.
bool can_lay(const Rules& program, const Position& position, Seat me);
/// True if `me` may lay this tile, in hand or not, to the end at this index.
bool may_lay(const Rules& program, const Position& position, Seat me, TileId tile, std::size_t end);

/// One of them by its number, from 0.
struct Lay {
  std::int16_t end = 0;
  TileId tile = no_tile;
  Joins joins = Joins::lesser;
};
Lay pick_lay(const Lays& lays, int number);

/// Visits all lays in the order of legal acts: a tile turned round behind the same one as it usually is.
template <class Visit>
void walk_lays(const Lays& usual, const Lays& turned, Visit&& visit) {
  const auto at = [](const Lays& lays, int i) -> const EndTiles& {
    return lays.at[static_cast<std::size_t>(i)];
  };
  for (int u = 0, t = 0; u < usual.ends || t < turned.ends;) {
    const bool is_usual = u < usual.ends && (t == turned.ends || at(usual, u).end <= at(turned, t).end);
    const bool is_turned = t < turned.ends && (u == usual.ends || at(turned, t).end <= at(usual, u).end);
    const std::int16_t end = is_usual ? at(usual, u).end : at(turned, t).end;
    const TileSet as_usual = is_usual ? at(usual, u++).tiles : TileSet();
    const TileSet round = is_turned ? at(turned, t++).tiles : TileSet();
    for_each_tile(as_usual | round, [&](TileId tile) {
      if (as_usual.has(tile)) visit(Lay{end, tile, Joins::lesser});
      if (round.has(tile)) visit(Lay{end, tile, Joins::greater});
    });
  }
}

}  // namespace roundhouse::engine
