#pragma once
// Quantifiers over players that need not be worked out by walking their nodes player by player: what they ask
// of a player is read as asked of the one who acts, and then has the form of decisions. Called by lower.cpp.

#include "dsl/program/node_builder.h"
#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// Fills code.players_alone and code.of_players for the nodes there are.
void tabulate_players(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams);

}  // namespace roundhouse::engine::fast
