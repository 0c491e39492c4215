#include "replay/referee/gap/half_apply.h"

#include <algorithm>
#include <array>
#include <climits>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/fast/effect_code.h"
#include "engine/fold.h"
#include "engine/watched_apply.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/round_fold.h"

namespace roundhouse::replay {

using dsl::BuiltInEvent;
using dsl::Effect;
using engine::Act;
using engine::ActKind;
using engine::End;
using engine::Moment;
using engine::Position;

namespace {

/// More than any set has: nobody knows how many tiles are left to draw.
constexpr std::uint16_t some_tiles = 1'000;

/// The aspects that effects write and that are followed.
constexpr dsl::Aspects followed = dsl::aspects::markers | dsl::aspects::debts | dsl::aspects::facts |
                                  dsl::aspects::turn_owner | dsl::aspects::over;
/// Those that are known until an effect writes them.
constexpr dsl::Aspects kept =
    dsl::aspects::boneyard | dsl::aspects::hand_sizes | dsl::aspects::points | dsl::aspects::result;

int train_of_end(const Position& position, std::uint16_t serial) {
  const int index = engine::find_end(position, serial);
  return index < 0 ? -1 : position.ends[static_cast<std::size_t>(index)].train;
}

void clear_facts_of_turn(const engine::Rules& program, HalfKnown& table) {
  for (const dsl::FactSlot& fact : program.facts) {
    if (fact.per != dsl::Scope::turn) continue;
    for (int s = fact.slot; s < fact.end(); ++s) {
      table.position.facts[static_cast<std::size_t>(s)] = fact.can_be_absent() ? INT32_MIN : 0;
      table.facts_known.set(static_cast<std::size_t>(s));
    }
  }
}

}  // namespace

HalfApply::HalfApply(const engine::Rules& program) : program_(program), rules_(program) {}

HalfKnown HalfApply::after_gap(const Position& before) const {
  HalfKnown table;
  Position& position = table.position;
  position = before;
  // One end for each train, with a group of its own.
  position.ends = {};
  position.end_count = 0;
  position.next_group = static_cast<std::uint16_t>(position.next_group + 1'000);
  position.next_serial = static_cast<std::uint16_t>(position.next_serial + 1'000);
  position.turn_serial = static_cast<std::uint16_t>(position.turn_serial + 1'000);
  for (std::size_t t = 0; t < program_.trains.size(); ++t) {
    End& end = position.ends[position.end_count++];
    end.serial = position.next_serial++;
    end.group = position.next_group++;
    end.train = static_cast<std::uint8_t>(t);
    end.tail = true;
    end.start = (position.started >> t & 1U) == 0;
    table.starts_known[t] = !end.start;
    table.pips[t] = (std::uint32_t{2} << program_.highest) - 1;
    table.old_debt.set(t);
  }
  position.debts = {};
  position.debt_count = 0;
  position.boneyard = some_tiles;
  for (engine::PlayerState& player : position.players) {
    player.count = some_tiles;
    player.pulls = 0;
  }
  for (engine::TileBag& hand : position.hands) hand = {};
  position.passing = position.ending = position.voiding = false;
  position.turn_next = engine::no_seat;
  // The rows at the beginning of a turn may have ended the round.
  table.maybe_over = true;
  return table;
}

std::optional<HalfKnown> HalfApply::after_turn(const HalfKnown& before, engine::Seat seat) {
  HalfKnown table = after_gap(before.position);
  table.engine_known = before.engine_known;
  begin_turn(table, seat, false);
  table.turn_known = table.fresh_known = false;
  table.facts_known.reset();
  forget_all_rows(table);
  MarkedTrains marks;
  return apply(table, Act{ActKind::done, seat}, marks);
}

void HalfApply::lay_blindly(HalfKnown& table) const {
  Position& position = table.position;
  ++position.laid;
  position.drawn = 0;
  // Before the first turn it may have been the engine.
  if (!table.engine_known) table.turn_known = false;
  for (std::size_t train = 0; train < program_.trains.size(); ++train) {
    table.pips[train] = (std::uint32_t{2} << program_.highest) - 1;
    table.starts_known.reset(train);
    table.marks_known.reset(train);
    table.old_debt.set(train);
  }
  table.loose_debt = true;
  table.fresh_known = false;
  table.counts_known.reset();  // nobody knows whose it was
  forget_rows(table, BuiltInEvent::lay);
  forget_rows(table, BuiltInEvent::cover);
}

void HalfApply::forget_all_rows(HalfKnown& table) const {
  for (const std::vector<dsl::AfterRow>& rows : program_.after)
    for (const dsl::AfterRow& row : rows)
      for (const dsl::EffectCall& call : row.effects) forget(table, call);
}

HalfKnown HalfApply::after_position(const Position& before, const PositionKnown& known) const {
  HalfKnown table = after_gap(before);
  Position& position = table.position;
  std::array<int, engine::max_trains> ends{};
  for (std::size_t e = 0; e < before.end_count; ++e) ++ends[before.ends[e].train];
  for (std::size_t e = 0; e < before.end_count; ++e) {
    const End& was = before.ends[e];
    const std::size_t train = was.train;
    if (!rules_.one_ended || ends[train] != 1 || !known.trains[train]) continue;
    End& end = position.ends[train];
    table.pips[train] = std::uint32_t{1} << was.pip;
    table.starts_known.set(train);
    end.start = was.start;
    end.tile = was.tile;
    end.marked = was.marked;
    table.marks_known.set(train, known.marks[train]);
    // Debts keep the group of their tile.
    end.group = was.group;
  }
  table.debts_lost = false;
  if (known.debts && rules_.one_ended && rules_.simple_debts) {
    position.debts = before.debts;
    position.debt_count = before.debt_count;
    table.old_debt.reset();
    table.loose_debt = false;
    table.fresh_known = true;
  }
  for (const dsl::FactSlot& fact : program_.facts)
    for (int slot = fact.slot; slot < fact.end(); ++slot) {
      const auto place = static_cast<std::size_t>(slot);
      table.facts_known.set(place, known.facts[place]);
    }
  // Nothing is owed since a turn began in which nothing was laid.
  table.fresh_known = table.fresh_known || (known.turn && before.laid == 0);
  if (!known.is_supposed) {
    table.counts_known = known.counts;
    table.boneyard_known = known.boneyard;
  }
  for (std::size_t p = 0; p < position.players.size(); ++p)
    if (table.counts_known[p]) position.players[p].count = before.players[p].count;
  if (table.boneyard_known) position.boneyard = before.boneyard;
  table.lap_known = known.lap;
  table.still_known = known.still;
  table.turns_known = known.turns;
  table.points_known = known.points;
  table.winner_known = known.winner;
  table.starter_known = known.starter;
  table.first_known = known.first;
  table.beginning_known = known.beginning;
  position.turn_next = before.turn_next;
  position.turn_serial = before.turn_serial;
  table.player_known = table.turn_known = known.turn;
  table.previous_known = known.previous;
  table.maybe_over = false;
  return table;
}

void HalfApply::begin_turn(HalfKnown& table, engine::Seat seat, bool goes_on) const {
  Position& position = table.position;
  position.turn_player = seat;
  table.player_known = true;
  table.turn_known = table.fresh_known = table.next_known = !goes_on;
  table.previous_known = table.lap_known = table.still_known = false;
  table.turns_known.reset();
  if (goes_on) return;
  position.turn_next = engine::no_seat;
  ++position.turn_serial;
  position.laid = position.drawn = position.drew = 0;
  clear_facts_of_turn(program_, table);
  forget_rows(table, BuiltInEvent::turn_begins);
}

void HalfApply::sort_rows(BuiltInEvent event, const HalfKnown& table, const Moment& moment) {
  sort_rows(dsl::event_id(event), table, moment);
}

void HalfApply::sort_rows(dsl::EventId event, const HalfKnown& table, const Moment& moment) {
  HalfReading reading(program_, rules_, table, moment);
  std::vector<dsl::AfterRow> sure;
  for (const dsl::AfterRow& row : program_.after[event.value]) {
    const Truth truth = reading.stands(row);
    if (truth == Truth::no) {
      note_idle(row, reading);
      continue;
    }
    dsl::AfterRow applies{row.rule, {}, row.hand_use, {}, {}};
    for (const dsl::EffectCall& call : row.effects) {
      touches_markers_ = touches_markers_ || dsl::writes(call.id, dsl::aspects::markers);
      if (dsl::writes(call.id, kept)) open_calls_.push_back(call);
      // Of the tiles in hands and of sides nothing is known anyway.
      if (!dsl::writes(call.id, followed)) continue;
      if (truth == Truth::yes && is_sure(event, table, reading, call)) {
        applies.effects.push_back(call);
        if (call.id == Effect::set) note_fact(table, moment, call);
      } else {
        open_calls_.push_back(call);
      }
    }
    if (truth == Truth::yes) sure.push_back(std::move(applies));
  }
  sure_[event.value] = engine::fast::consequence_of_rows(program_, sure);
}

/// A row that would have put a marker up, or the exception that keeps it from that.
void HalfApply::note_idle(const dsl::AfterRow& row, HalfReading& reading) {
  const auto is_mark = [](const dsl::EffectCall& call) { return call.id == Effect::mark; };
  if (!program_.rules[row.rule.value].has_sentence || !any_of(row.effects, is_mark)) return;
  dsl::RuleId by = row.rule;
  if (reading.of(row.when) != Truth::no)
    for (const dsl::ExceptRow& except : row.excepts)
      if (reading.of(except.when) == Truth::yes) by = except.rule;
  if (!contains(idle_, by)) idle_.push_back(by);
}

/// True if it is known what this effect does where its row surely applies.
bool HalfApply::is_sure(dsl::EventId event, const HalfKnown& table, HalfReading& reading,
                        const dsl::EffectCall& call) {
  if (dsl::is_in_each(call)) return false;  // of sets too little is known
  const auto argument = [&]() -> const dsl::Node& {
    return program_.nodes[static_cast<std::size_t>(call.args[0].value)];
  };
  if (call.id == Effect::forgive && argument().type == dsl::Type::debts) return true;
  if (!reading.is_known(call.receiver)) return false;
  for (const dsl::NodeRef arg : call.args)
    if (arg.given() && !reading.is_known(arg)) return false;
  if (call.id == Effect::cover) {
    // Only of the end just laid to is it known whether it has a debt, and only one cover is followed.
    const bool plain = event == dsl::event_id(BuiltInEvent::lay) && argument().op == dsl::Op::root &&
                       static_cast<dsl::Root>(argument().value) == dsl::Root::end;
    if (!plain || covers_ || table.debts_lost || !table.asked_end_known) return false;
    covers_ = true;
  }
  return true;
}

void HalfApply::note_fact(const HalfKnown& table, const Moment& moment, const dsl::EffectCall& call) {
  int slot = call.fact_slot;
  if (program_.facts[call.fact.value].has_receiver()) {
    const engine::Value receiver = engine::evaluate(program_, table.position, moment, call.receiver);
    if (receiver == engine::absent) return;
    slot += receiver;
  }
  facts_set_.push_back(slot);
}

void HalfApply::forget_open_rows(HalfKnown& table, MarkedTrains& marks) const {
  for (const dsl::EffectCall& call : open_calls_) {
    if (call.id == Effect::mark) marks.maybe = true;
    forget(table, call);
  }
}

void HalfApply::forget_rows(HalfKnown& table, BuiltInEvent event) const {
  for (const dsl::AfterRow& row : program_.after[dsl::event_id(event).value])
    for (const dsl::EffectCall& call : row.effects) forget(table, call);
}

/// Forgets what this effect writes.
void HalfApply::forget(HalfKnown& table, const dsl::EffectCall& call) const {
  const auto writes = [&](dsl::Aspects what) { return dsl::writes(call.id, what); };
  if (writes(dsl::aspects::markers)) table.marks_known.reset();
  if (writes(dsl::aspects::facts)) forget_fact(table, call);
  if (writes(dsl::aspects::turn_owner)) table.next_known = false;
  if (writes(dsl::aspects::over)) table.maybe_over = true;
  if (writes(dsl::aspects::points)) table.points_known.reset();
  if (writes(dsl::aspects::result)) table.winner_known = false;
  if (writes(dsl::aspects::boneyard)) table.boneyard_known = false;
  if (writes(dsl::aspects::hand_sizes)) table.counts_known.reset();
  if (!writes(dsl::aspects::debts) || table.debts_lost) return;
  table.debts_lost = true;
  // It may raise its event; rows of that event that cover raise it again, and change nothing more.
  if (call.id == Effect::cover) forget_rows(table, BuiltInEvent::cover);
}

/// The turn has gone on to the next player, or to somebody who is not known.
void HalfApply::note_next_turn(HalfKnown& after, const HalfKnown& before, bool player_known) const {
  after.turn_known = after.fresh_known = after.previous_known = after.next_known = true;
  after.player_known = player_known;
  const bool was_played = before.position.laid > 0 || before.position.drew > 0;
  // One in which a marker was put up is no idle turn either.
  after.still_known = before.turn_known && (was_played || (before.still_known && !touches_markers_));
  if (player_known && before.starter_known) return;
  after.lap_known = false;
  if (!player_known) after.turns_known.reset();
}

void HalfApply::forget_fact(HalfKnown& table, const dsl::EffectCall& call) const {
  const dsl::FactSlot& fact = program_.facts[call.fact.value];
  for (int slot = fact.slot; slot < fact.end(); ++slot)
    table.facts_known.reset(static_cast<std::size_t>(slot));
}

/// The end laid to is gone, with whatever stood there; the new one is known.
void HalfApply::forget_end(HalfKnown& after, const HalfKnown& before, const Act& act) const {
  const int found = train_of_end(before.position, act.end);
  if (found < 0) return;
  const auto train = static_cast<std::size_t>(found);
  after.starts_known.set(train);
  // A debt that one tile did not pay stays with a double that has no open end any more.
  if (!rules_.single_covers && before.asked_end_known) after.loose_debt = true;
  if (!rules_.one_ended) {
    after.pips[train] = (std::uint32_t{2} << program_.highest) - 1;
    after.marks_known.reset(train);
    after.old_debt.set(train);
    return;
  }
  const std::uint16_t laid = before.position.next_serial;
  const int index = engine::find_end(after.position, laid);
  if (index < 0) return;
  after.pips[train] = std::uint32_t{1} << after.position.ends[static_cast<std::size_t>(index)].pip;
  after.marks_known.set(train);
  after.old_debt.reset(train);
}

std::optional<HalfKnown> HalfApply::apply(HalfKnown table, const Act& act, MarkedTrains& marks) {
  sure_.assign(program_.after.size(), {});
  open_calls_.clear();
  facts_set_.clear();
  covers_ = touches_markers_ = has_ended_ = false;
  idle_.clear();
  const HalfKnown before = table;
  Moment moment = moment_before(table.position, act);
  const auto bare = [&] {
    HalfKnown after = before;
    engine::Trace trace;
    engine::apply_chosen(program_, after.position, act, sure_, trace);
    if (act.kind == ActKind::lay) forget_end(after, before, act);
    return after;
  };

  const auto is_next = [](const dsl::EffectCall& call) {
    return dsl::writes(call.id, dsl::aspects::turn_owner);
  };
  bool passes_to_known = false;
  if (act.kind == ActKind::lay) {
    moment.tile_gone = true;
    moment.new_end = before.position.next_serial;
    sort_rows(BuiltInEvent::lay, bare(), moment);
    // The debt that the tile pays: the event comes when all else of the lay is done.
    const engine::End& end = moment.end_snapshot;
    const auto debt = std::find_if(before.position.debts.begin(),
                                   before.position.debts.begin() + before.position.debt_count,
                                   [&](const engine::Debt& one) { return one.group == end.group; });
    if (debt != before.position.debts.begin() + before.position.debt_count) {
      Moment paid;
      paid.me = act.actor;
      paid.debt = *debt;
      --paid.debt.covers;
      paid.has_debt = true;
      HalfKnown covered = bare();
      MarkedTrains ignored;
      forget_open_rows(covered, ignored);
      if (covers_) sort_rows(BuiltInEvent::cover, covered, paid);
    }
  } else if (act.kind == ActKind::draw) {
    sort_rows(BuiltInEvent::draw, bare(), moment);
  } else if (act.kind == ActKind::declared) {
    sort_rows(dsl::event_of({static_cast<std::uint16_t>(dsl::built_in_acts + act.declared)}), before, moment);
  } else if (act.kind == ActKind::done) {
    sort_rows(BuiltInEvent::done, before, moment);
    HalfKnown next = bare();
    if (next.position.phase != engine::Phase::over) {
      passes_to_known = before.next_known && none_of(open_calls_, is_next);
      note_next_turn(next, before, passes_to_known);
      MarkedTrains ignored;
      forget_open_rows(next, ignored);
      Moment begins;
      begins.me = next.position.turn_player;
      if (next.player_known) {
        sort_rows(BuiltInEvent::turn_begins, next, begins);
      } else {
        for (const dsl::AfterRow& row : program_.after[dsl::event_id(BuiltInEvent::turn_begins).value])
          open_calls_.insert(open_calls_.end(), row.effects.begin(), row.effects.end());
      }
    }
  } else {
    return std::nullopt;
  }

  engine::Trace trace;
  engine::apply_chosen(program_, table.position, act, sure_, trace);
  if (act.kind == ActKind::lay) forget_end(table, before, act);
  const TurnMarks made = marks_of(program_, act, trace);
  marks.surely = marks.maybe = made.any;
  marks.surely_put = made.put_on >= 0 && before.marks_known[static_cast<std::size_t>(made.put_on)];
  marks.idle = idle_;
  for (const engine::Happening& happening : trace) {
    // The end that is meant is not known, and may be there.
    const bool is_nowhere = happening.end.train >= program_.trains.size();
    if (happening.kind == engine::Happening::Kind::marked && is_nowhere) {
      marks.maybe = true;
      table.marks_known.reset();
    }
    const bool marker = happening.kind == engine::Happening::Kind::marked ||
                        happening.kind == engine::Happening::Kind::unmarked;
    if (happening.kind == engine::Happening::Kind::marked && happening.changed && !happening.moved_on &&
        marks.surely_put)
      marks.put_by = happening.rule;
    if (marker && rules_.one_ended && happening.end.train < program_.trains.size())
      table.marks_known.set(happening.end.train);
    if (happening.kind == engine::Happening::Kind::forgiven && table.position.debt_count == 0) {
      table.old_debt.reset();
      table.loose_debt = table.debts_lost = false;
    }
  }
  if (table.position.phase == engine::Phase::over) {
    has_ended_ = true;
    return std::nullopt;
  }
  if (touches_markers_ && act.kind != ActKind::done) table.still_known = false;
  if (act.kind == ActKind::done) {
    note_next_turn(table, before, passes_to_known);
    for (const dsl::FactSlot& fact : program_.facts) {
      for (int s = fact.slot; fact.per == dsl::Scope::turn && s < fact.end(); ++s)
        table.facts_known.set(static_cast<std::size_t>(s));
    }
  }
  for (const int slot : facts_set_) table.facts_known.set(static_cast<std::size_t>(slot));
  forget_open_rows(table, marks);
  return table;
}

}  // namespace roundhouse::replay
