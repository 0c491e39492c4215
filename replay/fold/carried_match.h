#pragma once
// The match as a round takes it over where the rules change before it, or somebody joins: by which rules the
// last game is over, where the facts lie now, with how many points newcomers begin.

#include "engine/position.h"
#include "replay/record/round_terms.h"

namespace roundhouse::replay {

struct CarriedMatch {
  Position position;  ///< by the rules and with the players of now
  Position counted;   ///< the position with the points for places in the last game, as if it were over
  // Over is what is over by the rules of the round before and by those of the round that comes: who agrees on
  // other rules and plays on goes on with the same game.
  bool game_over = false;
  bool match_over = false;
};

/// `position`: a match begun, or a round over, by the rules of before. Neither side may lack its rules.
CarriedMatch carry_match(const RoundChange& change, const RoundTerms& now, const Position& position);

/// A match before the first round of its record. An age that is not written is unknown; in a game that the
/// program played (`[seed ...]`) it is none.
Position begin_match_of(const engine::Rules& program, const Header& header);

}  // namespace roundhouse::replay
