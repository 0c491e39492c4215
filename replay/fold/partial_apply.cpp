#include "replay/fold/partial_apply.h"

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
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {

using dsl::BuiltInEvent;
using dsl::Effect;
using dsl::Truth;
using engine::Act;
using engine::ActKind;
using engine::End;
using engine::Moment;
using engine::Position;

namespace {

/// More than any set has: nobody knows how many tiles are left to draw.
constexpr std::uint16_t some_tiles = 1'000;

/// The aspects that turns change and that later lines do not show by themselves.
constexpr dsl::Aspects changed_by_turns =
    dsl::aspects::table | dsl::aspects::markers | dsl::aspects::debts | dsl::aspects::hand_sizes |
    dsl::aspects::boneyard | dsl::aspects::turn_owner | dsl::aspects::previous | dsl::aspects::turn_counts |
    dsl::aspects::over | dsl::aspects::laps | dsl::aspects::result | dsl::aspects::points |
    dsl::aspects::game_over;
/// All that rests on which engine lies.
constexpr dsl::Aspects of_engine = dsl::aspects::engine | dsl::aspects::beginning | dsl::aspects::order |
                                   dsl::aspects::agreed | dsl::aspects::used;

/// As bits.
std::uint32_t all_numbers(const engine::Rules& program) { return (std::uint32_t{2} << program.highest) - 1; }

int train_of_end(const Position& position, std::uint16_t serial) {
  const int index = engine::find_end(position, serial);
  return index < 0 ? -1 : position.ends[static_cast<std::size_t>(index)].train;
}

void clear_facts_of_turn(const engine::Rules& program, Known& table) {
  for (const dsl::FactSlot& fact : program.facts) {
    if (fact.per != dsl::Scope::turn) continue;
    for (int s = fact.slot; s < fact.end(); ++s) {
      table.position.facts[static_cast<std::size_t>(s)] = fact.can_be_absent() ? INT32_MIN : 0;
      table.unknown.facts.reset(static_cast<std::size_t>(s));
    }
  }
}

/// But for those that chance has decided, which no turn changes.
void forget_facts(const engine::Rules& program, Known& table) {
  for (const dsl::FactSlot& fact : program.facts)
    for (int slot = fact.slot; slot < fact.end(); ++slot) {
      const auto place = static_cast<std::size_t>(slot);
      table.unknown.facts.set(place, !fact.by_chance() || table.position.facts[place] == engine::absent);
    }
}

/// True if some row at an act of a turn says who has the next one.
bool names_next(const engine::Rules& program) {
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    const dsl::EventId id{static_cast<decltype(dsl::EventId::value)>(event)};
    if (id != dsl::event_id(BuiltInEvent::done) && has_effect_at(program, id, Effect::next)) return true;
  }
  return false;
}

}  // namespace

GapRules::GapRules(const engine::Rules& program) {
  for (const auto& rows : program.after)
    for (const dsl::AfterRow& row : rows)
      for (const dsl::EffectCall& call : row.effects) {
        if (dsl::row(call.id).partly == dsl::Partly::lost) followed = false;
        if (call.id == Effect::fan) one_ended = false;
        if (call.id != Effect::owe) continue;
        const dsl::Node& target = dsl::node_at(program, call.args[0]);
        const bool is_hub = dsl::is_member(target, dsl::Member::round_hub);
        owes_hub = owes_hub || is_hub;
        if (!dsl::is_root(target, dsl::Root::new_end) && !is_hub) simple_debts = false;
        const dsl::Node& times = dsl::node_at(program, call.args[1]);
        most_covers =
            std::max(most_covers, times.op != dsl::Op::number ? UINT8_MAX : static_cast<int>(times.value));
      }
}

PartialApply::PartialApply(const engine::Rules& program)
    : program_(program), rules_(program), names_next_(names_next(program)) {}

Known PartialApply::after_gap(const Known& before) const {
  Known table = before;
  engine::NotKnown& unknown = table.unknown;
  engine::forget(unknown, changed_by_turns, program_);
  forget_facts(program_, table);
  unknown.faces = engine::TileSet::all();
  // Debts are not known end by end, so those made from here on still are.
  unknown.debts = false;
  unknown.loose_debt = true;
  unknown.sides = !rules_.one_ended;
  unknown.next = false;
  Position& position = table.position;
  // One end for each train, with a group of its own. Its number is not known, and stays the one that was seen
  // last.
  std::array<std::uint8_t, engine::max_trains> seen_last{};
  for (int e = 0; e < before.position.end_count; ++e) {
    const End& end = before.position.ends[static_cast<std::size_t>(e)];
    seen_last[end.train] = end.pip;
  }
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
    end.pip = seen_last[t];
    end.start = (position.started >> t & 1U) == 0;
    unknown.starts[t] = end.start;
    unknown.old_debts.set(t);
    table.set_numbers(t, all_numbers(program_));
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
  return table;
}

std::optional<Known> PartialApply::after_turn(const Known& before, engine::Seat seat) {
  Known table = after_gap(before);
  begin_turn(table, seat, false);
  table.unknown.turn = table.unknown.fresh = true;
  forget_facts(program_, table);
  forget_all_rows(table);
  // By a rule that spoke before, or at an act of this turn, somebody else may be next. The rows of its end
  // are asked below.
  table.unknown.next = before.unknown.next || before.position.turn_next != engine::no_seat || names_next_;
  MarkedTrains marks;
  return apply(table, Act{ActKind::done, seat}, marks);
}

void PartialApply::lay_blindly(Known& table) const {
  Position& position = table.position;
  engine::NotKnown& unknown = table.unknown;
  ++position.laid;
  position.drawn = 0;
  // Before the first turn it may have been the engine.
  if (unknown.engine) unknown.turn = true;
  engine::forget(unknown, dsl::aspects::markers | dsl::aspects::hand_sizes, program_);
  for (std::size_t train = 0; train < program_.trains.size(); ++train) {
    table.set_numbers(train, all_numbers(program_));
    unknown.starts.set(train);
    unknown.old_debts.set(train);
  }
  unknown.loose_debt = unknown.fresh = true;
  forget_rows(table, BuiltInEvent::lay);
  forget_rows(table, BuiltInEvent::cover);
}

void PartialApply::lose_engine(Known& table) const { engine::forget(table.unknown, of_engine, program_); }

void PartialApply::forget_all_rows(Known& table) const {
  for (const std::vector<dsl::AfterRow>& rows : program_.after)
    for (const dsl::AfterRow& row : rows)
      for (const dsl::EffectCall& call : row.effects) forget(table, call);
}

Known PartialApply::after_position(const Position& before, const PositionBegun& begun) const {
  const engine::NotKnown& written = begun.unknown;
  Known table = after_gap({before, {}});
  Position& position = table.position;
  engine::NotKnown& unknown = table.unknown;
  std::array<int, engine::max_trains> ends{};
  for (std::size_t e = 0; e < before.end_count; ++e) ++ends[before.ends[e].train];
  for (std::size_t e = 0; e < before.end_count; ++e) {
    const End& was = before.ends[e];
    const std::size_t train = was.train;
    if (!rules_.one_ended || ends[train] != 1 || written.ends[train]) continue;
    End& end = position.ends[train];
    table.set_numbers(train, std::uint32_t{1} << was.pip);
    unknown.starts.reset(train);
    end.start = was.start;
    end.tile = was.tile;
    end.marked = was.marked;
    unknown.marks[train] = written.marks[train];
    // Debts keep the group of their tile.
    end.group = was.group;
  }
  if (!written.debts && rules_.one_ended && rules_.simple_debts) {
    position.debts = before.debts;
    position.debt_count = before.debt_count;
    unknown.old_debts.reset();
    unknown.loose_debt = unknown.fresh = false;
  }
  unknown.facts = written.facts;
  for (const dsl::FactSlot& fact : program_.facts)
    if (fact.by_chance() && before.facts[static_cast<std::size_t>(fact.slot)] != engine::absent)
      unknown.facts.reset(static_cast<std::size_t>(fact.slot));
  // Nothing is owed since a turn began in which nothing was laid.
  if (!written.owner && before.laid == 0) unknown.fresh = false;
  if (!begun.is_supposed) {
    unknown.counts = written.counts;
    unknown.boneyard = written.boneyard;
  }
  for (std::size_t p = 0; p < position.players.size(); ++p)
    if (!unknown.counts[p]) position.players[p].count = before.players[p].count;
  if (!unknown.boneyard) position.boneyard = before.boneyard;
  unknown.lap = written.lap;
  unknown.still = written.still;
  unknown.turns = written.turns;
  unknown.points = written.points;
  unknown.winner = written.winner;
  unknown.starter = written.starter;
  unknown.first = written.first;
  unknown.kept = written.kept;
  unknown.lots = written.lots;
  if (written.engine) lose_engine(table);
  position.turn_next = before.turn_next;
  position.turn_serial = before.turn_serial;
  unknown.owner = unknown.turn = written.owner;
  unknown.previous = written.previous;
  unknown.over = unknown.last_round = false;
  return table;
}

void PartialApply::begin_turn(Known& table, engine::Seat seat, bool goes_on) const {
  Position& position = table.position;
  engine::NotKnown& unknown = table.unknown;
  position.turn_player = seat;
  unknown.owner = false;
  unknown.turn = unknown.fresh = unknown.next = goes_on;
  engine::forget(unknown, dsl::aspects::previous | dsl::aspects::laps, program_);
  if (goes_on) return;
  position.turn_next = engine::no_seat;
  ++position.turn_serial;
  position.laid = position.drawn = position.drew = 0;
  clear_facts_of_turn(program_, table);
  forget_rows(table, BuiltInEvent::turn_begins);
}

void PartialApply::forget_asides(Known& table) const {
  const auto is_of_turn = [&](const dsl::EffectCall& call) {
    const dsl::Aspects writes = dsl::row(call.id).writes;
    if ((writes & dsl::aspects::turn_owner) != 0) return true;
    return (writes & dsl::aspects::facts) != 0 && program_.facts[call.fact.value].per == dsl::Scope::turn;
  };
  for (std::size_t d = 0; d < program_.declared.size(); ++d) {
    if (program_.declared[d].by == dsl::ActBy::turn) continue;
    const dsl::EventId event = dsl::event_of({static_cast<std::uint16_t>(dsl::built_in_acts + d)});
    for (const dsl::AfterRow& row : program_.after[event.value])
      for (const dsl::EffectCall& call : row.effects)
        if (is_of_turn(call)) forget(table, call);
  }
}

/// Also the tile of a draw may not be known.
engine::NotKnown PartialApply::unknown_at(const Known& table, const Moment& moment) {
  engine::NotKnown unknown = table.unknown;
  if (moment.tile == engine::no_tile) unknown.aspects |= dsl::aspects::tile;
  return unknown;
}

void PartialApply::sort_rows(BuiltInEvent event, const Known& table, const Moment& moment) {
  sort_rows(dsl::event_id(event), table, moment);
}

void PartialApply::sort_rows(dsl::EventId event, const Known& table, const Moment& moment) {
  const engine::NotKnown unknown = unknown_at(table, moment);
  engine::PartialReading reading(program_, table.position, moment, unknown);
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
      const dsl::Partly partly = dsl::row(call.id).partly;
      if (partly == dsl::Partly::skipped || partly == dsl::Partly::lost) continue;
      if (partly == dsl::Partly::carried && truth == Truth::yes && is_sure(event, table, reading, call)) {
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
void PartialApply::note_idle(const dsl::AfterRow& row, engine::PartialReading& reading) {
  const auto is_mark = [](const dsl::EffectCall& call) { return call.id == Effect::mark; };
  if (!program_.rules[row.rule.value].has_sentence || !any_of(row.effects, is_mark)) return;
  dsl::RuleId by = row.rule;
  if (reading.of(row.when) != Truth::no)
    for (const dsl::ExceptRow& except : row.excepts)
      if (reading.of(except.when) == Truth::yes) by = except.rule;
  if (!contains(idle_, by)) idle_.push_back(by);
}

/// True if it is known what this effect does where its row surely applies.
bool PartialApply::is_sure(dsl::EventId event, const Known& table, engine::PartialReading& reading,
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
    if (!plain || covers_ || table.unknown.debts || !table.unknown.asked_end) return false;
    covers_ = true;
  }
  return true;
}

void PartialApply::note_fact(const Known& table, const Moment& moment, const dsl::EffectCall& call) {
  int slot = call.fact_slot;
  if (program_.facts[call.fact.value].has_receiver()) {
    const engine::Value receiver = engine::evaluate(program_, table.position, moment, call.receiver);
    if (receiver == engine::absent) return;
    slot += receiver;
  }
  facts_set_.push_back(slot);
}

void PartialApply::forget_open_rows(Known& table, MarkedTrains& marks) const {
  for (const dsl::EffectCall& call : open_calls_) {
    if (call.id == Effect::mark) marks.maybe = true;
    forget(table, call);
  }
}

void PartialApply::forget_rows(Known& table, BuiltInEvent event) const {
  for (const dsl::AfterRow& row : program_.after[dsl::event_id(event).value])
    for (const dsl::EffectCall& call : row.effects) forget(table, call);
}

/// Forgets what this effect writes.
void PartialApply::forget(Known& table, const dsl::EffectCall& call) const {
  const dsl::Aspects writes = dsl::row(call.id).writes;
  const bool were_lost = table.unknown.debts;
  engine::forget_written(table.unknown, writes, program_);
  if ((writes & dsl::aspects::facts) != 0) {
    const dsl::FactSlot& fact = program_.facts[call.fact.value];
    for (int slot = fact.slot; slot < fact.end(); ++slot)
      table.unknown.facts.set(static_cast<std::size_t>(slot));
  }
  // It may raise its event; rows of that event that cover raise it again, and change nothing more.
  if (call.id == Effect::cover && !were_lost) forget_rows(table, BuiltInEvent::cover);
}

/// The turn has gone on to the next player, or to somebody who is not known.
void PartialApply::note_next_turn(Known& after, const Known& before, bool player_known) const {
  engine::NotKnown& unknown = after.unknown;
  unknown.turn = unknown.fresh = unknown.previous = unknown.next = false;
  unknown.owner = !player_known;
  const bool was_played = before.position.laid > 0 || before.position.drew > 0;
  // One in which a marker was put up is no idle turn either.
  const bool is_still_known = was_played || (!before.unknown.still && !touches_markers_);
  unknown.still = before.unknown.turn || !is_still_known;
  if (player_known && !before.unknown.starter) return;
  unknown.lap = true;
  if (!player_known)
    for (std::size_t p = 0; p < static_cast<std::size_t>(program_.players); ++p) unknown.turns.set(p);
}

/// The end laid to is gone, with whatever stood there; the new one is known.
void PartialApply::forget_end(Known& after, const Known& before, const Act& act) const {
  const int found = train_of_end(before.position, act.end);
  if (found < 0) return;
  const auto train = static_cast<std::size_t>(found);
  engine::NotKnown& unknown = after.unknown;
  unknown.starts.reset(train);
  // A debt that one tile did not pay stays with a double that has no open end any more.
  if (rules_.most_covers > 1 && before.unknown.asked_end) unknown.loose_debt = true;
  if (!rules_.one_ended) {
    after.set_numbers(train, all_numbers(program_));
    unknown.marks.set(train);
    unknown.old_debts.set(train);
    return;
  }
  const std::uint16_t laid = before.position.next_serial;
  const int index = engine::find_end(after.position, laid);
  if (index < 0) return;
  after.set_numbers(train, std::uint32_t{1} << after.position.ends[static_cast<std::size_t>(index)].pip);
  unknown.marks.reset(train);
  unknown.old_debts.reset(train);
}

std::optional<Known> PartialApply::apply(Known table, const Act& act, MarkedTrains& marks) {
  sure_.assign(program_.after.size(), {});
  open_calls_.clear();
  facts_set_.clear();
  covers_ = touches_markers_ = has_ended_ = false;
  idle_.clear();
  const Known before = table;
  Moment moment = moment_before(table.position, act);
  const auto bare = [&] {
    Known after = before;
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
      Known covered = bare();
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
    Known next = bare();
    if (next.position.phase != engine::Phase::over) {
      passes_to_known = !before.unknown.next && none_of(open_calls_, is_next);
      note_next_turn(next, before, passes_to_known);
      MarkedTrains ignored;
      forget_open_rows(next, ignored);
      Moment begins;
      begins.me = next.position.turn_player;
      if (!next.unknown.owner) {
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
  marks.surely_put = made.put_on >= 0 && !before.unknown.marks[static_cast<std::size_t>(made.put_on)];
  marks.idle = idle_;
  for (const engine::Happening& happening : trace) {
    // The end that is meant is not known, and may be there.
    const bool is_nowhere = happening.end.train >= program_.trains.size();
    if (happening.kind == engine::Happening::Kind::marked && is_nowhere) {
      marks.maybe = true;
      engine::forget(table.unknown, dsl::aspects::markers, program_);
    }
    const bool marker = happening.kind == engine::Happening::Kind::marked ||
                        happening.kind == engine::Happening::Kind::unmarked;
    if (happening.kind == engine::Happening::Kind::marked && happening.changed && !happening.moved_on &&
        marks.surely_put)
      marks.put_by = happening.rule;
    if (marker && rules_.one_ended && happening.end.train < program_.trains.size())
      table.unknown.marks.reset(happening.end.train);
    if (happening.kind == engine::Happening::Kind::forgiven && table.position.debt_count == 0) {
      table.unknown.old_debts.reset();
      table.unknown.loose_debt = table.unknown.debts = false;
    }
  }
  if (table.position.phase == engine::Phase::over) {
    has_ended_ = true;
    return std::nullopt;
  }
  if (touches_markers_ && act.kind != ActKind::done) table.unknown.still = true;
  if (act.kind == ActKind::done) {
    note_next_turn(table, before, passes_to_known);
    for (const dsl::FactSlot& fact : program_.facts) {
      for (int s = fact.slot; fact.per == dsl::Scope::turn && s < fact.end(); ++s)
        table.unknown.facts.reset(static_cast<std::size_t>(s));
    }
  }
  for (const int slot : facts_set_) table.unknown.facts.reset(static_cast<std::size_t>(slot));
  forget_open_rows(table, marks);
  return table;
}

}  // namespace roundhouse::replay
