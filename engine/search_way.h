#pragma once
// The search for the engine after the deal: who draws, in what order, and what becomes of the tiles drawn.
// Read off the values of `setup.engine`. Knows nothing of hands.

#include "dsl/program.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

struct SearchWay {
  dsl::SetupName from = dsl::SetupName::hands;
  dsl::SetupName missing = dsl::SetupName::unison;
  dsl::SetupName drawn = dsl::SetupName::keep;
  /// Only the leader looks for it, draws for it and leads it.
  bool alone = false;

  bool is_led() const { return from == dsl::SetupName::lead; }
  bool is_turned() const { return from == dsl::SetupName::turned; }
  /// True if all draw before anybody looks.
  bool in_unison() const { return missing == dsl::SetupName::unison && !alone; }
  /// True if nobody looks before it is their turn to.
  bool one_by_one() const { return missing == dsl::SetupName::one_by_one && !alone; }
  bool redeals() const { return missing == dsl::SetupName::redeal && !is_turned(); }
  /// True if a tile drawn for it is shown, and comes into the hand only if it may be the engine.
  bool shows() const { return missing == dsl::SetupName::reveal || drawn != dsl::SetupName::keep; }
  /// True if a tile that may not is in the boneyard again for the next draw.
  bool goes_back() const { return drawn == dsl::SetupName::back; }
};

SearchWay search_way(const Rules& program, const Position& position);

/// True if of equal engines chance decides.
bool ties_go_by_lot(const Rules& program, const Position& position);

/// The value of a setup's key that is one of the language's names.
dsl::SetupName setup_name(const Rules& program, const Position& position, dsl::NodeRef node,
                          dsl::SetupName otherwise);

/// The player with whom the search begins: the one with the right to lead, else the first.
Seat first_to_search(const Position& position);
/// Number of players who look for it and draw for it.
inline int searchers(const Rules& program, const SearchWay& way) { return way.alone ? 1 : program.players; }

}  // namespace roundhouse::engine
