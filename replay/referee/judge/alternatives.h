#pragma once
// The acts that could have been done instead of an illegal one. Each is tried before it is named: judged by
// all rows and laws, and held against everything that the record has shown of the hidden hands up to there.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/position.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

struct Alternatives {
  /// In notation: tiles, `draw`, declared acts, `pass`. `9-?` is one of several tiles with a 9.
  std::vector<std::string> acts;
  /// All acts were tried to their end: there are no others, as far as hands are known.
  bool complete = true;
};

/// `clues`: of the acts before this one, in order. `before`: the position, whose turn it is acts. `steps`:
/// what trying may take, of the search's steps; takes off what it took. An act that was not tried to its end
/// is left out.
Alternatives alternatives(const BreachReporter& reporter, HandRowsOnDemand& rows, std::vector<Clue> clues,
                          int act, const engine::Position& before, std::int64_t& steps);

}  // namespace roundhouse::replay
