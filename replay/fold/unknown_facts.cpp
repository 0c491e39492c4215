#include "replay/fold/unknown_facts.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/evaluate.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

using dsl::BuiltInEvent;
using engine::NotKnown;

class Spreading {
 public:
  Spreading(const engine::Rules& program, const Position& position, const RoundWritten& written,
            bool is_one_out, NotKnown unknown)
      : program_(program),
        position_(position),
        written_(written),
        is_one_out_(is_one_out),
        unknown_(std::move(unknown)) {}

  NotKnown run() {
    while (spread_once()) {
    }
    learn();
    return unknown_;
  }

 private:
  /// True if more is unknown than before.
  bool spread_once() {
    const NotKnown before = unknown_;
    const engine::Moment nobody;
    engine::PartialReading reading(program_, position_, nobody, before);
    for (std::size_t event = 0; event < program_.after.size(); ++event)
      for (const dsl::AfterRow& row : program_.after[event]) forget_open(event, row, reading);
    return unknown_ != before;
  }

  void forget_open(std::size_t event, const dsl::AfterRow& row, engine::PartialReading& reading) {
    std::size_t open = is_open(event, row, reading) ? row.effects.size() : 0;  // so many of them
    for (std::size_t i = 0; i < row.effects.size(); ++i) {
      const dsl::EffectCall& call = row.effects[i];
      // For whom an `each` is done nobody knows, so neither what it holds.
      if (takes_unknown(call, reading)) open = std::max(open, i + 1 + call.inner);
      if (i < open) forget(event, call);
    }
  }

  /// True if nobody knows whether it applied.
  bool is_open(std::size_t event, const dsl::AfterRow& row, engine::PartialReading& reading) const {
    if (!dsl::is_of_round_end(event) && !written_.turns) return true;
    if (dsl::is_of_round_end(event) && !follows_scores(event) && !written_.counted) return true;
    if (reading.reads_unknown(row.when)) return true;
    const auto lifts = [&](const dsl::ExceptRow& except) { return reading.reads_unknown(except.when); };
    return any_of(row.excepts, lifts);
  }

  static bool takes_unknown(const dsl::EffectCall& call, engine::PartialReading& reading) {
    return reading.reads_unknown(call.receiver) || reading.reads_unknown(call.args[0]) ||
           reading.reads_unknown(call.args[1]);
  }

  /// True if the event comes when the points are there, by anybody's count. If its rows add to them, points
  /// that were written are not those that its rows saw.
  bool follows_scores(std::size_t event) const {
    if (event == dsl::event_id(BuiltInEvent::round_over).value) return true;
    const auto scores = [](const dsl::EffectCall& call) {
      return dsl::writes(call.id, dsl::aspects::points);
    };
    const auto any_scores = [&](const dsl::AfterRow& row) { return any_of(row.effects, scores); };
    const auto& rows = program_.after[event];
    return event == dsl::event_id(BuiltInEvent::scored).value && none_of(rows, any_scores);
  }

  void forget(std::size_t event, const dsl::EffectCall& call) {
    // The only player with nothing left has won, regardless of what was said in play.
    const auto writes = [&](dsl::Aspects what) { return dsl::writes(call.id, what); };
    if (writes(dsl::aspects::result) && (dsl::is_of_round_end(event) || !is_one_out_)) unknown_.winner = true;
    if (writes(dsl::aspects::game_over)) unknown_.last_round = true;
    if (!writes(dsl::aspects::facts)) return;
    const dsl::FactSlot& fact = program_.facts[call.fact.value];
    for (int slot = fact.slot; slot < fact.end(); ++slot) unknown_.facts.set(static_cast<std::size_t>(slot));
  }

  /// Only one effect of the rules writes the fact, and it surely did, with something known: then that is
  /// known again, whatever was before.
  void learn() {
    if (unknown_.facts.none()) return;
    const NotKnown before = unknown_;
    const engine::Moment nobody;
    engine::PartialReading reading(program_, position_, nobody, before);
    const std::vector<int> writers = count_writers();
    for (const BuiltInEvent event : {BuiltInEvent::engine, BuiltInEvent::round_over}) {
      if (!surely_came(event)) continue;
      for (const dsl::AfterRow& row : program_.after[dsl::event_id(event).value]) {
        if (row.when.given() || !row.excepts.empty()) continue;
        for (const dsl::EffectCall& call : row.effects)
          if (call.id == dsl::Effect::set && !call.receiver.given() && writers[call.fact.value] == 1 &&
              is_always_set(call.fact) && !reading.reads_unknown(call.args[0]))
            unknown_.facts.reset(static_cast<std::size_t>(call.fact_slot));
      }
    }
  }

  /// True if every value set is there: an absent number leaves a fact as it was.
  bool is_always_set(dsl::FactId fact) const { return program_.facts[fact.value].type != dsl::Type::number; }

  bool surely_came(BuiltInEvent event) const {
    if (position_.engine_tile == no_tile) return false;
    if (event == BuiltInEvent::engine) return written_.turns;
    return written_.counted && position_.phase == engine::Phase::over;
  }

  /// By fact: the effects that write it.
  std::vector<int> count_writers() const {
    std::vector<int> writers(program_.facts.size());
    for (const std::vector<dsl::AfterRow>& rows : program_.after)
      for (const dsl::AfterRow& row : rows)
        for (const dsl::EffectCall& call : row.effects)
          if (dsl::writes(call.id, dsl::aspects::facts)) ++writers[call.fact.value];
    return writers;
  }

  const engine::Rules& program_;
  const Position& position_;
  const RoundWritten& written_;
  bool is_one_out_;
  NotKnown unknown_;
};

}  // namespace

NotKnown unknown_after(const engine::Rules& program, const Position& position, const RoundWritten& written,
                       const std::bitset<engine::max_facts>& before) {
  NotKnown unknown;
  unknown.faces = engine::TileSet::all();
  unknown.facts = before;
  for (const dsl::FactSlot& fact : program.facts)
    if (fact.by_chance() && position.facts[static_cast<std::size_t>(fact.slot)] == engine::absent)
      unknown.facts.set(static_cast<std::size_t>(fact.slot));
  if (!written.turns) engine::forget(unknown, engine::course_aspects, program);
  if (!written.turns && !written.counted) engine::forget(unknown, dsl::aspects::hand_sizes, program);
  unknown.points = written.no_points;
  unknown.totals = written.no_totals;
  int out = 0;
  for (std::size_t p = 0; p < static_cast<std::size_t>(program.players); ++p)
    if (position.players[p].count == 0) ++out;
  // In a round that was only counted a player with nothing left has won it.
  if (!written.turns && (!written.counted || out > 1)) unknown.winner = unknown.last_out = true;
  return Spreading(program, position, written, written.counted && out == 1, std::move(unknown)).run();
}

std::bitset<engine::max_facts> facts_of_hidden_tiles(const engine::Rules& program, const Position& position) {
  std::bitset<engine::max_facts> open;
  if (hidden_count(position, 0) == 0 && !others_hidden(program, position, 0)) return open;
  const auto rests = [&](dsl::Aspects reads) {
    return (reads & dsl::aspects::hands) != 0 || (open.any() && (reads & dsl::aspects::facts) != 0);
  };
  for (bool more = true; more;) {
    const auto before = open;
    for (std::size_t event = 0; event < program.after.size(); ++event) {
      if (dsl::is_of_round_end(event)) continue;
      for (const dsl::AfterRow& row : program.after[event])
        for (const dsl::EffectCall& call : row.effects) {
          if (!dsl::writes(call.id, dsl::aspects::facts)) continue;
          if (!rests(dsl::reads_of_row(program, row) | dsl::reads_of_effect(program, call))) continue;
          const dsl::FactSlot& fact = program.facts[call.fact.value];
          for (int slot = fact.slot; slot < fact.end(); ++slot) open.set(static_cast<std::size_t>(slot));
        }
    }
    more = open != before;
  }
  return open;
}

std::bitset<engine::max_facts> lasting(const engine::Rules& program, std::bitset<engine::max_facts> facts,
                                       dsl::Scope begun) {
  for (const dsl::FactSlot& fact : program.facts) {
    const bool of_game = fact.per == dsl::Scope::game && begun != dsl::Scope::game;
    if (fact.per == dsl::Scope::match || of_game) continue;
    for (int slot = fact.slot; slot < fact.end(); ++slot) facts.reset(static_cast<std::size_t>(slot));
  }
  return facts;
}

std::vector<ShownFact> shown_facts(const engine::Rules& program, const Position& position,
                                   const std::bitset<engine::max_facts>& unknown) {
  std::vector<ShownFact> shown;
  for (std::size_t i = 0; i < program.facts.size(); ++i) {
    if (program.fact_labels[i].empty()) continue;
    const dsl::FactSlot& place = program.facts[i];
    ShownFact& fact = shown.emplace_back();
    fact.name = program.fact_names[i];
    fact.label = program.fact_labels[i];
    fact.of = place.of;
    fact.per = place.per;
    fact.type = place.type;
    fact.by_chance = place.by_chance();
    for (int n = 0; n < place.places; ++n) {
      const auto slot = static_cast<std::size_t>(place.slot + n);
      const bool is_open = unknown[slot] || (fact.by_chance && position.facts[slot] == engine::absent);
      fact.values.push_back(is_open ? std::nullopt : std::optional(position.facts[slot]));
    }
  }
  return shown;
}

bool shows_lasting_facts(const engine::Rules& program) {
  for (std::size_t i = 0; i < program.facts.size(); ++i)
    if (!program.fact_labels[i].empty() && program.facts[i].per == dsl::Scope::match) return true;
  return false;
}

bool is_cleared(const ShownFact& fact, std::optional<std::int32_t> value) {
  if (fact.by_chance) return false;
  const bool can_be_absent = fact.type == dsl::Type::player || fact.type == dsl::Type::tile;
  return value == (can_be_absent ? engine::absent : 0);
}

std::string shown_value(dsl::Type type, std::optional<std::int32_t> value,
                        const std::vector<std::string>& names) {
  if (!value) return "?";
  if (type == dsl::Type::truth) return *value != 0 ? "yes" : "no";
  if (type == dsl::Type::number) return std::to_string(*value);
  if (*value == engine::absent) return "-";
  if (type == dsl::Type::player) return names[static_cast<std::size_t>(*value)];
  return tile_text(static_cast<TileId>(*value));
}

}  // namespace roundhouse::replay
