#include "engine/read_word.h"

#include "dsl/base/arithmetic.h"
#include "engine/fold.h"

namespace roundhouse::engine {

using dsl::Member;
using dsl::Root;

namespace {

Value tile_value(TileId tile) { return tile == no_tile ? absent : tile; }

Value end_of_moment(const Evaluation& reading, Value serial) {
  if (serial == absent) return absent;
  const Position& position = reading.position;
  const Moment& moment = reading.moment;
  const std::int16_t hint = moment.end_index;
  if (hint >= 0 && hint < position.end_count &&
      position.ends[static_cast<std::size_t>(hint)].serial == serial) {
    return hint;
  }
  const int index = find_end(position, serial);
  if (index >= 0) return index;
  return serial == moment.end && moment.end_snapshot.serial == serial ? snapshot : absent;
}

template <class Wanted>
Value first_end(const Evaluation& reading, Wanted wanted) {
  for (int i = 0; i < reading.position.end_count; ++i) {
    if (wanted(reading.position.ends[static_cast<std::size_t>(i)])) return i;
  }
  return absent;
}

/// An unmarked side of the newest double of the train that has one.
Value spare_side(const Evaluation& reading, Value train) {
  Value best = absent;
  int newest = -1;
  for (int i = 0; i < reading.position.end_count; ++i) {
    const End& end = reading.position.ends[static_cast<std::size_t>(i)];
    if (end.train != train || !end.side || end.marked || end.group <= newest) continue;
    newest = end.group;
    best = i;
  }
  return best;
}

Value debt_of(const Evaluation& reading, const End& end) {
  for (int i = 0; i < reading.position.debt_count; ++i) {
    if (reading.position.debts[static_cast<std::size_t>(i)].group == end.group) return i;
  }
  return absent;
}

bool is_fresh(const Evaluation& reading, const Debt& debt) {
  return debt.turn == reading.position.turn_serial;
}

Value fresh_debts(const Evaluation& reading) {
  Value fresh = 0;
  for (int i = 0; i < reading.position.debt_count; ++i) {
    if (is_fresh(reading, reading.position.debts[static_cast<std::size_t>(i)])) ++fresh;
  }
  return fresh;
}

Value owner_of(const Evaluation& reading, Value train) {
  return seat_value(reading.program.trains[static_cast<std::size_t>(train)].owner);
}

Value tiles_in(const Evaluation& reading, Value tiles) {
  const auto seat = static_cast<std::size_t>(tiles & (without_tile - 1));
  const int count = reading.position.players[seat].count;
  if ((tiles & without_tile) == 0) return count;
  // A tile that is not among the known ones is believed to be among the others, if there are any.
  const TileBag& known = reading.position.hands[seat];
  return known.has(reading.moment.tile) || known.size() < count ? count - 1 : count;
}

}  // namespace

int find_end(const Position& position, Value serial) {
  for (int i = 0; i < position.end_count; ++i) {
    if (position.ends[static_cast<std::size_t>(i)].serial == serial) return i;
  }
  return -1;
}

const End& end_at(const Evaluation& reading, Value end) {
  return end == snapshot ? reading.moment.end_snapshot : reading.position.ends[static_cast<std::size_t>(end)];
}

const Debt& debt_at(const Evaluation& reading, Value debt) {
  return debt == snapshot ? reading.moment.debt : reading.position.debts[static_cast<std::size_t>(debt)];
}

int copies_in(const Evaluation& reading, Value tiles, TileId tile) {
  const auto seat = static_cast<std::size_t>(tiles & (without_tile - 1));
  const int held = reading.position.hands[seat].count(tile);
  return (tiles & without_tile) != 0 && tile == reading.moment.tile && held > 0 ? held - 1 : held;
}

Value read_root(const Evaluation& reading, Root root) {
  const Moment& moment = reading.moment;
  switch (root) {
    case Root::truth_true:
      return 1;
    case Root::truth_false:
      return 0;
    case Root::nobody:
    case Root::nothing:
      return absent;
    case Root::set:
    case Root::match:
    case Root::round:
    case Root::turn:
    case Root::players:
    case Root::ends:
    case Root::debts:
    case Root::can:
      return 0;
    case Root::me:
      return seat_value(moment.me);
    case Root::tile:
      return tile_value(moment.tile);
    case Root::rest:
      if (moment.me == no_seat) return absent;
      return moment.tile_gone ? moment.me : moment.me | without_tile;
    case Root::end:
      return end_of_moment(reading, moment.end);
    case Root::joining: {
      const Value end = end_of_moment(reading, moment.end);
      if (end == absent || moment.tile == no_tile) return absent;
      return pips_of(moment.tile) -
             outward_half(moment.tile, end_at(reading, end).pip, static_cast<Joins>(moment.amount));
    }
    case Root::new_end:
      return end_of_moment(reading, moment.new_end);
    case Root::debt:
      return moment.has_debt ? snapshot : absent;
    case Root::whom:
      return seat_value(moment.whom);
    case Root::amount:
      return moment.amount;
    case Root::holder:
      return seat_value(moment.holder);
  }
  return absent;
}

Value read_member(const Evaluation& reading, Member member, Value receiver, Value argument) {
  const Rules& program = reading.program;
  const Position& position = reading.position;
  const auto index = static_cast<std::size_t>(receiver);
  const bool on_a_tile = argument >= 0 && argument <= program.highest;
  const auto pip = static_cast<std::size_t>(on_a_tile ? argument : 0);
  switch (member) {
    case Member::set_highest:
      return program.highest;
    case Member::set_copies:
      return program.copies;
    case Member::set_each:
      return (program.highest + 1) * program.copies;
    case Member::match_players:
      return program.players;
    case Member::match_game:
      return position.game;
    case Member::match_used:
      return truth(on_a_tile && ((position.used >> pip) & 1U) != 0);
    case Member::match_last_out:
      return seat_value(position.last_out);
    case Member::match_anyone:
      // Nobody in particular: the choice is left to a lot.
      return absent;
    case Member::round_number:
      return position.round;
    case Member::round_double:
      return position.scheduled < 0 ? absent : position.scheduled;
    case Member::round_first:
      return seat_value(position.first);
    case Member::round_rotation:
      return position.last_first == no_seat ? 0 : (position.last_first + 1) % program.players;
    case Member::round_starter:
      return seat_value(position.starter);
    case Member::round_winner:
      return seat_value(position.winner);
    case Member::round_over:
      return truth(position.phase == Phase::over);
    case Member::round_hub:
      return first_end(reading, [](const End& end) { return end.start && end.group == 0; });
    case Member::round_engine:
      return tile_value(position.engine_tile);
    case Member::round_boneyard:
      return position.boneyard;
    case Member::round_lap:
      return position.lap;
    case Member::round_voids:
      return position.voids;
    case Member::round_still:
      return position.still;
    case Member::round_played:
      return on_a_tile ? position.played[pip] : 0;
    case Member::turn_player:
      return seat_value(position.turn_player);
    case Member::turn_previous:
      return seat_value(position.turn_previous);
    case Member::turn_laid:
      return position.laid;
    case Member::turn_drawn:
      return position.drawn;
    case Member::turn_drew:
      return position.drew;
    case Member::player_hand:
      return receiver;
    case Member::player_count:
      return position.players[index].count;
    case Member::player_left:
      return (receiver + 1) % program.players;
    case Member::player_right:
      return (receiver + program.players - 1) % program.players;
    case Member::player_seat:
      return receiver + 1;
    case Member::player_place:
      return position.first == no_seat ? absent
                                       : (receiver - position.first + program.players) % program.players;
    case Member::player_turns:
      return position.players[index].turns;
    case Member::player_points:
      return position.players[index].points;
    case Member::player_total: {
      const PlayerState& player = position.players[index];
      return position.phase == Phase::over ? dsl::sum_of(player.total, player.points) : player.total;
    }
    case Member::player_placement:
      return placement_of(program, position, static_cast<Seat>(receiver));
    case Member::player_rank:
      return rank_of(program, position, static_cast<Seat>(receiver));
    case Member::player_age:
      return position.players[index].age < 0 ? absent : position.players[index].age;
    case Member::player_lot:
      return tile_value(position.players[index].lot);
    case Member::player_kept:
      return truth(position.players[index].kept);
    case Member::train_kind:
      return program.trains[index].kind_name.value;
    case Member::train_owner:
      return owner_of(reading, receiver);
    case Member::train_started:
      return truth(((position.started >> index) & 1U) != 0);
    case Member::train_marked:
      return truth(first_end(reading, [&](const End& end) { return end.train == receiver && end.marked; }) !=
                   absent);
    case Member::train_tail:
      return first_end(reading, [&](const End& end) { return end.train == receiver && end.tail; });
    case Member::train_spare_side:
      return spare_side(reading, receiver);
    case Member::end_pip:
      return end_at(reading, receiver).pip;
    case Member::end_train:
      return end_at(reading, receiver).train;
    case Member::end_start:
      return truth(end_at(reading, receiver).start);
    case Member::end_marked:
      return truth(end_at(reading, receiver).marked);
    case Member::end_owed:
      return truth(debt_of(reading, end_at(reading, receiver)) != absent);
    case Member::end_debt:
      return debt_of(reading, end_at(reading, receiver));
    case Member::end_mine: {
      const Value owner = owner_of(reading, end_at(reading, receiver).train);
      return truth(owner != absent && owner == reading.moment.me);
    }
    case Member::end_others: {
      const Value owner = owner_of(reading, end_at(reading, receiver).train);
      return truth(owner != absent && owner != reading.moment.me);
    }
    case Member::end_tile:
      return tile_value(end_at(reading, receiver).tile);
    case Member::tile_double:
      return truth(is_double(static_cast<TileId>(receiver)));
    case Member::tile_high:
      return high_of(static_cast<TileId>(receiver));
    case Member::tile_low:
      return low_of(static_cast<TileId>(receiver));
    case Member::tile_pips:
      return pips_of(static_cast<TileId>(receiver));
    case Member::tiles_count:
      return tiles_in(reading, receiver);
    case Member::debt_pip:
      return debt_at(reading, receiver).pip;
    case Member::debt_by:
      return seat_value(debt_at(reading, receiver).by);
    case Member::debt_fresh:
      return truth(is_fresh(reading, debt_at(reading, receiver)));
    case Member::debt_train: {
      const std::uint8_t train = debt_at(reading, receiver).train;
      return train == no_train ? absent : train;
    }
    case Member::debt_hub:
      return truth(debt_at(reading, receiver).group == 0);
    case Member::debt_covers:
      return debt_at(reading, receiver).covers;
    case Member::debts_any:
      return truth(position.debt_count > 0);
    case Member::debts_count:
      return position.debt_count;
    case Member::debts_fresh:
      return fresh_debts(reading);
    case Member::debts_newest:
      return position.debt_count == 0 ? absent : position.debt_count - 1;
    case Member::debts_oldest:
      return position.debt_count == 0 ? absent : 0;
  }
  return absent;
}

}  // namespace roundhouse::engine
