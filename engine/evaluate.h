#pragma once
// The values of compiled expressions in a position. Total: no expression fails.

#include <cstdint>

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// A value of any type as a number: numbers themselves, truths 0 and 1, name ids, tile ids, seats, train
/// indexes, ends as serials, debts as groups. `absent` for something absent; truths are never absent.
using Value = std::int32_t;
constexpr Value absent = INT32_MIN;
constexpr Value truth(bool value) { return value ? 1 : 0; }

/// Answers of can.ACT for one player in one position, kept so that several rows that ask the same
/// do not each work it out. Only good for as long as the position does not change.
struct CanMemo {
  Seat me = no_seat;
  std::uint32_t known = 0;  ///< bit a: act a, for acts below 32
  std::uint32_t found = 0;
};

/// The things that a condition is asked about, beside the position: what its roots `me`, `tile`, `end`,
/// `whom` and so on mean. Made anew for each act or event that asks rows. Ends are serials; `end_snapshot`
/// answers for an end that is no longer on the table (after lay).
struct Moment {
  Seat me = no_seat;
  TileId tile = no_tile;
  bool tile_gone = false;  ///< it has left the hand (after lay and lead), so that `rest` is the whole hand
  bool end_gone = false;   ///< `end` has left the table for certain: only the snapshot answers for it
  std::uint8_t key =
      fast::no_event_key;  ///< the key of an event about tile and end, if the caller has worked it out
  std::int16_t end_index =
      -1;  ///< the index of `end` in position.ends, if the caller knows it; -1: it is looked up
  Value end = absent;
  End end_snapshot{};  ///< valid if its serial is `end` and the table has no such end
  Value new_end = absent;
  std::int16_t new_index = -1;  ///< the index of `new_end` when it came; most times it still lies there
  Debt debt{};                  ///< after cover
  bool has_debt = false;
  Seat whom = no_seat;
  std::int32_t amount = 0;  ///< as an Act's; of a lay: which half joins (Joins)
  Seat holder = no_seat;
  CanMemo* can = nullptr;  ///< may be absent
};

Value evaluate(const Rules& program, const Position& position, const Moment& moment, dsl::NodeRef node);

/// The truth of a condition; a node that is not given holds.
inline bool holds(const Rules& program, const Position& position, const Moment& moment, dsl::NodeRef node) {
  return !node.given() || evaluate(program, position, moment, node) == 1;
}

/// The index of the end with this serial in position.ends, or -1.
int find_end(const Position& position, Value serial);
/// As above, looked for in one place first; it may be no place at all.
inline int find_end(const Position& position, Value serial, int hint) {
  const bool is_there = hint >= 0 && hint < position.end_count &&
                        position.ends[static_cast<std::size_t>(hint)].serial == serial;
  return is_there ? hint : find_end(position, serial);
}

/// The value of can.ACT: some such act by `moment.me` is legal now (false where nobody acts, or it is not the
/// player's turn for an act by turn). Defined in engine/legal.cpp, with the legal acts.
bool can_act(const Rules& program, const Position& position, const Moment& moment, dsl::ActId act);

/// player.rank: 1 + the players of the same group with a better place in match.order. Defined in
/// engine/rank.cpp, with ranks.
int rank_of(const Rules& program, const Position& position, Seat seat);

}  // namespace roundhouse::engine
