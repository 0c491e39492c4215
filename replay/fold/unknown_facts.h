#pragma once
// Facts, known and not. First the things that nobody knows after a round of which not all is written: facts
// that its rows may have changed, who won, who went out. Derived from what rows read and write; no row is
// asked whether it applied.

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate_partly.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

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
engine::NotKnown unknown_after(const engine::Rules& program, const Position& position,
                               const RoundWritten& written, const std::bitset<engine::max_facts>& before);

/// The facts that rows may have set in the midst of a round by tiles in hands, where some of these are not
/// known. By what rows read and write: they may be right as they stand.
std::bitset<engine::max_facts> facts_of_hidden_tiles(const engine::Rules& program, const Position& position);

/// Of these facts those that are left when a round begins, and with it perhaps a game. `begun`: round or
/// game.
std::bitset<engine::max_facts> lasting(const engine::Rules& program, std::bitset<engine::max_facts> facts,
                                       dsl::Scope begun);

// The facts that the rules give a label, as they stand at a table: for the drawn table and for score sheets.
// Knows no layout.

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
std::vector<ShownFact> shown_facts(const engine::Rules& program, const Position& position,
                                   const std::bitset<engine::max_facts>& unknown);

/// True if some fact with a label outlasts a round.
bool shows_lasting_facts(const engine::Rules& program);

/// False, 0 or absent, and known to be: it is not shown.
bool is_cleared(const ShownFact& fact, std::optional<std::int32_t> value);

/// "yes", "3", "Ann" (by seat out of `names`), "9-3"; "?" where it is not known, "-" for nobody and no tile.
std::string shown_value(dsl::Type type, std::optional<std::int32_t> value,
                        const std::vector<std::string>& names);

}  // namespace roundhouse::replay
