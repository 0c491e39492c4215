#include "engine/ask.h"

namespace roundhouse::engine {
namespace {

using dsl::Look;
using dsl::Test;

Value truth(bool value) { return value ? 1 : 0; }

// What is asked seldom stands in functions of its own, so that what is asked often need not save registers.
#if defined(__GNUC__)
#define ROUNDHOUSE_SELDOM __attribute__((noinline, cold))
#define ROUNDHOUSE_OFTEN __attribute__((always_inline)) inline
#else
#define ROUNDHOUSE_SELDOM
#define ROUNDHOUSE_OFTEN inline
#endif

ROUNDHOUSE_SELDOM const End* look_up_end(const Reading& reading) {
  const Value end = read_root(reading, dsl::Root::end);
  return end == absent ? nullptr : &end_at(reading, end);
}

ROUNDHOUSE_SELDOM Value ask_can(const Reading& reading, std::int32_t act) {
  return truth(can_act(reading.program, reading.position, reading.moment, {static_cast<std::uint16_t>(act)}));
}

/// The end that the moment is about; nullptr: there is none.
ROUNDHOUSE_OFTEN const End* end_of(const Reading& reading) {
  const Moment& moment = reading.moment;
  if (moment.end_index >= 0) return &reading.position.ends[static_cast<std::size_t>(moment.end_index)];
  if (moment.end_gone) return &moment.end_snapshot;
  return look_up_end(reading);
}

ROUNDHOUSE_SELDOM const Debt* debt_of_end(const Reading& reading) {
  const End* end = end_of(reading);
  if (end == nullptr) return nullptr;
  for (std::size_t i = 0; i < reading.position.debt_count; ++i) {
    if (reading.position.debts[i].group == end->group) return &reading.position.debts[i];
  }
  return nullptr;
}

Seat owner_of_end(const Reading& reading, const End& end) { return reading.program.trains[end.train].owner; }

ROUNDHOUSE_SELDOM Value fresh_debts(const Position& position) {
  Value fresh = 0;
  for (std::size_t i = 0; i < position.debt_count; ++i) {
    if (position.debts[i].turn == position.turn_serial) ++fresh;
  }
  return fresh;
}

ROUNDHOUSE_OFTEN Value look(Reading& reading, Look what, std::int32_t arg) {
  const Position& position = reading.position;
  const Moment& moment = reading.moment;
  const auto fact = [&](Value slot) { return position.facts[static_cast<std::size_t>(slot)]; };
  // Of nobody: absent; no test of a truth value is met by that either.
  const auto fact_of = [&](Seat seat) { return seat == no_seat ? absent : fact(arg + seat); };
  const auto player = [&](Seat seat) -> const PlayerState* {
    return seat == no_seat ? nullptr : &position.players[static_cast<std::size_t>(seat)];
  };
  switch (what) {
    case Look::node:
      return read_node(reading, arg);
    case Look::can:
      return ask_can(reading, arg);
    case Look::game:
      return position.game;
    case Look::round_number:
      return position.round;
    case Look::boneyard:
      return position.boneyard;
    case Look::lap:
      return position.lap;
    case Look::still:
      return position.still;
    case Look::laid:
      return position.laid;
    case Look::drawn:
      return position.drawn;
    case Look::drew:
      return position.drew;
    case Look::over:
      return truth(position.phase == Phase::over);
    case Look::any_debt:
      return truth(position.debt_count > 0);
    case Look::debt_count:
      return position.debt_count;
    case Look::fresh_debts:
      return fresh_debts(position);
    case Look::fact:
      return fact(arg);
    case Look::my_fact:
      return fact_of(moment.me);
    case Look::whom_fact:
      return fact_of(moment.whom);
    case Look::my_count:
      return moment.me == no_seat ? absent : player(moment.me)->count;
    case Look::my_turns:
      return moment.me == no_seat ? absent : player(moment.me)->turns;
    case Look::my_points:
      return moment.me == no_seat ? absent : player(moment.me)->points;
    case Look::whom_count:
      return moment.whom == no_seat ? absent : player(moment.whom)->count;
    case Look::tile_double:
      return truth(moment.tile != no_tile && is_double(moment.tile));
    case Look::tile_high:
      return moment.tile == no_tile ? absent : high_of(moment.tile);
    case Look::tile_low:
      return moment.tile == no_tile ? absent : low_of(moment.tile);
    case Look::tile_pips:
      return moment.tile == no_tile ? absent : pips_of(moment.tile);
    case Look::tile_fits: {
      const End* end = end_of(reading);
      return truth(end != nullptr && moment.tile != no_tile &&
                   (high_of(moment.tile) == end->pip || low_of(moment.tile) == end->pip));
    }
    case Look::end_pip: {
      const End* end = end_of(reading);
      return end == nullptr ? absent : end->pip;
    }
    case Look::end_start: {
      const End* end = end_of(reading);
      return truth(end != nullptr && end->start);
    }
    case Look::end_marked: {
      const End* end = end_of(reading);
      return truth(end != nullptr && end->marked);
    }
    case Look::end_owed:
      return truth(debt_of_end(reading) != nullptr);
    case Look::end_fresh: {
      const Debt* debt = debt_of_end(reading);
      return truth(debt != nullptr && debt->turn == position.turn_serial);
    }
    case Look::end_mine: {
      const End* end = end_of(reading);
      if (end == nullptr) return 0;
      const Seat owner = owner_of_end(reading, *end);
      return truth(owner != no_seat && owner == moment.me);
    }
    case Look::end_others: {
      const End* end = end_of(reading);
      if (end == nullptr) return 0;
      const Seat owner = owner_of_end(reading, *end);
      return truth(owner != no_seat && owner != moment.me);
    }
    case Look::end_kind: {
      const End* end = end_of(reading);
      return end == nullptr ? absent : reading.program.trains[end->train].kind_name.value;
    }
    case Look::debt_fresh:
      return truth(moment.has_debt && moment.debt.turn == position.turn_serial);
    case Look::debt_covers:
      return moment.has_debt ? moment.debt.covers : absent;
  }
  return absent;
}

}  // namespace

bool ask_tests(Reading& reading, dsl::TestRef first) {
  const Test* tests = reading.program.code.tests.data();
  dsl::TestRef at = first;
  do {
    const Test& test = tests[at];
    const auto over = static_cast<std::uint32_t>(look(reading, test.look, test.arg)) -
                      static_cast<std::uint32_t>(test.low);
    at = over <= test.span ? test.yes : test.no;
  } while (at >= 0);
  return at == dsl::always;
}

}  // namespace roundhouse::engine
