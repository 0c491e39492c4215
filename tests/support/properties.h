#pragma once
// Properties of any game under any rules, looked at without the rules: no tile is lost or made, the legal
// acts are in order and complete, and the pips left are what a person would count.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/fold.h"
#include "engine/rules.h"

namespace roundhouse::tests {

/// The fault of a position; "" if it has none.
std::string trouble_with(const engine::Rules& program, const engine::Position& position);

/// The fault of its legal acts. Tries every tile in hand at every end, so it is slow. `acts` is room to
/// work in.
std::string trouble_with_acts(const engine::Rules& program, const engine::Position& position,
                              engine::ActList& acts);

/// Pips left in each hand, counted without the rules; only the double blank's worth is asked of the options.
std::vector<int> count_hands(const dsl::CheckedRules& rules, const engine::Rules& program,
                             const engine::Position& position);

}  // namespace roundhouse::tests
