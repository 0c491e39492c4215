#pragma once
// The values of compiled expressions in a position. Total: no expression fails.

#include <cstdint>

#include "dsl/program.h"
#include "engine/position.h"

namespace roundhouse::engine {

/// A value of any type as a number: numbers themselves, truths 0 and 1, name ids, tile ids, seats, train
/// indexes, ends as serials, debts as groups. `absent` for something absent; truths are never absent.
using Value = std::int32_t;
constexpr Value absent = INT32_MIN;

/// What the roots that stand for a moment mean. Ends are serials; `end_snapshot` answers for an end
/// that is no longer on the table (after lay).
struct Moment {
  Seat me = no_seat;
  TileId tile = no_tile;
  Value end = absent;
  End end_snapshot{};  ///< valid if its serial is `end` and the table has no such end
  Value new_end = absent;
  Debt debt{};  ///< after cover
  bool has_debt = false;
  Seat whom = no_seat;
  std::int32_t amount = 0;
  Seat holder = no_seat;
};

Value evaluate(const dsl::Program& program, const Position& position, const Moment& moment,
               dsl::NodeRef node);

/// A condition; a node that is not given holds.
inline bool holds(const dsl::Program& program, const Position& position, const Moment& moment,
                  dsl::NodeRef node) {
  return !node.given() || evaluate(program, position, moment, node) == 1;
}

/// The index of the end with this serial in position.ends, or -1.
int find_end(const Position& position, Value serial);

}  // namespace roundhouse::engine
