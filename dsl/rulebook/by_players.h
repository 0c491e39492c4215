#pragma once
// Values that are numbers before the game, for each number of players that the rules allow.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {

struct ByPlayers {
  struct Step {
    std::int32_t least, most;  ///< players
    std::int32_t value;
  };
  std::vector<Step> steps;  ///< neighbours differ, or none play between them; empty: not all are numbers

  bool is_number() const { return steps.size() == 1; }
};

ByPlayers by_players(const TypedExpr& expression, const CheckedRules& rules, const Known& known);

/// The numbers of players that a rulebook is for.
std::vector<std::int32_t> players_known(const CheckedRules& rules, const Known& known);
/// "two to four players", "two, three or six players".
std::string players_in_words(const std::vector<PlayerRun>& runs);

}  // namespace roundhouse::dsl
