#pragma once
// Single questions that the list of legal acts is made of. Internal to the engine.

#include "dsl/program.h"
#include "engine/evaluate.h"
#include "engine/position.h"

namespace roundhouse::engine {

/// Notes what can.ACT is in this position.
void remember(CanMemo& memo, dsl::ActId act, bool found);

/// May `me`, which has the turn, draw, or end it? The position is one in which somebody may act.
bool can_draw(const dsl::Program& program, const Position& position, Seat me, CanMemo* can);
bool can_be_done(const dsl::Program& program, const Position& position, Seat me, CanMemo* can);

}  // namespace roundhouse::engine
