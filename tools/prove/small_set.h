#pragma once
// Small tables on which all positions of a game can be looked at: few players, few tiles. Lists them, and the
// settings with which a rule file is played so.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::replay {

struct SmallSet {
  int players = 2;
  int highest = 2;
  int deal = 1;

  int tiles() const { return (highest + 1) * (highest + 2) / 2; }
  /// "2 players, double-2, 2 tiles each"
  std::string text() const;
};

/// A double-2 and a double-3 set, with two and three players, or as few as the rules let play.
std::vector<SmallSet> small_sets(const dsl::CheckedRules& rules);

/// The settings for a small set, where the size of the set and the deal are options: `highest=2`, `deal=2`.
/// Absent: they are not, or the rules say something else of the set.
std::optional<std::vector<std::string>> small_settings(const dsl::CheckedRules& rules, const SmallSet& small);

/// A rule file that extends another and says how it is played with such a set. `scheduled`: the double of the
/// round; absent: as the parent says.
std::string small_variant(const dsl::CheckedRules& rules, const std::string& parent, const SmallSet& small,
                          std::optional<int> scheduled);

}  // namespace roundhouse::replay
