#pragma once
// Finds quantifiers over players that ask for nothing but a number which stands in the position for each of
// them, so that they need not walk the tree for everybody. Called by lower.cpp.

#include "dsl/program.h"

namespace roundhouse::dsl {

/// Fills code.players_alone and code.of_players for the nodes there are.
void tabulate_players(Program& program);

}  // namespace roundhouse::dsl
