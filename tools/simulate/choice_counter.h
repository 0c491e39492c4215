#pragma once
// Counts the legal acts at each choice of a round, by turn: the third of the round that a turn belongs to is
// known only when the round is over. Internal to the engine.

#include <array>
#include <cstdint>
#include <vector>

#include "engine/fold.h"

namespace roundhouse::engine {

class ChoiceCounter {
 public:
  explicit ChoiceCounter(const Rules& program) : program_(program) {}

  struct Sum {
    std::int64_t ways = 0;
    std::int64_t choices = 0;
    std::int64_t forced = 0;  ///< choices with one legal act only
  };

  void begin_round() { turns_.clear(); }
  /// An act was chosen in this position.
  void look(const Position& position, const Act& chosen);
  /// The sums of the first, middle and last third of a round of so many turns.
  std::array<Sum, 3> thirds(std::size_t turns) const;

 private:
  const Rules& program_;
  ActList legal_;
  std::vector<Sum> turns_;  ///< by turn, the first at 0; the engine is led in the first
};

}  // namespace roundhouse::engine
