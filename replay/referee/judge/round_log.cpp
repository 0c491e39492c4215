#include "replay/referee/judge/round_log.h"

#include "replay/fold/act_rows.h"
#include "replay/fold/fold_state.h"

namespace roundhouse::replay {

void forget_laid(const engine::Rules& program, const engine::Act& act, engine::Position& position) {
  if (!lays_a_tile(act) || position.laid_tiles.count(act.tile) < program.copies) return;
  for (engine::TileBag& hand : position.hands)
    if (hand.has(act.tile)) hand.remove(act.tile);
}

void RoundLog::add(const FoldAct& step, const engine::Position& position, bool carried_out) {
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

engine::Position RoundLog::before(int act) const {
  engine::Position position = first_.value_or(engine::Position());
  for (int a = 1; a < act; ++a) go_on(a, position);
  return position;
}

void RoundLog::visit_before(int act, const std::function<void(int, const engine::Position&)>& visit) const {
  engine::Position position = first_.value_or(engine::Position());
  for (int a = 1; a <= act; ++a) {
    visit(a, position);
    go_on(a, position);
  }
}

void RoundLog::go_on(int act, engine::Position& position) const {
  const Played* played = at(act);
  if (played == nullptr || !played->carried_out) return;
  apply_assuming(*program_, position, played->step.act, played->assumed, nullptr);
  forget_laid(*program_, played->step.act, position);
}

}  // namespace roundhouse::replay
