#pragma once
// What somebody at the table may be shown: their own hand, and of others no more than how many tiles they
// hold.

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

/// A seat; no_seat: somebody who looks on and sees no hand at all.
struct Eyes {
  engine::Seat seat = engine::no_seat;
};

engine::Position seen_by(const engine::Position& position, Eyes viewer);

/// Without its tile, where the viewer is not told which it was: others draw it, or look at it.
engine::Act seen_by(const engine::Rules& program, const engine::Act& act, Eyes viewer);

}  // namespace roundhouse::replay
