#pragma once
// The game that rules come to, in one canonical text: what rules_hash (dsl/check/check.h) is taken over. It
// is made of the programs for all numbers of players, so options are numbers by then, words are written out
// and rows that can never hold are gone. Of what is left, names of rows, the order of what has none, and the
// way in which a condition is written do not enter, nor facts that nothing reads.

#include <string>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Of rules without errors.
std::string print_game(const CheckedRules& rules);

}  // namespace roundhouse::dsl
