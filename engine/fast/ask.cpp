#include "engine/fast/ask.h"

#include "dsl/base/arithmetic.h"
#include "engine/fast/quantifiers.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

using fast::Decision;
using fast::Field;
using fast::is_of_end;
using fast::takes_work;

const Debt* debt_of(const Position& position, const End& end) {
  for (std::size_t i = 0; i < position.debt_count; ++i) {
    if (position.debts[i].group == end.group) return &position.debts[i];
  }
  return nullptr;
}

Value fresh_debts(const Position& position) {
  Value fresh = 0;
  for (std::size_t i = 0; i < position.debt_count; ++i) {
    if (position.debts[i].turn == position.turn_serial) ++fresh;
  }
  return fresh;
}

/// The end that the moment is about, if it need not be looked up.
inline const End* end_at_hand(const Evaluation& reading) {
  const Moment& moment = reading.moment;
  if (moment.end_index >= 0) return &reading.position.ends[static_cast<std::size_t>(moment.end_index)];
  return moment.end_gone ? &moment.end_snapshot : nullptr;
}

/// The train that is meant for the player who acts; -1: none.
inline int train_for(const Evaluation& reading, std::int32_t trains) {
  if (reading.position.engine_tile == no_tile) return -1;  // no train lies yet
  return reading.program.code.seat_trains[static_cast<std::size_t>(trains + 1 + reading.moment.me)];
}

/// Does an end of the train that is meant stand like that?
template <class Stands>
bool any_end(const Evaluation& reading, std::int32_t trains, Stands stands) {
  const int train = train_for(reading, trains);
  const End* const first = reading.position.ends.data();
  // Every train has an end at least, and they lie in the order of their trains.
  if (train >= 0 && reading.position.end_count == reading.program.trains.size()) return stands(first[train]);
  for (const End* end = first; end != first + reading.position.end_count; ++end) {
    if (end->train == train && stands(*end)) return true;
  }
  return false;
}

/// Loads a field of the end itself.
inline Value load_of_end(const Evaluation& reading, Field what, std::int32_t arg, const End& end) {
  const auto owner = [&] { return reading.program.trains[end.train].owner; };
  const TileId tile = reading.moment.tile;
  switch (what) {
    case Field::tile_fits:
      return truth(tile != no_tile && (high_of(tile) == end.pip || low_of(tile) == end.pip));
    case Field::end_pip:
      return end.pip;
    case Field::end_start:
      return truth(end.start);
    case Field::end_marked:
      return truth(end.marked);
    case Field::end_mine:
      return truth(owner() != no_seat && owner() == reading.moment.me);
    case Field::end_others:
      return truth(owner() != no_seat && owner() != reading.moment.me);
    case Field::end_on_train:
      return truth(end.train == train_for(reading, arg));
    case Field::end_kind:
      return reading.program.trains[end.train].kind_name.value;
      ROUNDHOUSE_WORK_FIELDS(ROUNDHOUSE_FIELD_CASE)
      ROUNDHOUSE_PLAIN_FIELDS(ROUNDHOUSE_FIELD_CASE)
      break;
  }
  return absent;
}
/// The number of the field if there is no end.
constexpr Value load_of_no_end(Field what) {
  return what == Field::end_pip || what == Field::end_kind ? absent : truth(false);
}

/// Everything but what takes work and what is of the end.
inline Value load_plain(const Evaluation& reading, Field what, std::int32_t arg) {
  const Position& position = reading.position;
  const Moment& moment = reading.moment;
  const auto fact = [&](Value slot) { return position.facts[static_cast<std::size_t>(slot)]; };
  const auto player = [&](Seat seat) -> const PlayerState& {
    return position.players[static_cast<std::size_t>(seat)];
  };
  switch (what) {
    ROUNDHOUSE_WORK_FIELDS(ROUNDHOUSE_FIELD_CASE)
    ROUNDHOUSE_END_FIELDS(ROUNDHOUSE_FIELD_CASE)
    break;
    case Field::game:
      return position.game;
    case Field::round_number:
      return position.round;
    case Field::round_double:
      return position.scheduled < 0 ? absent : position.scheduled;
    case Field::boneyard:
      return position.boneyard;
    case Field::lap:
      return position.lap;
    case Field::still:
      return position.still;
    case Field::laid:
      return position.laid;
    case Field::drawn:
      return position.drawn;
    case Field::drew:
      return position.drew;
    case Field::over:
      return truth(position.phase == Phase::over);
    case Field::any_debt:
      return truth(position.debt_count > 0);
    case Field::debt_count:
      return position.debt_count;
    case Field::fact:
      return fact(arg);
    // Of nobody: absent; no comparison with a truth value is met by that either.
    case Field::my_fact:
      return moment.me == no_seat ? absent : fact(arg + moment.me);
    case Field::whom_fact:
      return moment.whom == no_seat ? absent : fact(arg + moment.whom);
    case Field::my_count:
      return moment.me == no_seat ? absent : player(moment.me).count;
    case Field::my_turns:
      return moment.me == no_seat ? absent : player(moment.me).turns;
    case Field::my_points:
      return moment.me == no_seat ? absent : player(moment.me).points;
    case Field::whom_count:
      return moment.whom == no_seat ? absent : player(moment.whom).count;
    case Field::train_started: {
      const int train = train_for(reading, arg);
      return truth(train >= 0 && (position.started >> train & 1U) != 0);
    }
    case Field::train_marked:
      return truth(any_end(reading, arg, [](const End& end) { return end.marked; }));
    case Field::tail_marked:
      return truth(any_end(reading, arg, [](const End& end) { return end.tail && end.marked; }));
    case Field::tile_double:
      return truth(moment.tile != no_tile && is_double(moment.tile));
    case Field::tile_high:
      return moment.tile == no_tile ? absent : high_of(moment.tile);
    case Field::tile_low:
      return moment.tile == no_tile ? absent : low_of(moment.tile);
    case Field::high_used:
      return truth(moment.tile != no_tile && (position.used >> high_of(moment.tile) & 1U) != 0);
    case Field::tile_pips:
      return moment.tile == no_tile ? absent : pips_of(moment.tile);
    case Field::debt_fresh:
      return truth(moment.has_debt && moment.debt.turn == position.turn_serial);
    case Field::debt_covers:
      return moment.has_debt ? moment.debt.covers : absent;
    case Field::me:
      return seat_value(moment.me);
    case Field::turn_player:
      return seat_value(position.turn_player);
    case Field::oldest_by:
      return position.debt_count == 0 ? absent : seat_value(position.debts[0].by);
    case Field::newest_by:
      return position.debt_count == 0 ? absent : seat_value(position.debts[position.debt_count - 1U].by);
  }
  return absent;
}

/// The one number less the other. Numbers stop long before this runs over.
Value difference_of(Evaluation& reading, std::int32_t arg) {
  const fast::NumberPair& pair = reading.program.code.number_pairs[static_cast<std::size_t>(arg)];
  const Value one = load(reading, pair.one);
  if (one == absent) return absent;
  const Value other = load(reading, pair.other);
  return other == absent ? absent : one - dsl::sum_of(other, pair.more);
}

/// True if a tile with this number is in hand. `rest`: beside the one that the moment is about.
bool bears(Evaluation& reading, std::int32_t arg, bool rest) {
  const Moment& moment = reading.moment;
  if (moment.me == no_seat) return false;
  const Value number = load(reading, reading.program.code.operands[static_cast<std::size_t>(arg)]);
  if (number < 0 || number > max_highest) return false;
  const TileSet& bearing = tiles_bearing(number);
  const TileBag& hand = reading.position.hands[index_of(moment.me)];
  std::uint64_t others = 0;
  for (std::size_t word = 0; word < bearing.words.size(); ++word) {
    std::uint64_t tiles = hand.once.words[word];
    const TileId tile = moment.tile;
    if (rest && !moment.tile_gone && tile / 64U == word) {
      tiles = (tiles & ~(std::uint64_t{1} << (tile % 64U))) | hand.twice.words[word];
    }
    others |= tiles & bearing.words[word];
  }
  return others != 0;
}

/// Loads what a node asks of hands without a walk to get there.
Value load_node(Evaluation& reading, std::int32_t index) {
  const fast::Code& code = reading.program.code;
  const std::int32_t table = code.tiles_alone[static_cast<std::size_t>(index)];
  if (table < 0) return read_node(reading, index);
  const fast::OfTiles& asked = code.of_tiles[static_cast<std::size_t>(table)];
  if (asked.hand == fast::OfTiles::Hand::other) return read_node(reading, index);
  return of_tiles(reading, reading.program.nodes[static_cast<std::size_t>(index)].op,
                  hand_asked(reading, asked), asked);
}

Value load_by_work(Evaluation& reading, Field what, std::int32_t arg) {
  const Position& position = reading.position;
  if (what == Field::node) return load_node(reading, arg);
  if (what == Field::can) {
    return truth(can_act(reading.program, position, reading.moment, {static_cast<std::uint16_t>(arg)}));
  }
  if (what == Field::fresh_debts) return fresh_debts(position);
  if (what == Field::difference_of_pair) return difference_of(reading, arg);
  if (what == Field::hand_bears || what == Field::rest_bears) {
    return truth(bears(reading, arg, what == Field::rest_bears));
  }
  const End* end = end_at_hand(reading);
  if (end == nullptr && reading.moment.end != absent) {
    const Value found = read_root(reading, dsl::Root::end);
    if (found != absent) end = &end_at(reading, found);
  }
  const auto load_either = [&](Field plain) {
    if (!is_of_end(plain)) return load_plain(reading, plain, 0);  // of a pair neither has an argument
    return end == nullptr ? load_of_no_end(plain)
                          : load_of_end(reading, plain, plain == what ? arg : 0, *end);
  };
  if (what == Field::difference) {
    const Value a = load_either(static_cast<Field>(arg % 256));
    const Value b = load_either(static_cast<Field>(arg / 256));
    return a == absent || b == absent ? absent : a - b;  // numbers stop long before this runs over
  }
  if (!takes_work(what)) return load_either(what);
  const Debt* debt = end == nullptr ? nullptr : debt_of(position, *end);
  return truth(debt != nullptr && (what == Field::end_owed || debt->turn == position.turn_serial));
}

// On its own, so that what is asked most often needs no call at all.
#if defined(__GNUC__)
__attribute__((noinline))
#endif
fast::DecisionRef
follow_closely(Evaluation& reading, const Decision& decision) {
  const fast::DecisionRef next = next_of(decision, load_by_work(reading, decision.field, decision.arg));
  return follow_diagram(reading, next);
}

}  // namespace

Value load(Evaluation& reading, const fast::Operand& number) {
  if (takes_work(number.field)) return load_by_work(reading, number.field, number.arg);
  if (!is_of_end(number.field)) return load_plain(reading, number.field, number.arg);
  const End* end = end_at_hand(reading);
  return end == nullptr ? load_by_work(reading, number.field, number.arg)
                        : load_of_end(reading, number.field, number.arg, *end);
}

fast::DecisionRef follow_slowly(Evaluation& reading, fast::DecisionRef first) {
  const Decision* decisions = reading.program.code.decisions.data();
  fast::DecisionRef at = first;
  do {
    const Decision& decision = decisions[at];
    Value seen = absent;
    if (is_of_end(decision.field)) {
      const End* end = end_at_hand(reading);
      if (end == nullptr) return follow_closely(reading, decision);
      seen = load_of_end(reading, decision.field, decision.arg, *end);
    } else if (decision.field == Field::fresh_debts) {
      seen = fresh_debts(reading.position);
    } else if (decision.field == Field::difference_of_pair) {
      seen = difference_of(reading, decision.arg);
    } else if (decision.field == Field::node) {
      seen = load_node(reading, decision.arg);
    } else {
      if (takes_work(decision.field)) return follow_closely(reading, decision);
      seen = load_plain(reading, decision.field, decision.arg);
    }
    at = next_of(decision, seen);
    at = follow_fields(reading.program.code, reading.position, reading.moment.me, at);
  } while (at >= 0);
  return at;
}

}  // namespace roundhouse::engine
