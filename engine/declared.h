#pragma once
// Optional acts of computer players: an act that a game declares is taken with the
// probability that was asked for, and never twice in a turn. Internal to the players.

#include <algorithm>
#include <optional>

#include "engine/player.h"

namespace roundhouse::engine {

inline bool was_played(const Sight& sight, const Act& act) {
  return std::any_of(sight.played.begin(), sight.played.end(), [&](const Act& before) {
    return before.declared == act.declared && before.actor == act.actor;
  });
}

/// The declared act that is taken before anything else; absent: none is.
inline std::optional<Act> announce(const Sight& sight, Random& random) {
  for (const Act& act : sight.acts) {
    if (act.kind != ActKind::declared || was_played(sight, act)) continue;
    if (random.happens(sight.declared)) return act;
  }
  return std::nullopt;
}

/// True if nothing is left but declared acts: the player in turn has to take one.
inline bool must_announce(const Sight& sight) {
  return sight.seat != no_seat && sight.seat == sight.position.turn_player;
}

}  // namespace roundhouse::engine
