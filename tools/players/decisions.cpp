#include "tools/players/decisions.h"

#include <algorithm>
#include <cstdlib>

#include "engine/table.h"

namespace roundhouse::engine {
namespace {

std::array<std::uint8_t, max_trains> markers_on(const Position& position) {
  std::array<std::uint8_t, max_trains> markers{};
  for (std::size_t i = 0; i < position.end_count; ++i)
    if (position.ends[i].marked) ++markers[position.ends[i].train];
  return markers;
}

}  // namespace

Seat chooser_of(const Position& position, const Act& chosen) {
  const Seat me = position.phase == Phase::lead ? position.holder : position.turn_player;
  return me != no_seat && chosen.actor == me && is_by_rows(chosen.kind) ? me : no_seat;
}

void DecisionCounter::begin_round() {
  std::fill(decided_.begin(), decided_.end(), 0);
  std::fill(counted_at_.begin(), counted_at_.end(), 0);
  choices_ = markers_put_ = markers_taken_ = 0;
}

void DecisionCounter::count(dsl::RuleId rule) {
  if (counted_at_[rule.value] == choices_) return;
  counted_at_[rule.value] = choices_;
  ++decided_[rule.value];
}

void DecisionCounter::consider(const Position& position, const Act& act) {
  const std::vector<Breach> broken = breaches(program_, position, act);
  if (broken.size() == 1 && !broken.front().law) count(broken.front().rule);
}

void DecisionCounter::look_at_lays(const Position& position, Seat me) {
  const dsl::ActRules& rules = program_.acts[dsl::act_id(dsl::BuiltInAct::lay).value];
  const auto matching = std::find_if(rules.forbids.begin(), rules.forbids.end(),
                                     [](const dsl::ForbidRow& row) { return row.matching; });
  const bool turns = may_turn_tiles(program_);
  for (int index = 0; index < position.end_count; ++index) {
    const End& end = position.ends[static_cast<std::size_t>(index)];
    for_each_tile(position.hands[index_of(me)].once, [&](TileId tile) {
      const bool fits = high_of(tile) == end.pip || low_of(tile) == end.pip;
      // Of the many pairs that only the numbers keep apart one is enough.
      if (!fits && matching != rules.forbids.end() && counted_at_[matching->rule.value] == choices_) return;
      consider(position, {.kind = ActKind::lay, .actor = me, .tile = tile, .end = end.serial});
      if (turns && is_turnable(tile, end.pip))
        consider(position, {.kind = ActKind::lay,
                            .actor = me,
                            .tile = tile,
                            .end = end.serial,
                            .amount = static_cast<std::int32_t>(Joins::greater)});
    });
  }
}

void DecisionCounter::look_at_declared(const Position& position, Seat me) {
  for (std::size_t index = 0; index < program_.declared.size(); ++index) {
    const dsl::DeclaredAct& act = program_.declared[index];
    if (act.by == dsl::ActBy::referee) continue;
    const int targets = act.whom ? program_.players : 1;
    for (int target = 0; target < targets; ++target) {
      Act said{.kind = ActKind::declared,
               .actor = me,
               .whom = act.whom ? static_cast<Seat>(target) : no_seat,
               .declared = static_cast<std::uint16_t>(index),
               .amount = act.amount ? act.amount->first : 0};
      const Seat owner = hand_of_given(program_, said);
      if (act.tile == dsl::ActTile::none) {
        consider(position, said);
      } else {
        for (int tile = 0; tile < program_.tile_kinds; ++tile) {
          said.tile = static_cast<TileId>(tile);
          if (owner == no_seat || position.hands[index_of(owner)].has(said.tile)) consider(position, said);
        }
      }
    }
  }
}

void DecisionCounter::look(const Position& position, const Act& chosen) {
  markers_ = markers_on(position);
  const Seat me = chooser_of(position, chosen);
  if (me == no_seat) return;
  ++choices_;
  for (const dsl::RuleId rule : advice(program_, position, chosen)) count(rule);
  if (position.phase == Phase::lead) {
    for_each_tile(position.hands[index_of(me)].once, [&](TileId tile) {
      consider(position, {.kind = ActKind::lead, .actor = me, .tile = tile});
    });
  } else if (position.phase == Phase::play) {
    look_at_lays(position, me);
    consider(position, {.kind = ActKind::draw, .actor = me});
    consider(position, {.kind = ActKind::done, .actor = me});
    look_at_declared(position, me);
  }
}

void DecisionCounter::count_markers(const Position& after) {
  const std::array<std::uint8_t, max_trains> now = markers_on(after);
  for (std::size_t train = 0; train < now.size(); ++train) {
    const int more = now[train] - markers_[train];
    (more > 0 ? markers_put_ : markers_taken_) += std::abs(more);
  }
}

void DecisionCounter::follow(const Trace& trace, const Position& after) {
  count_markers(after);
  for (const Happening& happening : trace)
    if (happening.kind == Happening::Kind::row) ++decided_[happening.rule.value];
}

}  // namespace roundhouse::engine
