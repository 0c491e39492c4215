#pragma once
// The number of tiles dealt and the number in the set, for each number of players.

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/lint/lint.h"

namespace roundhouse::dsl {

struct HandsDealt {
  std::int32_t players = 0;
  std::int64_t each = 0;    ///< tiles for everybody
  std::int64_t needed = 0;  ///< in all
  std::int64_t tiles = 0;   ///< that can be dealt
  std::int64_t highest = 0;
};

/// The hands dealt with the options as they are. Nothing if that changes during the game.
std::optional<HandsDealt> hands_dealt(const CheckedRules& rules, std::int32_t players);

/// The first place of this file that says how many tiles there are or how many are dealt, the deal first.
std::optional<Span> own_place_of_deal(const Linted& linted);

}  // namespace roundhouse::dsl
