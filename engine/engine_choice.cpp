// Which tile is the engine: which may be, and which comes first of several.

#include "engine/engine_choice.h"

#include "engine/ask.h"
#include "engine/evaluate.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// The tiles of a hand that can be asked for at all.
TileBits possible_engines(const dsl::Program& program, const Position& position, Seat seat) {
  TileBits tiles = position.hands[index_of(seat)].once;
  for (std::size_t word = 0; word < tiles.size(); ++word) tiles[word] &= program.code.wanted[word];
  return tiles;
}

Value engine_rank(const dsl::Program& program, const Position& position, TileId tile, Seat holder) {
  const dsl::NodeRef best = program.setup.best;
  return best.given() ? evaluate(program, position, {.tile = tile, .holder = holder}, best) : high_of(tile);
}

}  // namespace

bool is_wanted(const dsl::Program& program, const Position& position, TileId tile) {
  if (tile >= program.tile_kinds) return false;
  if ((program.code.wanted[tile / 64U] >> (tile % 64U) & 1U) == 0) return false;
  const Moment moment{.tile = tile};
  Reading reading(program, position, moment);
  return ask(reading, program.code.is_wanted);
}

bool is_any_wanted(const dsl::Program& program, const Position& position) {
  bool any = false;
  for_each_tile(program.code.wanted, [&](TileId tile) { any = any || is_wanted(program, position, tile); });
  return any;
}

TileId engine_set_aside(const dsl::Program& program, const Position& position) {
  TileId found = no_tile;
  Value best = absent;
  for (int id = 0; id < program.tile_kinds; ++id) {
    const auto tile = static_cast<TileId>(id);
    if (!is_wanted(program, position, tile)) continue;
    const Value rank = engine_rank(program, position, tile, no_seat);
    if (found == no_tile || rank > best) {
      found = tile;
      best = rank;
    }
  }
  return found;
}

HeldEngine best_held_engine(const dsl::Program& program, const Position& position) {
  HeldEngine best;
  Seat seat = first_of_players(position);
  for (int i = 0; i < program.players; ++i) {
    for_each_tile(possible_engines(program, position, seat), [&](TileId tile) {
      if (!is_wanted(program, position, tile)) return;
      const Value rank = engine_rank(program, position, tile, seat);
      // Of equal ones the tile with the lower id, then the player who comes sooner.
      if (!best.found() || rank > best.rank || (rank == best.rank && tile < best.tile)) {
        best = {tile, seat, rank};
      }
    });
    seat = left_of(program, seat);
  }
  return best;
}

TileId best_engine_in_hand(const dsl::Program& program, const Position& position, Seat seat) {
  TileId found = no_tile;
  Value best = absent;
  for_each_tile(possible_engines(program, position, seat), [&](TileId tile) {
    if (!is_wanted(program, position, tile)) return;
    const Value rank = engine_rank(program, position, tile, seat);
    if (found == no_tile || rank > best) {
      found = tile;
      best = rank;
    }
  });
  return found;
}

bool better_engine_held(const dsl::Program& program, const Position& position, TileId tile, Seat holder) {
  if (position.phase == Phase::aside) return engine_set_aside(program, position) != tile;
  const HeldEngine best = best_held_engine(program, position);
  if (!best.found() || (best.tile == tile && best.holder == holder)) return false;
  if (holder == no_seat) return true;
  const Value rank = engine_rank(program, position, tile, holder);
  return best.rank != rank ? best.rank > rank : best.tile <= tile;
}

}  // namespace roundhouse::engine
