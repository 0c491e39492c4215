#pragma once
// The facts that the rules show, as every view of a position prints them: those that are not cleared, in
// words.

#include <bitset>
#include <string>
#include <vector>

#include "replay/views/steps.h"

namespace roundhouse::replay {

struct FactText {
  std::string label;
  std::string value;  ///< empty: the label alone says that it is true

  /// "Warnings: 2"
  std::string text() const { return value.empty() ? label : label + ": " + value; }
};

struct FactTexts {
  std::vector<FactText> general;                  ///< of the turn, the round, the match and of trains
  std::vector<std::vector<FactText>> of_players;  ///< by seat
};

/// `unknown`: as Frame::unknown.
FactTexts fact_texts(const engine::Rules& program, const Header& header, const engine::Position& position,
                     const std::bitset<engine::max_facts>& unknown);
FactTexts fact_texts(const engine::Rules& program, const Header& header, const Frame& frame);

}  // namespace roundhouse::replay
