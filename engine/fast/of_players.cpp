#include "engine/fast/of_players.h"

#include "dsl/base/arithmetic.h"
#include "engine/fast/ask.h"
#include "engine/table.h"

namespace roundhouse::engine {

using dsl::Op;

namespace {

/// The greatest or the least of numbers that stand in the position for each player.
Value extreme_field(const Evaluation& reading, const fast::FieldLocation& field, const fast::OfPlayers& asked,
                    bool least) {
  // So that the greatest is looked for either way.
  const Value sign = least ? -1 : 1;
  Value found = absent;
  for (int seat = 0; seat < reading.program.players; ++seat) {
    const Value number = sign * field_at(reading.position, field, asked.number.arg, static_cast<Seat>(seat));
    const bool counts = !asked.not_me || seat != reading.moment.me;
    found = counts && number > found ? number : found;
  }
  return found == absent ? absent : sign * found;
}

}  // namespace

[[gnu::noinline]] Value of_players(const Evaluation& reading, Op op, const fast::OfPlayers& asked) {
  const fast::FieldLocation& field = fast::row(asked.number.field).place;
  const bool is_extreme = op == Op::max || op == Op::min;
  if (is_extreme && field.mask != 0 && asked.where == fast::always) {
    return extreme_field(reading, field, asked, op == Op::min);
  }
  Moment moment;
  Evaluation of_player(reading.program, reading.position, moment);
  Value result = op == Op::any || op == Op::all || op == Op::count || op == Op::sum ? 0 : absent;
  Extreme found;
  const int first = first_of_players(reading.position);
  int seat = first;
  do {
    moment.me = static_cast<Seat>(seat);
    const bool is_chosen = (!asked.not_me || seat != reading.moment.me) &&
                           (asked.where == fast::always || ask(of_player, asked.where));
    if (op == Op::all) {
      if (!is_chosen) return 0;
    } else if (is_chosen) {
      if (op == Op::any) return 1;
      if (op == Op::count) {
        ++result;
      } else {
        const Value number = field.mask != 0 ? field_at(reading.position, field, asked.number.arg, moment.me)
                                             : load(of_player, asked.number);
        if (op == Op::sum) {
          if (number != absent) result = dsl::sum_of(result, number);
        } else {
          found.add(number, seat, op == Op::min);
        }
      }
    }
    if (++seat == reading.program.players) seat = 0;
  } while (seat != first);
  switch (op) {
    case Op::all:
      return 1;
    case Op::max:
    case Op::min:
      return found.number;
    case Op::sole:
      return found.alone ? found.element : absent;
    case Op::best:
      return found.element;
    case Op::any:
    case Op::count:
    case Op::sum:
      return result;
      ROUNDHOUSE_UNQUANTIFIED(ROUNDHOUSE_CASE)
      break;
  }
  return result;
}

}  // namespace roundhouse::engine
