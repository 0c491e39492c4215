#pragma once
// Things that nobody knows after a round of which not all is written: facts that its rows may have changed,
// who won, who went out. Derived from what rows read and write; no row is asked whether it applied.

#include <bitset>

#include "engine/evaluate_partly.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

/// The share of a round that is written.
struct RoundWritten {
  bool turns = true;                           ///< all of them
  bool counted = true;                         ///< its end was carried out, not only its scores believed
  std::bitset<engine::max_players> no_points;  ///< by seat: nothing is known of this round's points
  std::bitset<engine::max_players> no_totals;  ///< as no_points, of the rounds before
};

/// `position`: the round over, or where it could be followed no further. `before`: facts that were not known
/// when it began.
engine::NotKnown unknown_after(const engine::Rules& program, const engine::Position& position,
                               const RoundWritten& written, const std::bitset<engine::max_facts>& before);

/// The facts that rows may have set in the midst of a round by tiles in hands, where some of these are not
/// known. By what rows read and write: they may be right as they stand.
std::bitset<engine::max_facts> facts_of_hidden_tiles(const engine::Rules& program,
                                                     const engine::Position& position);

/// Of these facts those that are left when a round begins, and with it perhaps a game. `begun`: round or
/// game.
std::bitset<engine::max_facts> lasting(const engine::Rules& program, std::bitset<engine::max_facts> facts,
                                       dsl::Scope begun);

}  // namespace roundhouse::replay
