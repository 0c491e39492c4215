#include "tools/play/sight.h"

#include "engine/fold.h"
#include "engine/player.h"

namespace roundhouse::replay {

engine::Position seen_by(const engine::Position& position, SeatView viewer) {
  // For the engine no seat is the referee, who sees everything.
  if (viewer.seat != engine::no_seat) return engine::seen_by(position, viewer.seat);
  engine::Position seen = position;
  seen.hands = {};
  return seen;
}

engine::Act seen_by(const engine::Rules& program, const engine::Act& act, SeatView viewer) {
  engine::Act seen = engine::seen_by(act, viewer.seat);
  if (act.actor == engine::no_seat && viewer.seat == engine::no_seat) return seen;
  // A player who gives a tile of their own shows it; one who looks at another's hand shows nobody.
  const engine::Seat owner = engine::hand_of_given(program, act);
  if (owner != engine::no_seat && owner != act.actor && viewer.seat != owner && viewer.seat != act.actor)
    seen.tile = engine::no_tile;
  return seen;
}

}  // namespace roundhouse::replay
