#include "replay/referee/judge/aftermath.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/compile/hand_use.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/fold.h"
#include "engine/watched_apply.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/rule_reads.h"
#include "replay/referee/judge/hand_reading.h"

namespace roundhouse::replay {
namespace {

using dsl::BuiltInEvent;
using dsl::HandUse;

/// More open rows at one act are more than anybody writes, and are not asked.
constexpr std::size_t most_answered_rows = 8;
constexpr std::size_t most_drawn_ways = 32;

/// Events of the act itself, whose `me` is the player who acts.
std::vector<dsl::EventId> own_events(const Act& act) {
  if (!engine::is_by_rows(act.kind)) return {};
  std::vector<dsl::EventId> events{dsl::event_of(engine::act_id_of(act))};
  if (act.kind == ActKind::lay) events.push_back(dsl::event_id(BuiltInEvent::cover));
  return events;
}

bool raises_events(const Position& position, const Act& act) {
  // With the last tile dealt play begins where the engine lies already.
  return engine::is_by_rows(act.kind) || act.kind == ActKind::pull || act.kind == ActKind::engine ||
         (act.kind == ActKind::deal && position.engine_tile != no_tile);
}

bool asks_tile(const engine::Rules& program, const dsl::AfterRow& row) {
  dsl::Aspects reads = dsl::reads_of_row(program, row);
  for (const dsl::EffectCall& call : row.effects) reads |= dsl::reads_of_effect(program, call);
  return (reads & dsl::aspects::tile) != 0;
}

bool looks_at_others(dsl::Aspects reads) { return (reads & dsl::aspects::other_hands) != 0; }
bool looks_at_ages(dsl::Aspects reads) { return (reads & dsl::aspects::ages) != 0; }

bool reads_any(const engine::Rules& program, const dsl::AfterRow& row, dsl::Aspects any) {
  dsl::Aspects reads = dsl::reads_of_row(program, row);
  for (const dsl::EffectCall& call : row.effects) reads |= dsl::reads_of_effect(program, call);
  return (reads & any) != 0;
}

/// True if in the course of a round something reads points.
bool reads_points(const engine::Rules& program) {
  const auto has = [](dsl::Aspects reads) { return (reads & dsl::aspects::points) != 0; };
  for (const dsl::ActRules& act : program.acts) {
    for (const auto* rows : {&act.forbids, &act.advice, &act.optional})
      for (const dsl::ForbidRow& row : *rows)
        if (has(dsl::reads_of_row(program, row))) return true;
    for (const dsl::PermitRow& row : act.permits)
      if (has(dsl::reads(program, row.when))) return true;
  }
  for (std::size_t e = 0; e < program.after.size(); ++e)
    for (const dsl::AfterRow& row : program.after[e]) {
      if (dsl::is_of_round_end(e)) continue;
      if (has(dsl::reads_of_row(program, row))) return true;
      for (const dsl::EffectCall& call : row.effects)
        if (has(dsl::reads_of_effect(program, call))) return true;
    }
  return false;
}

/// True if the effect only scores. Points are treated apart (round_points.h), so nothing of the table depends
/// on it unless something in the course of the round reads them.
bool only_scores(const dsl::EffectCall& call) {
  const auto scores = [](const dsl::EffectCall& one) {
    return dsl::row(one.id).writes == dsl::aspects::points;
  };
  if (call.id != dsl::Effect::each) return scores(call);
  return std::all_of(&call + 1, &call + 1 + call.inner,
                     [&](const dsl::EffectCall& one) { return scores(one) || one.id == dsl::Effect::each; });
}

/// The rows among these that apply when the act is done.
std::vector<char> applied(const engine::Rules& program, Position position, const Act& act,
                          const std::vector<UnclearRow>& rows) {
  engine::Trace trace;
  engine::apply(program, position, act, &trace);
  std::vector<char> truth(rows.size(), 0);
  for (const engine::Happening& happening : trace)
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (happening.kind == engine::Happening::Kind::row && happening.rule == rows[r].rule) truth[r] = 1;
  return truth;
}

}  // namespace

HandRows::HandRows(const engine::Rules& program)
    : uses_(hand_uses(program)),
      elsewhere_(program.rules.size(), 0),
      permits_elsewhere_(program.acts.size(), 0),
      effect_looks_(program.rules.size(), 0),
      asks_ages_(program.rules.size(), 0) {
  dsl::HandUses uses(program);
  for (std::size_t a = 0; a < program.acts.size(); ++a) {
    for (const dsl::ForbidRow& row : program.acts[a].forbids) {
      if (looks_at_others(dsl::reads_of_row(program, row))) elsewhere_[row.rule.value] = 1;
      if (looks_at_ages(dsl::reads_of_row(program, row))) asks_ages_[row.rule.value] = 1;
    }
    for (const dsl::PermitRow& row : program.acts[a].permits) {
      if (looks_at_others(dsl::reads(program, row.when))) permits_elsewhere_[a] = 1;
      if (looks_at_ages(dsl::reads(program, row.when))) asks_ages_[row.rule.value] = 1;
    }
  }
  const auto is_set = [](char set) { return set != 0; };
  any_elsewhere_ = any_of(elsewhere_, is_set) || any_of(permits_elsewhere_, is_set);
  points_matter_ = reads_points(program);
  const std::size_t counting = dsl::event_id(BuiltInEvent::counting).value;
  for (std::size_t e = 0; e < program.after.size(); ++e)
    for (const dsl::AfterRow& row : program.after[e]) {
      if (looks_at_others(dsl::reads_of_row(program, row))) elsewhere_[row.rule.value] = 1;
      if (looks_at_ages(dsl::reads_of_row(program, row))) asks_ages_[row.rule.value] = 1;
      for (const dsl::EffectCall& call : row.effects) {
        if (!points_matter_ && only_scores(call)) continue;
        if (looks_at_ages(dsl::reads_of_effect(program, call))) asks_ages_[row.rule.value] = 1;
        if (uses.of(call.receiver) != HandUse::none || uses.of(call.args[0]) != HandUse::none ||
            uses.of(call.args[1]) != HandUse::none)
          effect_looks_[row.rule.value] = 1;
      }
      if (e != counting && (row.hand_use != HandUse::none || effect_looks_[row.rule.value] != 0))
        any_follow_ = true;
      if (e == dsl::event_id(BuiltInEvent::draw).value && !of_drawn_ && asks_tile(program, row)) {
        of_drawn_ = row.rule;
        any_follow_ = true;
      }
    }
}

namespace {

/// Carries the act out while these tiles are assumed to be in hand, and calls visit(event, row, moment,
/// stands, effects known) for every row that looks at hands, with its truth by what is really known.
template <class Visit>
void watch_rows(const engine::Rules& program, const HandRows& rows, const Position& position, const Act& act,
                const std::vector<TileId>& supposed, const engine::NotKnown& beside, const Visit& visit) {
  Position after = with_tiles(position, act, supposed);
  const dsl::Aspects open_beside = engine::aspects_of(beside);
  const auto watch = [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
    if (dsl::is_of_round_end(event.value)) return;
    const std::vector<dsl::AfterRow>& all = program.after[event.value];
    const bool ages = ages_hidden(program, at);
    const auto looks = [&](const dsl::AfterRow& row) {
      return rows.looks(row) || (ages && rows.asks_ages(row.rule)) ||
             (open_beside != dsl::aspects::none && reads_any(program, row, open_beside));
    };
    if (none_of(all, looks)) return;
    Position seen = at;
    for (const TileId tile : supposed) seen.hands[static_cast<std::size_t>(act.actor)].remove(tile);
    engine::NotKnown unknown = beside;
    unknown.faces = hidden_faces(program, seen);
    engine::PartialReading reading(program, seen, moment, unknown);
    for (const dsl::AfterRow& row : all) {
      if (!looks(row)) continue;
      const dsl::Truth stands = reading.stands(row);
      const auto is_known = [&](const dsl::EffectCall& call) {
        if (!rows.points_matter() && only_scores(call)) return true;
        const auto is_known_here = [&](dsl::NodeRef ref) {
          return dsl::is_in_each(call) ? !reading.reads_unknown(ref) : reading.is_known(ref);
        };
        return is_known_here(call.receiver) && is_known_here(call.args[0]) && is_known_here(call.args[1]);
      };
      visit(event, row, moment, stands, all_of(row.effects, is_known));
    }
  };
  engine::apply_watched(program, after, act, watch);
}

}  // namespace

Aftermath aftermath_of(const engine::Rules& program, const HandRows& rows, const Position& position,
                       const Act& act, const TileSet& hidden, bool others_hidden,
                       const engine::NotKnown& beside) {
  Aftermath found;
  if (!raises_events(position, act)) return found;
  if (hidden.none() && !others_hidden && engine::aspects_of(beside) == dsl::aspects::none) return found;
  const std::vector<dsl::EventId> own = own_events(act);
  const auto is_asked = [&](dsl::EventId event, const dsl::AfterRow& row, const engine::Moment& moment) {
    const bool plain = row.hand_use == HandUse::some_tile || row.hand_use == HandUse::no_tile;
    return plain && hidden.any() && moment.me == act.actor && contains(own, event) &&
           !rows.effect_looks(row.rule) && !rows.looks_elsewhere(row.rule);
  };
  const auto unclear = [&](const dsl::AfterRow& row) {
    if (!found.unclear) found.unclear = row.rule;
  };
  const auto is_found = [&](const dsl::AfterRow& row) {
    return any_of(found.rows, [&](const UnclearRow& open) { return open.rule == row.rule; });
  };
  watch_rows(program, rows, position, act, {}, beside,
             [&](dsl::EventId event, const dsl::AfterRow& row, const engine::Moment& moment,
                 dsl::Truth stands, bool effects_known) {
               if (stands == dsl::Truth::no || is_found(row)) return;
               if (stands == dsl::Truth::undecided && is_asked(event, row, moment))
                 found.rows.push_back({row.rule, {}});
               else if (stands == dsl::Truth::undecided || !effects_known)
                 unclear(row);
             });
  if (found.unclear || found.rows.empty()) return found;

  const std::vector<char> known = applied(program, with_tiles(position, act, {}), act, found.rows);
  std::vector<TileId> faces;
  engine::for_each_tile(hidden, [&](TileId tile) { faces.push_back(tile); });
  // Rows that change with some tile in hand change with all of them, so the search goes on by halves.
  const auto analyze = [&](const auto& self, std::size_t begin, std::size_t end) -> void {
    const std::vector<TileId> some(faces.begin() + static_cast<std::ptrdiff_t>(begin),
                                   faces.begin() + static_cast<std::ptrdiff_t>(end));
    const std::vector<char> with = applied(program, with_tiles(position, act, some), act, found.rows);
    if (with == known) return;
    if (end - begin == 1) {
      for (std::size_t r = 0; r < with.size(); ++r)
        if (with[r] != known[r]) found.rows[r].tiles.add(faces[begin]);
      return;
    }
    self(self, begin, begin + (end - begin) / 2);
    self(self, begin + (end - begin) / 2, end);
  };
  if (!faces.empty()) analyze(analyze, 0, faces.size());
  std::erase_if(found.rows, [](const UnclearRow& row) { return row.tiles.none(); });
  // With each answer the rest has to be known as well.
  if (found.rows.size() > most_answered_rows) return found;
  for (unsigned answer = 1; answer < 1U << found.rows.size() && !found.unclear; ++answer)
    if (const auto tiles = tiles_for(found.rows, answer))
      watch_rows(program, rows, position, act, *tiles, beside,
                 [&](dsl::EventId, const dsl::AfterRow& row, const engine::Moment&, dsl::Truth stands,
                     bool effects_known) {
                   if (stands == dsl::Truth::no || is_found(row)) return;
                   if (stands == dsl::Truth::undecided || !effects_known) unclear(row);
                 });
  return found;
}

DrawnWays drawn_ways(const engine::Rules& program, const HandRows& rows, const Position& position,
                     const Act& act, const TileSet& could, bool others_hidden) {
  DrawnWays found;
  std::vector<Position> after;  // by way
  Position first;
  bool only_facts = true;
  bool too_many = false;
  const TileSet hidden = hidden_faces(program, position);
  engine::find_tile(could, [&](TileId tile) {
    Act drawn = act;
    drawn.tile = tile;
    const Aftermath more = aftermath_of(program, rows, position, drawn, hidden, others_hidden);
    if (more.unclear) found.unclear = more.unclear;
    if (!more.rows.empty()) found.unclear = more.rows.front().rule;
    Position then = position;
    apply_assuming(program, then, act, {{}, drawn.tile}, nullptr);
    if (after.empty()) first = then;
    for (std::size_t slot = 0; slot < then.facts.size(); ++slot)
      if (then.facts[slot] != first.facts[slot]) found.facts.set(slot);
    Position but_for_facts = then;
    but_for_facts.facts = first.facts;
    only_facts = only_facts && but_for_facts == first;
    const auto same = static_cast<std::size_t>(std::find(after.begin(), after.end(), then) - after.begin());
    if (same == most_drawn_ways) {
      too_many = true;
      return !only_facts;
    }
    if (same == after.size()) {
      after.push_back(then);
      found.ways.push_back({{}, drawn.tile});
    }
    found.ways[same].tiles.add(tile);
    return found.unclear.has_value();
  });
  if (too_many && only_facts && !found.unclear) {
    found.ways = {{could, found.ways.front().shown}};
    return found;
  }
  found.facts.reset();
  if (too_many) found.unclear = rows.of_drawn();
  stable_sort(found.ways,
              [](const DrawnTiles& a, const DrawnTiles& b) { return a.tiles.count() > b.tiles.count(); });
  return found;
}

std::optional<std::vector<TileId>> tiles_for(const std::vector<UnclearRow>& rows, unsigned changed) {
  TileSet banned;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if ((changed >> r & 1U) == 0) banned |= rows[r].tiles;
  std::vector<TileId> tiles;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if ((changed >> r & 1U) == 0) continue;
    const TileSet some = rows[r].tiles & ~banned;
    if (some.none()) return std::nullopt;
    if (!contains(tiles, some.first())) tiles.push_back(some.first());
  }
  return tiles;
}

}  // namespace roundhouse::replay
