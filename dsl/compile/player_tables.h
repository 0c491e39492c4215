#pragma once
// Quantifiers over players that need not be worked out by walking their nodes player by player: what they ask
// of a player is read as asked of the one who acts, and then has the form of tests. Called by lower.cpp.

#include "dsl/compile/node_builder.h"
#include "dsl/compile/test_builder.h"
#include "dsl/program.h"

namespace roundhouse::dsl {

/// Fills code.players_alone and code.of_players for the nodes there are.
void tabulate_players(Program& program, NodeBuilder& builder, TestBuilder& tests);

}  // namespace roundhouse::dsl
