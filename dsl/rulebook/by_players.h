#pragma once
// Values that are numbers before the game, for each number of players that the rules allow.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {

struct ByPlayers {
  struct Step {
    std::int32_t least, most;  ///< players
    std::int32_t value;
  };
  std::vector<Step> steps;  ///< neighbours differ; empty: not all are numbers

  bool is_number() const { return steps.size() == 1; }
};

ByPlayers by_players(const TypedExpr& expression, const CheckedRules& rules, const Known& known);

/// "2 to 4 players", for tables.
std::string players_text(std::int32_t least, std::int32_t most);
/// "two to four players", for sentences.
std::string players_in_words(std::int32_t least, std::int32_t most);

}  // namespace roundhouse::dsl
