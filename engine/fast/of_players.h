#pragma once
// Quantifiers over players, worked out without a walk over nodes (engine/fast/code.h). Internal to the
// engine.

#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// max, min, sole and best: the greatest (for min the least) number, whose element it is, and whether
/// that element is alone with it.
struct Extreme {
  Value number = absent;
  Value element = absent;
  bool alone = true;

  /// An element with its number, which may be absent.
  void add(Value of, Value what, bool least) {
    if (of == absent) return;
    if (number == absent || (least ? of < number : of > number)) {
      *this = {of, what, true};
    } else if (of == number) {
      alone = false;
    }
  }
};

/// Works out what is asked of each player, as of the one who acts.
Value of_players(const Evaluation& reading, dsl::Op op, const fast::OfPlayers& asked);

}  // namespace roundhouse::engine
