#pragma once
// The facts that the rules show, as every view of a position tells them: those that are not cleared, in
// words.

#include <bitset>
#include <string>
#include <vector>

#include "replay/views/steps.h"

namespace roundhouse::replay {

struct ToldFact {
  std::string label;
  std::string value;  ///< empty: the label alone says that it is true

  /// "Warnings: 2"
  std::string text() const { return value.empty() ? label : label + ": " + value; }
};

struct ToldFacts {
  std::vector<ToldFact> general;                  ///< of the turn, the round, the match and of trains
  std::vector<std::vector<ToldFact>> of_players;  ///< by seat
};

/// `unknown`: as Frame::unknown.
ToldFacts told_facts(const engine::Rules& program, const Header& header, const engine::Position& position,
                     const std::bitset<engine::max_facts>& unknown);
ToldFacts told_facts(const engine::Rules& program, const Header& header, const Frame& frame);

}  // namespace roundhouse::replay
