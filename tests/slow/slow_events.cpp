// Events and effects that follow of an act, each event looked at once.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

using dsl::BuiltInEvent;
using dsl::Effect;
using dsl::Scope;
using dsl::Shape;

namespace {

constexpr int most_events = 256;       // that one act raises before its queue is empty
constexpr int most_turns_ended = 256;  // by effects of one act and what comes of it
constexpr int most_covers = 255;       // that one double owes
constexpr std::size_t most_debts = 32;

int clamped(std::int64_t n) {
  return static_cast<int>(std::clamp<std::int64_t>(n, -1'000'000'000, 1'000'000'000));
}

void sort_ends(Ends& ends) {
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
    return std::pair(a.train, a.serial) < std::pair(b.train, b.serial);
  });
}

}  // namespace

void SlowGame::apply(const Act& act) {
  log.clear();
  markers_put.clear();
  marker_in_hand_.reset();
  turn_began_ = false;
  Moment moment;
  moment.me = act.actor;
  switch (act.kind) {
    case ActKind::lay:
      apply_lay(act);
      break;
    case ActKind::draw:
      if (!take(table.boneyard, *act.tile)) break;
      put(at(*act.actor).hand, *act.tile);
      ++table.drawn;
      ++table.drew;
      moment.tile = act.tile;
      raise(BuiltInEvent::draw, moment);
      settle();
      break;
    case ActKind::done:
      apply_done(*act.actor);
      break;
    case ActKind::declared: {
      moment = moment_of(act);
      raise(dsl::event_of(id_of(act)), moment);
      settle();
      break;
    }
    case ActKind::pull:
      if (!take(table.boneyard, *act.tile)) break;
      put(at(*act.actor).hand, *act.tile);
      --at(*act.actor).pulls;
      break;
    default:
      apply_setup(act);
      break;
  }
  go_on();
}

void SlowGame::apply_lay(const Act& act) {
  const Moment before = moment_of(act);
  if (!before.end || !take(at(*act.actor).hand, *act.tile)) return;
  const End place = *before.end;
  const Tile laid = *act.tile;
  std::erase_if(table.ends, [&](const End& end) { return end.serial == place.serial; });
  if (place.marked) marker_in_hand_ = place.train;
  table.trains[place.train].started = true;
  table.centre.push_back(laid);
  ++table.laid;
  table.drawn = 0;

  End fresh;
  fresh.serial = table.next_serial++;
  fresh.group = table.next_group++;
  // The half that does not match looks outward; where neither matches the high one, unless it is turned.
  fresh.pip = laid.high == place.pip || before.turned ? laid.low : laid.high;
  fresh.train = place.train;
  fresh.tile = laid;
  fresh.tail = place.tail;
  table.ends.push_back(fresh);
  sort_ends(table.ends);

  Moment moment;
  moment.me = act.actor;
  moment.tile = laid;
  moment.tile_in_hand = false;
  moment.end = place;
  moment.new_end = fresh;
  moment.turned = before.turned;
  raise(BuiltInEvent::lay, moment);
  settle();
}

void SlowGame::apply_done(Seat actor) {
  Moment moment;
  moment.me = actor;
  raise(BuiltInEvent::done, moment);
  settle();
  if (table.stage == Stage::over) return;
  const bool nothing_happened = table.laid == 0 && table.drew == 0 && !table.newly_marked;
  table.still = nothing_happened ? table.still + 1 : 0;
  table.passing = true;
  table.turn_ending = false;
}

/// After every act: a turn ends that a rule has ended, tiles still to be taken come first, then the turn
/// passes.
void SlowGame::go_on() {
  if (!table.turn_ending) pass_on();
  for (int ended = 0; table.turn_ending && ended < most_turns_ended; ++ended) {
    table.turn_ending = false;
    apply_done(*table.player);
    pass_on();
  }
  table.turn_ending = false;
}

void SlowGame::pass_on() {
  const auto drop_pulls_of_nothing = [&] {
    if (!table.boneyard.empty() && table.stage != Stage::over) return;
    for (AtTable& player : table.players) player.pulls = 0;
  };
  drop_pulls_of_nothing();
  const bool pulling = std::any_of(table.players.begin(), table.players.end(),
                                   [](const AtTable& player) { return player.pulls > 0; });
  if (table.stage != Stage::play || !table.passing || pulling) return;
  table.passing = false;
  const Seat next = table.next.value_or(left_of(*table.player));
  begin_turn(next);
  drop_pulls_of_nothing();
}

void SlowGame::begin_turn(Seat seat) {
  turn_began_ = true;
  table.previous = table.player;
  table.player = seat;
  table.next.reset();
  ++table.turn;
  table.laid = table.drawn = table.drew = 0;
  table.newly_marked = false;
  clear_facts(Scope::turn);
  ++at(seat).turns;
  if (seat == table.starter) ++table.lap;
  Moment moment;
  moment.me = seat;
  raise(BuiltInEvent::turn_begins, moment);
  settle();
}

void SlowGame::clear_facts(Scope per) {
  std::erase_if(table.facts, [&](const auto& fact) { return rules.facts[fact.first.first].per == per; });
}

void SlowGame::raise(BuiltInEvent event, const Moment& moment) { raise(dsl::event_id(event), moment); }

void SlowGame::raise(dsl::EventId event, const Moment& moment) {
  // Rows that raise each other come to an end.
  if (++raised_ <= most_events) queue_.push_back({event, moment});
}

void SlowGame::run_queue() {
  while (!queue_.empty()) {
    const Event event = queue_.front();
    queue_.pop_front();
    analyze(event);
  }
  raised_ = 0;
}

void SlowGame::settle() {
  run_queue();
  if (table.voiding && table.stage == Stage::play) make_void();
  if (table.ending && table.stage == Stage::play) finish_round();
  table.ending = table.voiding = false;
}

bool SlowGame::is_dealt_again() const { return table.voided && table.voids < 1000; }

/// Nothing of the round counts.
void SlowGame::make_void() {
  for (AtTable& player : table.players) player.points = player.pulls = 0;
  table.used = table.used_before;
  table.winner.reset();
  table.last_round = table.passing = table.turn_ending = table.ending = table.voiding = false;
  table.voided = true;
  if (!is_dealt_again()) table.last_out.reset();
  table.stage = Stage::over;
}

/// After each of its parts the round may be void.
void SlowGame::finish_round() {
  raise(BuiltInEvent::ending, {});
  run_queue();
  if (table.voiding) return make_void();
  for (Seat seat : seats_in_order()) {
    Moment moment;
    moment.me = seat;
    raise(BuiltInEvent::counting, moment);
  }
  run_queue();
  if (table.voiding) return make_void();
  for (Seat seat : seats_in_order()) {
    Moment moment;
    moment.me = seat;
    raise(BuiltInEvent::scored, moment);
  }
  run_queue();
  if (table.voiding) return make_void();
  raise(BuiltInEvent::round_over, {});
  run_queue();
  if (table.voiding) return make_void();
  table.stage = Stage::over;
  table.passing = table.turn_ending = false;
  table.last_out.reset();
  if (table.winner && at(*table.winner).hand.empty()) table.last_out = table.winner;
  for (Seat seat : seats_in_order()) {
    if (!table.last_out && at(seat).hand.empty()) table.last_out = seat;
  }
}

/// First every condition and every argument, then every effect.
void SlowGame::analyze(const Event& event) {
  std::vector<Prepared> prepared;
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const dsl::Rule& row = rules.rules[i];
    if (row.shape != Shape::after) continue;
    if (std::find(row.events.begin(), row.events.end(), event.id) == row.events.end()) continue;
    if (!holds(row.when, event.moment) || lifted(i, event.moment)) continue;
    log.push_back(row.id);
    Binders binders;
    prepare(0, row.effects.size(), row, event.moment, binders, prepared);
  }
  for (const Prepared& one : prepared) run(one, event);
}

/// The effects of the row from `first` to before `last`; those that an `each` holds once for each of its set.
void SlowGame::prepare(std::size_t first, std::size_t last, const dsl::Rule& row, const Moment& moment,
                       Binders& binders, std::vector<Prepared>& prepared) const {
  for (std::size_t i = first; i < last; ++i) {
    const dsl::TypedEffect& effect = row.effects[i];
    if (effect.id == Effect::each) {
      for (const Value& element : chosen(effect.args[0], moment, binders)) {
        binders.push_back(element);
        prepare(i + 1, i + 1 + effect.inner, row, moment, binders, prepared);
        binders.pop_back();
      }
      i += effect.inner;
      continue;
    }
    Prepared one{&effect, {}};
    for (const dsl::TypedExpr& arg : effect.args) {
      // A fact that is written to is not asked what it is, but whose it is.
      const bool target = one.values.empty() && (effect.id == Effect::set || effect.id == Effect::add);
      one.values.push_back(read(target ? arg.args[0] : arg, moment, binders));
    }
    prepared.push_back(std::move(one));
  }
}

void SlowGame::run(const Prepared& prepared, const Event& event) {
  const std::vector<Value>& args = prepared.values;
  switch (prepared.effect->id) {
    case Effect::mark:
      return run_mark(args[0], true);
    case Effect::unmark:
      return run_mark(args[0], false);
    case Effect::owe:
      return run_owe(args[0], args[1], event);
    case Effect::cover:
      return run_cover(args[0], event);
    case Effect::forgive:
      if (const auto* one = std::get_if<Debt>(&args[0])) std::erase(table.debts, *one);
      if (std::holds_alternative<Debts>(args[0])) table.debts.clear();
      return;
    case Effect::fan:
      return run_fan(args[0], args[1], event);
    case Effect::draw: {
      const auto player = as<Player>(args[0]);
      const int n = as<int>(args[1]).value_or(0);
      if (player && n > 0) at(player->seat).pulls += n;
      return;
    }
    case Effect::score: {
      const auto player = as<Player>(args[0]);
      const int n = as<int>(args[1]).value_or(0);
      if (player) at(player->seat).points = clamped(std::int64_t{at(player->seat).points} + n);
      return;
    }
    case Effect::set:
    case Effect::add:
      return run_fact(prepared);
    case Effect::next:
      if (const auto player = as<Player>(args[0])) table.next = player->seat;
      return;
    case Effect::end_round:
      table.ending = true;
      return;
    case Effect::win:
      if (const auto player = as<Player>(args[0])) table.winner = player->seat;
      return;
    case Effect::warn:
    case Effect::each:
      return;
    case Effect::end_turn:
      if (table.stage == Stage::play && table.player && !table.passing) table.turn_ending = true;
      return;
    case Effect::end_game:
      table.last_round = true;
      return;
    case Effect::redeal:
      table.voiding = true;
      return;
    case Effect::show: {
      const auto place = as<End>(args[0]);
      const int n = as<int>(args[1]).value_or(-1);
      if (!place || n < 0 || n > as<int>(read(rules.setup.highest, {})).value_or(0)) return;
      for (End& end : table.ends)
        if (end.serial == place->serial) end.pip = n;
      return;
    }
    case Effect::discard:
      if (const auto place = as<End>(args[0]))
        std::erase_if(table.ends, [&](const End& end) { return end.serial == place->serial; });
      return;
  }
}

void SlowGame::run_mark(const Value& what, bool marked) {
  for (End& end : table.ends) {
    const auto* one = std::get_if<End>(&what);
    const auto* train = std::get_if<Train>(&what);
    const bool meant = (one != nullptr && *one == end) || (train != nullptr && train->place == end.train);
    if (!meant) continue;
    const bool is_new = marked && !end.marked;
    end.marked = marked;
    if (is_new) table.newly_marked = true;
    if (!marked || turn_began_) continue;
    const bool moved_on = is_new && marker_in_hand_ == end.train;
    if (moved_on) marker_in_hand_.reset();
    markers_put.push_back({end.train, is_new && !moved_on, moved_on});
  }
}

void SlowGame::run_owe(const Value& value, const Value& n, const Event& event) {
  const auto end = as<End>(value);
  const int covers = as<int>(n).value_or(0);
  if (!end || covers <= 0) return;
  const auto now = std::find(table.ends.begin(), table.ends.end(), *end);
  if (now == table.ends.end()) return;
  for (Debt& debt : table.debts) {
    if (debt.group != end->group) continue;
    debt.covers = std::min(most_covers, debt.covers + std::min(most_covers, covers));
    return;
  }
  if (table.debts.size() == most_debts) return;
  table.debts.push_back(
      {end->group, now->pip, event.moment.me, end->train, std::min(most_covers, covers), table.turn});
}

void SlowGame::run_cover(const Value& value, const Event& event) {
  const auto end = as<End>(value);
  if (!end) return;
  // Of an end that was taken away only the one just laid to still leads to its double.
  const bool is_there = std::find(table.ends.begin(), table.ends.end(), *end) != table.ends.end();
  if (!is_there && event.moment.end != end) return;
  for (Debt& debt : table.debts) {
    if (debt.group != end->group) continue;
    --debt.covers;
    Moment moment;
    moment.me = event.moment.me;
    moment.debt = debt;
    raise(BuiltInEvent::cover, moment);
    break;
  }
  std::erase_if(table.debts, [](const Debt& debt) { return debt.covers == 0; });
}

/// Only on the double that this very event laid.
void SlowGame::run_fan(const Value& value, const Value& n, const Event& event) {
  const auto end = as<End>(value);
  const auto& laid = event.moment.new_end;
  if (!end || !laid || end->group != laid->group || end->tile.high != end->tile.low) return;
  const auto found = std::find(table.ends.begin(), table.ends.end(), *end);
  if (found == table.ends.end()) return;
  const End open = *found;
  for (int i = 0; i < as<int>(n).value_or(0); ++i) {
    End side = open;
    side.serial = table.next_serial++;
    side.tail = side.start = side.marked = false;
    side.side = true;
    table.ends.push_back(side);
  }
  sort_ends(table.ends);
}

void SlowGame::run_fact(const Prepared& prepared) {
  const dsl::TypedExpr& target = prepared.effect->args[0];
  const Value& owner = prepared.values[0];
  const Value& value = prepared.values[1];
  const auto index = static_cast<std::size_t>(target.index);
  const dsl::Type type = rules.facts[index].type;
  if (is_absent(owner)) return;
  const std::pair<std::size_t, Seat> key{index, whose(owner)};
  if (prepared.effect->id == Effect::add) {
    const auto n = as<int>(value);
    const int old = std::get<int>(read_fact(index, owner));
    if (n) table.facts[key] = clamped(std::int64_t{old} + *n);
    return;
  }
  if (!is_absent(value)) {
    table.facts[key] = value;
  } else if (type == dsl::Type::player || type == dsl::Type::tile) {
    table.facts.erase(key);
  }
}

}  // namespace roundhouse::slow
