#pragma once
// Describes what an act did in plain sentences: "Ann lays the 9-3 to the 9 of Joe's train. The engine is
// covered."

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/views/steps.h"

namespace roundhouse::replay {

/// `header`: its names are used as they are. `signer`: who gave the ruling, of an act of the referee's; may
/// be empty.
std::vector<std::string> narrate(const engine::Rules& program, const Header& header, const Position& before,
                                 const Act& act, const engine::Trace& trace, std::string_view signer);

/// "It is Ann's turn."
std::string turn_sentence(const Header& header, Seat seat);

/// "The referee", "Referee Kim".
std::string referee_name(std::string_view signer);

// The facts that the rules show, as every view of a position prints them: those that are not cleared, in
// words.

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
FactTexts fact_texts(const engine::Rules& program, const Header& header, const Position& position,
                     const std::bitset<engine::max_facts>& unknown);
FactTexts fact_texts(const engine::Rules& program, const Header& header, const Frame& frame);

}  // namespace roundhouse::replay
