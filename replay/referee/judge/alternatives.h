#pragma once
// The acts that could have been done instead of an illegal one: those that no row or law forbids, and that
// go with what the record has shown of the hidden hands up to there. Before one is printed the round is
// judged whole with it (trial.h).

#include <cstdint>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

struct Alternative {
  /// In notation: a tile, `draw`, a declared act, `pass`. `9-?` is one of several tiles with a 9, `bid 1 to
  /// 3` one of three acts.
  std::string text;
  /// The acts that it stands for, or as many of them as are needed to say so.
  std::vector<Act> acts;
};

struct Alternatives {
  std::vector<Alternative> acts;
  /// All acts were tried to their end: there are no others, as far as hands are known.
  bool complete = true;
};

/// `clues`: of the acts before this one that are believed, in order. `before`: the position, whose turn it is
/// acts. `steps`: what trying may take, of the search's steps; takes off what it took. An act that was not
/// tried to its end is left out.
Alternatives alternatives(const BreachReporter& reporter, HandRowsOnDemand& rows, std::vector<Clue> clues,
                          int act, const Position& before, std::int64_t& steps);

}  // namespace roundhouse::replay
