#pragma once
// The choice of the random player whose turn it is and who announces nothing: the same as choosing from the
// list of legal acts, without making the list. Internal to the engine.

#include "engine/fast/lays.h"
#include "engine/random.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Made once for a round: what all its questions have in common is kept from one to the next.
class RandomTurn {
 public:
  /// Both have to live as long.
  RandomTurn(const Rules& program, const Position& position) : reading_(program, position, moment_) {}
  RandomTurn(const RandomTurn&) = delete;
  RandomTurn& operator=(const RandomTurn&) = delete;

  struct Chosen {
    fast::FirstLegal choice = fast::FirstLegal::nothing;
    const fast::Consequence* after_done =
        nullptr;  ///< the consequence of the end of the turn, if that is known
  };
  /// Chooses what the player does; of a lay, `lay` says which. Somebody may act, and no tile is still to be
  /// taken.
  Chosen choose(Random& random, Lay& lay);

 private:
  CanMemo can_;
  Moment moment_{.can = &can_};
  Evaluation reading_;
  Lays lays_;
};

}  // namespace roundhouse::engine
