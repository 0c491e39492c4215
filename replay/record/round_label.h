#pragma once
// The meaning of a round's label under the rules of the match: which round of which game it is, and
// whether there is such a round at all.

#include <optional>
#include <string>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

class RoundLabels {
 public:
  /// `position`: of this match, at any time.
  RoundLabels(const engine::Rules& program, const Position& position);

  /// True if the labels of a game's rounds are known before they are played.
  bool are_known() const { return known_; }
  /// The number of rounds of the game before the one with this label: the one for which this double is
  /// scheduled, or where none is the one with this number. Absent: no round has it.
  std::optional<int> rounds_before(int label) const;
  /// The label of the game's round with this number.
  int label_of(int round) const;
  bool is_double(int round) const;
  /// The number of rounds of a game; absent: there is no such number.
  std::optional<int> rounds() const { return rounds_; }
  /// The number of games of a match; absent: it depends on how they go.
  std::optional<int> games() const { return games_; }

  /// "the double 9", "round 9".
  std::string called(int round) const;
  /// "13 rounds, of the double 12 down to the double 0".
  std::string all() const;

 private:
  const engine::Rules& program_;
  Position position_;
  bool known_ = true;
  std::optional<int> rounds_;
  std::optional<int> games_;
};

}  // namespace roundhouse::replay
