#pragma once
// What the random player does whose turn it is and who announces nothing: the same as choosing from the list
// of legal acts, without making the list. Internal to the engine.

#include "dsl/program.h"
#include "engine/act.h"
#include "engine/lays.h"
#include "engine/random.h"

namespace roundhouse::engine {

/// Writes what the player does into `act`, which is as new; false: neither lay nor draw nor done is legal.
/// Somebody may act, and no tile is still to be taken. `lays` is scratch paper.
bool random_turn(const dsl::Program& program, const Position& position, Lays& lays, Random& random, Act& act);

}  // namespace roundhouse::engine
