#pragma once
// The rows of advice that count in a record: asked for each act, worked out once. Knows no more of it than
// that (BreachTeller::heeds says why).

#include <cstdint>
#include <vector>

#include "replay/referee/rulings/tell_breach.h"

namespace roundhouse::replay {

class HeededAdvice {
 public:
  explicit HeededAdvice(const BreachTeller& teller) : teller_(teller) {}

  bool has(dsl::RuleId advice) {
    if (known_.empty()) known_.assign(teller_.program.rules.size(), -1);
    std::int8_t& heeded = known_[advice.value];
    if (heeded < 0) heeded = teller_.heeds(advice) ? 1 : 0;
    return heeded > 0;
  }

  /// Some row that warns when it is at work counts.
  bool has_warnings();

  /// Returns the advice rows that an act breaks, if its player's hand is fully known. To be asked before the
  /// act.
  void tell(const FoldAct& step, const engine::Position& position, std::vector<Ruling>& told);
  /// Tells what came of an act and counts as advice.
  void tell(const FoldAct& step, const engine::Position& after, const engine::Trace& trace,
            std::vector<Ruling>& told);

 private:
  BreachTeller teller_;
  std::vector<std::int8_t> known_;  ///< by RuleId: 1: it counts; -1: not asked yet
};

}  // namespace roundhouse::replay
