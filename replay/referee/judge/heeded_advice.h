#pragma once
// The rows of advice that count in a record: asked for each act, worked out once. Knows no more of it than
// that (BreachReporter::heeds says why).

#include <cstdint>
#include <vector>

#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

class HeededAdvice {
 public:
  explicit HeededAdvice(const BreachReporter& reporter) : reporter_(reporter) {}

  bool has(dsl::RuleId advice) {
    if (known_.empty()) known_.assign(reporter_.program.rules.size(), -1);
    std::int8_t& heeded = known_[advice.value];
    if (heeded < 0) heeded = reporter_.heeds(advice) ? 1 : 0;
    return heeded > 0;
  }

  /// True if some row counts that warns when it is at work.
  bool has_warnings();

  /// Returns the advice rows that an act breaks, if its player's hand is fully known. To be asked before the
  /// act.
  void report(const FoldAct& step, const Position& position, std::vector<Ruling>& rulings);
  /// Reports what came of an act and counts as advice.
  void report(const FoldAct& step, const Position& after, const engine::Trace& trace,
              std::vector<Ruling>& rulings);

 private:
  BreachReporter reporter_;
  std::vector<std::int8_t> known_;  ///< by RuleId: 1: it counts; -1: not asked yet
};

}  // namespace roundhouse::replay
