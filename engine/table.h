#pragma once
// Moving tiles, ends and debts about in a position, so that its lists stay in canonical order and what is
// not used stays empty. Knows no rule. Internal to the engine.

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

inline std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

inline Seat left_of(const Rules& program, Seat seat) {
  return static_cast<Seat>(seat + 1 < program.players ? seat + 1 : 0);
}
/// The first in the order of `players`: round.first, or seat 1 before it is known.
inline Seat first_of_players(const Position& position) {
  return position.first == no_seat ? Seat{0} : position.first;
}

/// Tiles in a hand that nobody has named.
inline int unknown_tiles(const Position& position, Seat seat) {
  return position.players[index_of(seat)].count - position.hands[index_of(seat)].size();
}

/// One more tile in a hand; no_tile: it is only counted.
inline void put_in_hand(Position& position, Seat seat, TileId tile) {
  ++position.players[index_of(seat)].count;
  if (tile != no_tile) position.hands[index_of(seat)].add(tile);
}
/// One tile less; where it is not among the known ones it is only counted off.
inline void take_from_hand(Position& position, Seat seat, TileId tile) {
  auto& count = position.players[index_of(seat)].count;
  if (count > 0) --count;
  if (tile != no_tile) position.hands[index_of(seat)].remove(tile);
}
/// Takes one tile less from the boneyard; false: there was none.
inline bool take_from_boneyard(Position& position) {
  if (position.boneyard == 0) return false;
  --position.boneyard;
  return true;
}
/// Everything that lies aside goes back to the boneyard.
void put_aside_back(Position& position);
/// The tile lies on the table.
inline void put_on_table(Position& position, TileId tile) {
  position.laid_tiles.add(tile);
  ++position.played[static_cast<std::size_t>(high_of(tile))];
  if (!is_double(tile)) ++position.played[static_cast<std::size_t>(low_of(tile))];
}

/// The number of times that a tile lies open, on the table or aside: nobody can draw it or hold it.
int times_open(const Position& position, TileId tile);
/// The number of times that a tile is seen: on the table, aside and among the known tiles of all hands.
int times_seen(const Rules& program, const Position& position, TileId tile);

/// Keeps canonical order; nothing when the table is full.
void insert_end(Position& position, const End& end);
/// The end goes, and nothing comes in its place.
void erase_end(Position& position, int index);
/// The end goes, and a new one of the same train comes; says where it lies.
inline int replace_end(Position& position, int index, const End& end) {
  // Serials only grow, so the new end is the last of its train.
  End* place = position.ends.data() + index;
  const End* const last = position.ends.data() + position.end_count - 1;
  for (; place < last && (place + 1)->train == end.train; ++place) *place = *(place + 1);
  *place = end;
  return static_cast<int>(place - position.ends.data());
}
/// The index of the group's debt, or -1.
int find_debt(const Position& position, std::uint16_t group);
void push_debt(Position& position, const Debt& debt);
void erase_debt(Position& position, int index);

/// Every fact that is kept `per` this becomes false, 0 or absent.
void clear_facts(const Rules& program, Position& position, dsl::Scope per);

}  // namespace roundhouse::engine
