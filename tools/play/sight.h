#pragma once
// The view of one seat: its own hand, and of the others only the number of tiles.

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

/// A seat; no_seat: somebody who looks on and sees no hand at all.
struct SeatView {
  engine::Seat seat = engine::no_seat;
};

engine::Position seen_by(const engine::Position& position, SeatView viewer);

/// The act without its tile, if the viewer may not know which it was: others draw it, or look at it.
engine::Act seen_by(const engine::Rules& program, const engine::Act& act, SeatView viewer);

}  // namespace roundhouse::replay
