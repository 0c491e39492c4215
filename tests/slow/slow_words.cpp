// The slow reading's answer to every root and every member.

#include <algorithm>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

using dsl::Member;
using dsl::Root;

std::vector<Seat> SlowGame::seats_in_order() const {
  std::vector<Seat> seats;
  for (Seat i = 0; i < player_count(); ++i) seats.push_back((table.first.value_or(0) + i) % player_count());
  return seats;
}

const Debt* SlowGame::debt_of(int group) const {
  for (const Debt& debt : table.debts) {
    if (debt.group == group) return &debt;
  }
  return nullptr;
}

Value SlowGame::read_root(Root root, const Moment& moment) const {
  const auto player = [](std::optional<Seat> seat) { return seat ? Value(Player{*seat}) : Value(Absent{}); };
  switch (root) {
    case Root::truth_true:
      return true;
    case Root::truth_false:
    case Root::can:  // can.ACT is an operator of its own
      return false;
    case Root::nobody:
    case Root::nothing:
      return Absent{};
    case Root::set:
      return TheSet{};
    case Root::match:
      return TheMatch{};
    case Root::round:
      return TheRound{};
    case Root::turn:
      return TheTurn{};
    case Root::players: {
      Players players;
      for (Seat seat : seats_in_order()) players.push_back({seat});
      return players;
    }
    case Root::ends:
      return table.ends;
    case Root::debts:
      return table.debts;
    case Root::me:
      return player(moment.me);
    case Root::tile:
      return maybe(moment.tile);
    case Root::rest: {
      if (!moment.me) return Tiles{};
      Tiles rest = at(*moment.me).hand;
      if (moment.tile && moment.tile_in_hand) take(rest, *moment.tile);
      return rest;
    }
    case Root::end:
      return maybe(moment.end);
    case Root::joining: {
      if (!moment.tile || !moment.end) return Absent{};
      const Tile laid = *moment.tile;
      const int pip = moment.end->pip;
      if (laid.high == pip || laid.low == pip) return pip;
      return moment.turned ? laid.high : laid.low;
    }
    case Root::new_end:
      return maybe(moment.new_end);
    case Root::debt:
      return maybe(moment.debt);
    case Root::whom:
      return player(moment.whom);
    case Root::amount:
      return maybe(moment.amount);
    case Root::holder:
      return player(moment.holder);
  }
  return Absent{};
}

Value SlowGame::read_member(Member member, const Value& of, const Value& argument,
                            const Moment& moment) const {
  const auto player = [](std::optional<Seat> seat) { return seat ? Value(Player{*seat}) : Value(Absent{}); };
  const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
  if (is_absent(of)) {
    return dsl::row(member).type == dsl::Type::truth ? Value(false) : Value(Absent{});
  }
  const auto seat = [&] { return std::get<Player>(of).seat; };
  const auto end = [&]() -> const End& { return std::get<End>(of); };
  const auto face = [&] { return std::get<Tile>(of); };
  const auto debt = [&]() -> const Debt& { return std::get<Debt>(of); };
  const auto place = [&] { return std::get<Train>(of).place; };
  const auto train = [&]() -> const Laid& { return table.trains[place()]; };
  const auto number = as<int>(argument);
  const auto highest = [&] { return as<int>(read(rules.setup.highest, {})).value_or(0); };
  const auto copies = [&] { return as<int>(read(rules.setup.copies, {})).value_or(0); };

  switch (member) {
    case Member::set_highest:
      return highest();
    case Member::set_copies:
      return copies();
    case Member::set_each:
      return (highest() + 1) * copies();

    case Member::match_players:
      return player_count();
    case Member::match_game:
      return table.game;
    case Member::match_used:
      return number && std::find(table.used.begin(), table.used.end(), *number) != table.used.end();
    case Member::match_last_out:
      return player(table.last_out);
    case Member::match_anyone:
      return Absent{};

    case Member::round_number:
      return table.round;
    case Member::round_double:
      return maybe(table.scheduled);
    case Member::round_first:
      return player(table.first);
    case Member::round_rotation:
      return Player{table.first_before ? left_of(*table.first_before) : 0};
    case Member::round_starter:
      return player(table.starter);
    case Member::round_winner:
      return player(table.winner);
    case Member::round_over:
      return table.stage == Stage::over;
    case Member::round_hub:
      for (const End& e : table.ends) {
        if (e.start && e.group == 0) return e;
      }
      return Absent{};
    case Member::round_engine:
      return maybe(table.engine);
    case Member::round_boneyard:
      return count(table.boneyard);
    case Member::round_lap:
      return table.lap;
    case Member::round_voids:
      return table.voids;
    case Member::round_still:
      return table.still;
    case Member::round_played: {
      if (!number) return Absent{};
      const auto& centre = table.centre;
      return static_cast<int>(
          std::count_if(centre.begin(), centre.end(), [&](Tile t) { return bears(t, *number); }));
    }

    case Member::turn_player:
      return player(table.player);
    case Member::turn_previous:
      return player(table.previous);
    case Member::turn_laid:
      return table.laid;
    case Member::turn_drawn:
      return table.drawn;
    case Member::turn_drew:
      return table.drew;

    case Member::player_hand:
      return at(seat()).hand;
    case Member::player_count:
      return count(at(seat()).hand);
    case Member::player_left:
      return Player{left_of(seat())};
    case Member::player_right:
      return Player{seat() == 0 ? player_count() - 1 : seat() - 1};
    case Member::player_seat:
      return seat() + 1;
    case Member::player_place:
      if (!table.first) return Absent{};
      return (seat() - *table.first + player_count()) % player_count();
    case Member::player_turns:
      return at(seat()).turns;
    case Member::player_points:
      return at(seat()).points;
    case Member::player_total:
      return total(seat());
    case Member::player_placement:
      return at(seat()).placement;
    case Member::player_rank:
      return rank(seat());
    case Member::player_age:
      return maybe(at(seat()).age);
    case Member::player_lot:
      return maybe(at(seat()).lot);
    case Member::player_kept:
      return at(seat()).kept;

    case Member::train_kind:
      return Name{rules.trains[train().kind].name_id.value};
    case Member::train_owner:
      return player(train().owner);
    case Member::train_started:
      return train().started;
    case Member::train_marked:
      return std::any_of(table.ends.begin(), table.ends.end(),
                         [&](const End& e) { return e.train == place() && e.marked; });
    case Member::train_tail:
      for (const End& e : table.ends) {
        if (e.train == place() && e.tail) return e;
      }
      return Absent{};
    case Member::train_spare_side: {
      std::optional<End> spare;
      for (const End& e : table.ends) {
        if (e.train != place() || !e.side || e.marked) continue;
        if (!spare || e.group > spare->group) spare = e;  // of one group the first by serial stays
      }
      return maybe(spare);
    }

    case Member::end_pip:
      return end().pip;
    case Member::end_train:
      return Train{end().train};
    case Member::end_start:
      return end().start;
    case Member::end_marked:
      return end().marked;
    case Member::end_owed:
      return debt_of(end().group) != nullptr;
    case Member::end_debt: {
      const Debt* owed = debt_of(end().group);
      return owed != nullptr ? Value(*owed) : Value(Absent{});
    }
    case Member::end_mine: {
      const auto owner = table.trains[end().train].owner;
      return owner && moment.me && *owner == *moment.me;
    }
    case Member::end_others: {
      const auto owner = table.trains[end().train].owner;
      return owner && owner != moment.me;
    }
    case Member::end_tile:
      return end().tile;

    case Member::tile_double:
      return face().high == face().low;
    case Member::tile_high:
      return face().high;
    case Member::tile_low:
      return face().low;
    case Member::tile_pips:
      return face().high + face().low;
    case Member::tiles_count:
      return count(std::get<Tiles>(of));

    case Member::debt_pip:
      return debt().pip;
    case Member::debt_by:
      return player(debt().by);
    case Member::debt_fresh:
      return debt().turn == table.turn;
    case Member::debt_train:
      return debt().group == 0 ? Value(Absent{}) : Value(Train{debt().train});
    case Member::debt_hub:
      return debt().group == 0;
    case Member::debt_covers:
      return debt().covers;

    case Member::debts_any:
      return !table.debts.empty();
    case Member::debts_count:
      return count(table.debts);
    case Member::debts_fresh:
      return static_cast<int>(std::count_if(table.debts.begin(), table.debts.end(),
                                            [&](const Debt& d) { return d.turn == table.turn; }));
    case Member::debts_newest:
      return table.debts.empty() ? Value(Absent{}) : Value(table.debts.back());
    case Member::debts_oldest:
      return table.debts.empty() ? Value(Absent{}) : Value(table.debts.front());
  }
  return Absent{};
}

int SlowGame::whose(const Value& of) {
  if (const auto* player = std::get_if<Player>(&of)) return player->seat;
  if (const auto* train = std::get_if<Train>(&of)) return static_cast<int>(train->place);
  return -1;
}

Value SlowGame::read_fact(std::size_t fact, const Value& of) const {
  const dsl::Fact& row = rules.facts[fact];
  Value clear = Absent{};
  if (row.type == dsl::Type::truth) clear = false;
  if (is_absent(of)) return clear;
  if (row.type == dsl::Type::number && !row.chance) clear = 0;
  const auto found = table.facts.find({fact, whose(of)});
  return found == table.facts.end() ? clear : found->second;
}

Value SlowGame::train_of(std::size_t kind, const Value& of) const {
  if (is_absent(of)) return Absent{};
  const auto* player = std::get_if<Player>(&of);
  const Seat owner = player != nullptr ? player->seat : -1;  // -1: shared
  for (std::size_t i = 0; i < table.trains.size(); ++i) {
    if (table.trains[i].kind == kind && table.trains[i].owner.value_or(-1) == owner) return Train{i};
  }
  return Absent{};
}

int SlowGame::total(Seat seat) const {
  return at(seat).total + (table.stage == Stage::over ? at(seat).points : 0);
}

std::vector<Value> SlowGame::keys(Seat seat) const {
  std::vector<Value> keys;
  Moment moment;
  moment.me = seat;
  for (const dsl::TypedExpr& expr : rules.match.order) keys.push_back(read(expr, moment));
  if (keys.empty()) keys.emplace_back(total(seat));
  return keys;
}

int SlowGame::rank(Seat seat) const {
  // An absent key is worse than any number.
  const auto better = [](const std::vector<Value>& a, const std::vector<Value>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto x = as<int>(a[i]);
      const auto y = as<int>(b[i]);
      if (x != y) return x && (!y || *x < *y);
    }
    return false;
  };
  const auto group = [&](Seat of) {
    Moment moment;
    moment.me = of;
    return rules.match.group ? read(*rules.match.group, moment) : Value{0};
  };
  int rank = 1;
  for (Seat other = 0; other < player_count(); ++other) {
    if (group(other) == group(seat) && better(keys(other), keys(seat))) ++rank;
  }
  return rank;
}

}  // namespace roundhouse::slow
