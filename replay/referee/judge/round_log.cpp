#include "replay/referee/judge/round_log.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "engine/prepare_round.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/fold_state.h"
#include "replay/fold/hand_faces.h"

namespace roundhouse::replay {

void forget_laid(const engine::Rules& program, const Act& act, Position& position) {
  if (!lays_a_tile(act) || position.laid_tiles.count(act.tile) < program.copies) return;
  for (engine::TileBag& hand : position.hands)
    if (hand.has(act.tile)) hand.remove(act.tile);
}

void RoundLog::add(const FoldAct& step, const Position& position, bool carried_out) {
  if (!first_) {
    first_ = position;
    played_.reserve(256);
  }
  played_.push_back({step, {}, carried_out});
}

const Played* RoundLog::at(int act) const {
  const auto index = static_cast<std::size_t>(act) - 1;
  return act >= 1 && index < played_.size() ? &played_[index] : nullptr;
}

Position RoundLog::before(int act) const {
  Position position = first_.value_or(Position());
  for (int a = 1; a < act; ++a) go_on(a, position);
  return position;
}

void RoundLog::visit_before(int act, const std::function<void(int, const Position&)>& visit) const {
  Position position = first_.value_or(Position());
  for (int a = 1; a <= act; ++a) {
    visit(a, position);
    go_on(a, position);
  }
}

void RoundLog::go_on(int act, Position& position) const {
  const Played* played = at(act);
  if (played == nullptr || !played->carried_out) return;
  apply_assuming(*program_, position, played->step.act, played->assumed, nullptr);
  forget_laid(*program_, played->step.act, position);
}

std::optional<dsl::RuleId> Causes::of(const RoundLog& log, int act, dsl::Aspects reads,
                                      const std::function<bool(const Position&)>& is_so) {
  const Played* then = log.at(act);
  if (then == nullptr || !then->carried_out) return std::nullopt;
  const Position before = log.before(act);
  Position after = before;
  engine::Trace trace;
  apply_assuming(program_, after, then->step.act, then->assumed, &trace);
  std::vector<dsl::RuleId> rows;
  for (auto happening = trace.rbegin(); happening != trace.rend(); ++happening)
    if (happening->kind == engine::Happening::Kind::row && (written_by(happening->rule) & reads) != 0 &&
        !contains(rows, happening->rule))
      rows.push_back(happening->rule);
  const auto made_it_so = [&](dsl::RuleId row) {
    Position otherwise = before;
    apply_assuming(without(row), otherwise, then->step.act, then->assumed, nullptr);
    return !is_so(otherwise);
  };
  const auto row = find_if(rows, made_it_so);
  return row == rows.end() ? std::nullopt : std::optional(*row);
}

const engine::Rules& Causes::without(dsl::RuleId row) {
  std::unique_ptr<const engine::Rules>& kept = without_[row.value];
  if (kept) return *kept;
  dsl::Program fewer = program_;
  for (std::vector<dsl::AfterRow>& rows : fewer.after)
    std::erase_if(rows, [&](const dsl::AfterRow& one) { return one.rule == row; });
  kept = std::make_unique<const engine::Rules>(engine::prepare_for_round(std::move(fewer)));
  return *kept;
}

const engine::Rules& Causes::with_always(dsl::RuleId row) {
  std::unique_ptr<const engine::Rules>& kept = always_[row.value];
  if (kept) return *kept;
  dsl::Program other = program_;
  for (std::vector<dsl::AfterRow>& rows : other.after)
    for (dsl::AfterRow& one : rows) {
      if (one.rule != row) continue;
      one.when = {};
      one.excepts.clear();
    }
  kept = std::make_unique<const engine::Rules>(engine::prepare_for_round(std::move(other)));
  return *kept;
}

dsl::Aspects Causes::written_by(dsl::RuleId row) const {
  dsl::Aspects all = dsl::aspects::none;
  for (const std::vector<dsl::AfterRow>& rows : program_.after)
    for (const dsl::AfterRow& one : rows)
      if (one.rule == row)
        for (const dsl::EffectCall& effect : one.effects) all |= dsl::row(effect.id).writes;
  return all;
}

}  // namespace roundhouse::replay
