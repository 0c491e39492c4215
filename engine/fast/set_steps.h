#pragma once
// Sets (of tiles or of ends) worked out from their steps (engine/fast/code.h). Internal to the engine.

#include <array>

#include "engine/fast/code.h"

namespace roundhouse::engine {

/// Works out a set from its steps. `leaf(op, among)` makes the set of one step, of which no more than `among`
/// matters; nothing outside `whole` does.
template <class Set, class Overlay>
Set run_steps(const fast::EndOp* op, const fast::EndOp* stop, bool needs_pile, const Set& whole,
              const Overlay& leaf) {
  if (!needs_pile) {
    // Each step thins the set out or adds to it.
    Set set = whole;
    for (; op != stop; ++op) {
      if (op->join == fast::EndJoin::either) {
        set |= leaf(*op, whole) & whole;
      } else {
        set &= leaf(*op, set);
      }
    }
    return set;
  }
  std::array<Set, fast::most_end_sets + 1> sets;
  sets[0] = {};
  Set* last = sets.data();  // sets[0] is under the pile
  for (; op != stop; ++op) {
    if (op->step == fast::EndStep::both) {
      --last;
      last[0] &= last[1];
    } else if (op->step == fast::EndStep::either) {
      --last;
      last[0] |= last[1];
    } else {
      const Set found = leaf(*op, op->join == fast::EndJoin::both ? *last & whole : whole);
      switch (op->join) {
        case fast::EndJoin::put:
          *++last = found;
          break;
        case fast::EndJoin::both:
          *last &= found;
          break;
        case fast::EndJoin::either:
          *last |= found;
          break;
      }
    }
  }
  return *last & whole;
}

}  // namespace roundhouse::engine
