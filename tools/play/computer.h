#pragma once
// Chooses the acts of a computer player at a table with people: those of its player (tools/players), and
// announcements, which a player by itself makes at random or never.

#include <optional>

#include "engine/player.h"
#include "engine/random.h"

namespace roundhouse::replay {

/// `sight.declared` is not looked at. Absent: it does nothing, which only somebody may whose turn it is not.
std::optional<engine::Act> choose_act(const engine::Player& player, const engine::Sight& sight, bool in_turn,
                                      engine::Random& random);

}  // namespace roundhouse::replay
