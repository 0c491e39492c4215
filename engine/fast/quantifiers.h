#pragma once
// Quantifiers over the tiles of a hand, worked out for the hand as a whole (engine/fast/code.h). Internal to
// the engine.

#include <array>

#include "engine/fast/code.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine {

// Sets (of tiles or of ends) worked out from their steps (engine/fast/code.h). Internal to the engine.

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

/// `tiles`: the set that the quantifier goes over, as in read_word.h; may be absent.
Value of_tiles(Evaluation& reading, dsl::Op op, Value tiles, const fast::OfTiles& asked);

/// The set as in read_word.h, of a quantifier over the hand of the one who acts or what rests of it.
inline Value hand_asked(const Evaluation& reading, const fast::OfTiles& asked) {
  const Moment& moment = reading.moment;
  if (moment.me == no_seat) return absent;
  const bool without = asked.hand == fast::OfTiles::Hand::rest && !moment.tile_gone;
  return without ? moment.me | without_tile : Value{moment.me};
}

/// The tiles of which the comparison holds; of others than the set's it says nothing.
TileSet tiles_compared(Evaluation& reading, const fast::TileBound& bound);

// Quantifiers over players, worked out without a walk over nodes (engine/fast/code.h). Internal to the
// engine.

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
