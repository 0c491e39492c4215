#pragma once
// Judges what can be judged after turns that nobody wrote down. The next line's player is believed; from
// there on the table is known as far as the written turns show it. An act is illegal only if it is in every
// way of filling in the gap; where it is in some, that rests on the gap and is said.

#include <functional>
#include <optional>
#include <string>

#include "replay/fold/round_fold.h"
#include "replay/referee/gap/half_apply.h"
#include "replay/referee/rulings/tell_breach.h"

namespace roundhouse::replay {

/// Functions that the walk beyond a gap tells.
struct GapWatcher {
  std::function<void(const FoldStep&)> seen;  ///< a tile laid or drawn, however it is judged
  std::function<void(const FoldShowing&)> shown;
  std::function<void(const FoldStep&, Ruling)> ruled;
  /// What is illegal in this line was let stand, so nothing follows of its having been legal.
  std::function<bool(std::size_t item)> allowed;
  /// It cannot be said whether this is legal.
  std::function<void(std::size_t item, dsl::Span where, std::string reason)> open;
};

/// Judges the round from its item `gap`, a `?` line, on. `position`: before it; nullptr: that is not known
/// either, and tiles are all that can be counted.
void judge_beyond_gap(const BreachTeller& teller, std::size_t gap, const engine::Position* position,
                      const LineState& line, const GapWatcher& watcher);

}  // namespace roundhouse::replay
