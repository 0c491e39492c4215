#pragma once
// The answer to every root and member of the vocabulary. Internal to the evaluation: values of ends and
// debts are indexes here, not serials and groups, so that nothing is looked up twice.

#include <array>
#include <functional>

#include "engine/evaluate.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The state of one evaluation: the position asked about, and what is bound at the moment.
struct Evaluation {
  Evaluation(const Rules& rules, const Position& at, const Moment& then)
      : program(rules), position(at), moment(then) {}

  const Rules& program;
  const Position& position;
  const Moment& moment;
  std::array<Value, dsl::max_variables> variables;  // not initialised: a quantifier binds before it is read
};

/// Ends are indexes into position.ends, debts into position.debts; what is no longer on the table
/// is this: Moment::end_snapshot, Moment::debt.
constexpr Value snapshot = 1 << 16;
/// A set of tiles is the seat whose hand it is, with this bit where it is the hand without Moment::tile.
constexpr Value without_tile = 1 << 8;

inline Value seat_value(Seat seat) { return seat == no_seat ? absent : seat; }

const End& end_at(const Evaluation& reading, Value end);
const Debt& debt_at(const Evaluation& reading, Value debt);

Value read_root(const Evaluation& reading, dsl::Root root);
/// `receiver`: 0 for what there is one of (round, turn, match, set, debts). `argument`: where the member has
/// one.
Value read_member(const Evaluation& reading, dsl::Member member, Value receiver, Value argument);

/// The value of a node as it is used inside of an evaluation: ends and debts as above.
Value read_node(Evaluation& reading, std::int32_t node);

/// As above as it is used outside (see Value), in a reading whose variables may be bound.
Value evaluate(Evaluation& reading, dsl::NodeRef node);
/// Visits with each element of a quantifier's set, for which its `where` holds, bound to its variable.
void visit_each(Evaluation& reading, dsl::NodeRef quantifier, const std::function<void()>& visit);

/// The number of copies of the tile in this set.
int copies_in(const Evaluation& reading, Value tiles, TileId tile);

}  // namespace roundhouse::engine
