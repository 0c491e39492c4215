#pragma once
// Rules that show what they remember, and what they show as the slow reading has it.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "tests/slow/slow_game.h"

namespace roundhouse::tests {

/// A bundled variant with facts of every owner, type and time of clearing, all shown. For fewer players.
dsl::CheckedRules rules_with_shown_facts(const std::string& variant);

/// A fact that is shown and not cleared.
struct ShownInSlow {
  std::string name;
  std::string label;
  std::string player;  ///< whose it is; empty: nobody's
  dsl::Type type = dsl::Type::truth;
  std::string value;   ///< a number, a name, a tile; empty of what is true
  bool lasts = false;  ///< it is the match's, or outlasts a round
};
/// In the order of the rules, of players by seat.
std::vector<ShownInSlow> shown_in(const slow::SlowGame& game, const std::vector<std::string>& names);

}  // namespace roundhouse::tests
