#pragma once
// What holds of any game under any rules, looked at without the rules: no tile is lost or made, the legal
// acts are in order and complete, and the pips left are what a person would count.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/program.h"
#include "engine/fold.h"

namespace roundhouse::tests {

/// What is wrong with a position; "" if nothing is.
std::string trouble_with(const dsl::Program& program, const engine::Position& position);

/// What is wrong with its legal acts. Tries every tile in hand at every end, so it is slow. `acts` is room to
/// work in.
std::string trouble_with_acts(const dsl::Program& program, const engine::Position& position,
                              engine::ActList& acts);

/// Pips left in each hand, counted without the rules; only the double blank's worth is asked of the options.
std::vector<int> count_hands(const dsl::CheckedRules& rules, const dsl::Program& program,
                             const engine::Position& position);

}  // namespace roundhouse::tests
