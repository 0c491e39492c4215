#pragma once
// The facts that the rules give a label, as they stand at a table: for the drawn table and for score sheets.
// Knows no layout.

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

/// A fact with its label and its values.
struct ShownFact {
  std::string name;
  std::string label;
  dsl::Scope of = dsl::Scope::turn;
  dsl::Scope per = dsl::Scope::turn;
  dsl::Type type = dsl::Type::truth;
  bool by_chance = false;  ///< never cleared while it is known
  /// By seat, of a fact of players, or by train; else one. As in Position::facts; absent: nobody knows it.
  std::vector<std::optional<std::int32_t>> values;
};

/// All facts with a label, in the order of the rules. `unknown`: the places of facts that are not known.
std::vector<ShownFact> shown_facts(const engine::Rules& program, const engine::Position& position,
                                   const std::bitset<engine::max_facts>& unknown);

/// True if some fact with a label outlasts a round.
bool shows_lasting_facts(const engine::Rules& program);

/// False, 0 or absent, and known to be: it is not shown.
bool is_cleared(const ShownFact& fact, std::optional<std::int32_t> value);

/// "yes", "3", "Ann" (by seat out of `names`), "9-3"; "?" where it is not known, "-" for nobody and no tile.
std::string shown_value(dsl::Type type, std::optional<std::int32_t> value,
                        const std::vector<std::string>& names);

}  // namespace roundhouse::replay
