#include "engine/fast/ask.h"

#include "dsl/base/arithmetic.h"
#include "engine/fast/of_tiles.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

using fast::Look;
using fast::Test;

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
inline const End* end_at_hand(const Reading& reading) {
  const Moment& moment = reading.moment;
  if (moment.end_index >= 0) return &reading.position.ends[static_cast<std::size_t>(moment.end_index)];
  return moment.end_gone ? &moment.end_snapshot : nullptr;
}

/// Is it `node` to `end_fresh`, which take some work?
constexpr bool takes_work(Look what) { return what <= Look::end_fresh; }
constexpr bool is_of_end(Look what) { return what >= Look::tile_fits; }

/// The train that is meant for whoever acts; -1: none.
inline int train_for(const Reading& reading, std::int32_t trains) {
  if (reading.position.engine_tile == no_tile) return -1;  // no train lies yet
  return reading.program.code.seat_trains[static_cast<std::size_t>(trains + 1 + reading.moment.me)];
}

/// Does an end of the train that is meant stand like that?
template <class Stands>
bool any_end(const Reading& reading, std::int32_t trains, Stands stands) {
  const int train = train_for(reading, trains);
  const End* const first = reading.position.ends.data();
  // Every train has an end at least, and they lie in the order of their trains.
  if (train >= 0 && reading.position.end_count == reading.program.trains.size()) return stands(first[train]);
  for (const End* end = first; end != first + reading.position.end_count; ++end) {
    if (end->train == train && stands(*end)) return true;
  }
  return false;
}

/// What there is to see of the end itself.
inline Value look_at_end(const Reading& reading, Look what, std::int32_t arg, const End& end) {
  const auto owner = [&] { return reading.program.trains[end.train].owner; };
  const TileId tile = reading.moment.tile;
  switch (what) {
    case Look::tile_fits:
      return truth(tile != no_tile && (high_of(tile) == end.pip || low_of(tile) == end.pip));
    case Look::end_pip:
      return end.pip;
    case Look::end_start:
      return truth(end.start);
    case Look::end_marked:
      return truth(end.marked);
    case Look::end_mine:
      return truth(owner() != no_seat && owner() == reading.moment.me);
    case Look::end_others:
      return truth(owner() != no_seat && owner() != reading.moment.me);
    case Look::end_on_train:
      return truth(end.train == train_for(reading, arg));
    default:
      return reading.program.trains[end.train].kind_name.value;
  }
}
/// The same where there is no end.
constexpr Value look_at_no_end(Look what) {
  return what == Look::end_pip || what == Look::end_kind ? absent : truth(false);
}

/// Everything but what takes work and what is of the end.
inline Value look(const Reading& reading, Look what, std::int32_t arg) {
  const Position& position = reading.position;
  const Moment& moment = reading.moment;
  const auto fact = [&](Value slot) { return position.facts[static_cast<std::size_t>(slot)]; };
  const auto player = [&](Seat seat) -> const PlayerState& {
    return position.players[static_cast<std::size_t>(seat)];
  };
  switch (what) {
    case Look::node:
    case Look::can:
    case Look::difference:
    case Look::apart:
    case Look::hand_bears:
    case Look::rest_bears:
    case Look::fresh_debts:
    case Look::end_owed:
    case Look::end_fresh:
    case Look::tile_fits:
    case Look::end_pip:
    case Look::end_start:
    case Look::end_marked:
    case Look::end_mine:
    case Look::end_others:
    case Look::end_kind:
    case Look::end_on_train:
      break;
    case Look::game:
      return position.game;
    case Look::round_number:
      return position.round;
    case Look::round_double:
      return position.scheduled < 0 ? absent : position.scheduled;
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
    case Look::fact:
      return fact(arg);
    // Of nobody: absent; no test of a truth value is met by that either.
    case Look::my_fact:
      return moment.me == no_seat ? absent : fact(arg + moment.me);
    case Look::whom_fact:
      return moment.whom == no_seat ? absent : fact(arg + moment.whom);
    case Look::my_count:
      return moment.me == no_seat ? absent : player(moment.me).count;
    case Look::my_turns:
      return moment.me == no_seat ? absent : player(moment.me).turns;
    case Look::my_points:
      return moment.me == no_seat ? absent : player(moment.me).points;
    case Look::whom_count:
      return moment.whom == no_seat ? absent : player(moment.whom).count;
    case Look::train_started: {
      const int train = train_for(reading, arg);
      return truth(train >= 0 && (position.started >> train & 1U) != 0);
    }
    case Look::train_marked:
      return truth(any_end(reading, arg, [](const End& end) { return end.marked; }));
    case Look::tail_marked:
      return truth(any_end(reading, arg, [](const End& end) { return end.tail && end.marked; }));
    case Look::tile_double:
      return truth(moment.tile != no_tile && is_double(moment.tile));
    case Look::tile_high:
      return moment.tile == no_tile ? absent : high_of(moment.tile);
    case Look::tile_low:
      return moment.tile == no_tile ? absent : low_of(moment.tile);
    case Look::high_used:
      return truth(moment.tile != no_tile && (position.used >> high_of(moment.tile) & 1U) != 0);
    case Look::tile_pips:
      return moment.tile == no_tile ? absent : pips_of(moment.tile);
    case Look::debt_fresh:
      return truth(moment.has_debt && moment.debt.turn == position.turn_serial);
    case Look::debt_covers:
      return moment.has_debt ? moment.debt.covers : absent;
    case Look::me:
      return seat_value(moment.me);
    case Look::turn_player:
      return seat_value(position.turn_player);
    case Look::oldest_by:
      return position.debt_count == 0 ? absent : seat_value(position.debts[0].by);
    case Look::newest_by:
      return position.debt_count == 0 ? absent : seat_value(position.debts[position.debt_count - 1U].by);
  }
  return absent;
}

/// The one number less the other. Numbers stop long before this runs over.
Value apart(Reading& reading, std::int32_t arg) {
  const fast::NumberPair& pair = reading.program.code.number_pairs[static_cast<std::size_t>(arg)];
  const Value one = see(reading, pair.one);
  if (one == absent) return absent;
  const Value other = see(reading, pair.other);
  return other == absent ? absent : one - dsl::sum_of(other, pair.more);
}

/// Is there a tile with this number in hand? `rest`: beside the one that the moment is about.
bool bears(Reading& reading, std::int32_t arg, bool rest) {
  const Moment& moment = reading.moment;
  if (moment.me == no_seat) return false;
  const Value number = see(reading, reading.program.code.numbers[static_cast<std::size_t>(arg)]);
  if (number < 0 || number > max_highest) return false;
  const TileBits& bearing = tiles_bearing(number);
  const TileBag& hand = reading.position.hands[index_of(moment.me)];
  std::uint64_t others = 0;
  for (std::size_t word = 0; word < bearing.size(); ++word) {
    std::uint64_t tiles = hand.once[word];
    const TileId tile = moment.tile;
    if (rest && !moment.tile_gone && tile / 64U == word) {
      tiles = (tiles & ~(std::uint64_t{1} << (tile % 64U))) | hand.twice[word];
    }
    others |= tiles & bearing[word];
  }
  return others != 0;
}

/// What is asked of hands needs no walk to get there.
Value look_at_node(Reading& reading, std::int32_t index) {
  const fast::Code& code = reading.program.code;
  const std::int32_t table = code.tiles_alone[static_cast<std::size_t>(index)];
  if (table < 0) return read_node(reading, index);
  const fast::OfTiles& asked = code.of_tiles[static_cast<std::size_t>(table)];
  if (asked.hand == fast::OfTiles::Hand::other) return read_node(reading, index);
  return of_tiles(reading, reading.program.nodes[static_cast<std::size_t>(index)].op,
                  hand_asked(reading, asked), asked);
}

Value look_closely(Reading& reading, Look what, std::int32_t arg) {
  const Position& position = reading.position;
  if (what == Look::node) return look_at_node(reading, arg);
  if (what == Look::can) {
    return truth(can_act(reading.program, position, reading.moment, {static_cast<std::uint16_t>(arg)}));
  }
  if (what == Look::fresh_debts) return fresh_debts(position);
  if (what == Look::apart) return apart(reading, arg);
  if (what == Look::hand_bears || what == Look::rest_bears) {
    return truth(bears(reading, arg, what == Look::rest_bears));
  }
  const End* end = end_at_hand(reading);
  if (end == nullptr && reading.moment.end != absent) {
    const Value found = read_root(reading, dsl::Root::end);
    if (found != absent) end = &end_at(reading, found);
  }
  const auto look_plainly = [&](Look plain) {
    if (!is_of_end(plain)) return look(reading, plain, 0);  // of a pair neither has an argument
    return end == nullptr ? look_at_no_end(plain)
                          : look_at_end(reading, plain, plain == what ? arg : 0, *end);
  };
  if (what == Look::difference) {
    const Value a = look_plainly(static_cast<Look>(arg % 256));
    const Value b = look_plainly(static_cast<Look>(arg / 256));
    return a == absent || b == absent ? absent : a - b;  // numbers stop long before this runs over
  }
  if (!takes_work(what)) return look_plainly(what);
  const Debt* debt = end == nullptr ? nullptr : debt_of(position, *end);
  return truth(debt != nullptr && (what == Look::end_owed || debt->turn == position.turn_serial));
}

// On its own, so that what is asked most often needs no call at all.
#if defined(__GNUC__)
__attribute__((noinline))
#endif
fast::TestRef
follow_closely(Reading& reading, const Test& test) {
  const fast::TestRef next = next_of(test, look_closely(reading, test.look, test.arg));
  return follow_tests(reading, next);
}

}  // namespace

Value see(Reading& reading, const fast::SeenNumber& number) {
  if (takes_work(number.look)) return look_closely(reading, number.look, number.arg);
  if (!is_of_end(number.look)) return look(reading, number.look, number.arg);
  const End* end = end_at_hand(reading);
  return end == nullptr ? look_closely(reading, number.look, number.arg)
                        : look_at_end(reading, number.look, number.arg, *end);
}

fast::TestRef follow_slowly(Reading& reading, fast::TestRef first) {
  const Test* tests = reading.program.code.tests.data();
  fast::TestRef at = first;
  do {
    const Test& test = tests[at];
    Value seen = absent;
    if (is_of_end(test.look)) {
      const End* end = end_at_hand(reading);
      if (end == nullptr) return follow_closely(reading, test);
      seen = look_at_end(reading, test.look, test.arg, *end);
    } else if (test.look == Look::fresh_debts) {
      seen = fresh_debts(reading.position);
    } else if (test.look == Look::apart) {
      seen = apart(reading, test.arg);
    } else if (test.look == Look::node) {
      seen = look_at_node(reading, test.arg);
    } else {
      if (takes_work(test.look)) return follow_closely(reading, test);
      seen = look(reading, test.look, test.arg);
    }
    at = next_of(test, seen);
    at = follow_fields(reading.program.code, reading.position, reading.moment.me, at);
  } while (at >= 0);
  return at;
}

}  // namespace roundhouse::engine
