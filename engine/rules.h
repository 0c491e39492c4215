#pragma once
// Rules that are ready to be played: a program, and its rows once more in the form in which the fold runs
// them.

#include <array>
#include <cstdint>
#include <utility>

#include "dsl/program.h"
#include "engine/fast/code.h"
#include "engine/position.h"

namespace roundhouse::engine {

// The cost of each tile left in hand by some rules: the rules are asked by ending a round with that tile in
// hand. Used by players, which know no rules.

struct Rules;

struct Stakes {
  int points_sign = -1;  ///< 1 if it is good to have points, else -1
  /// The cost by tile: how many points worse than the others it leaves a player who has it in hand when
  /// somebody goes out, beside another tile.
  std::array<std::int16_t, max_tile_kinds> left_in_hand{};
};

Stakes stakes_of(const Rules& rules);

/// Immutable; passed by const reference. The nodes of the program stay the measure.
struct Rules : dsl::Program {
  fast::Code code;
  Stakes stakes;  ///< if compile_rules made them
};

/// Cannot fail. See engine/fast/lower.h.
Rules prepare(dsl::Program program);

/// Of rules that were checked, for a number of players that is not refused.
inline Rules compile_rules(const dsl::CheckedRules& rules, int players) {
  Rules prepared = prepare(dsl::compile_rules(rules, players));
  prepared.stakes = stakes_of(prepared);
  return prepared;
}

}  // namespace roundhouse::engine
