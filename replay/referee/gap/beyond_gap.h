#pragma once
// Judges what can be judged after turns that nobody wrote down. The next line's player is believed; from
// there on the table is known as far as the written turns show it. An act is illegal only if it is in every
// way of filling in the gap; where it is in some, that rests on the gap and is said.

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "replay/fold/partial_apply.h"
#include "replay/fold/round_fold.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

struct GapRuling {
  FoldAct step;
  Ruling ruling;
};
/// It cannot be said whether this is legal.
struct GapDoubt {
  std::size_t item = 0;
  dsl::Span where;
  std::string reason;
};
/// A step behind the gap: a tile laid or drawn, however it is judged; tiles shown; what was found.
using GapStep = std::variant<FoldAct, FoldShowing, GapRuling, GapDoubt>;

/// The place where not all is known any more.
struct GapPlace {
  std::size_t item = 0;  ///< a `?` line, `Ann: ?`, or the last line of a position of which not all is written
  const engine::Position* position = nullptr;  ///< before it; of a position that one
  bool begun = true;  ///< false: it stands before the first turn, and nobody knows which engine lies
  const PositionBegun* begun_with = nullptr;  ///< of a position
  LineState line{};
};
/// The table at a moment behind the gap, for who asks what is known there.
struct GapView {
  std::size_t item = 0;
  const FoldAct* act = nullptr;  ///< before it; absent: at the beginning of a line, or at its end
  bool is_end = false;           ///< the line is done, or the gap is
  const Known& table;
  const std::vector<Known>& ways;  ///< those in which the table may be before the act; else none
  const GapRules& rules;
  bool is_lost = false;   ///< tiles are only counted
  bool is_blind = false;  ///< nothing is known of the trains
  bool in_turn = false;   ///< a turn has begun since the gap
};
using GapWatcher = std::function<void(const GapView&)>;

/// Judges the round from there on. `is_allowed`: what is illegal in this line was let stand, so nothing
/// follows from its having been legal. `watcher`: where there is one, play goes on behind an illegal act,
/// too.
std::vector<GapStep> judge_beyond_gap(const BreachReporter& reporter, const GapPlace& gap,
                                      const std::function<bool(std::size_t item)>& is_allowed,
                                      const GapWatcher& watcher = {});

}  // namespace roundhouse::replay
