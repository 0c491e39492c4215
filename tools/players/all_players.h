#pragma once
// The list of computer players, and those that are asked for by name in the code.

#include <span>

#include "engine/player.h"

namespace roundhouse::engine {

extern const Player greedy_player;
extern const Player planner_player;
extern const Player search_player;

std::span<const Player* const> all_players();
/// The player of this name or level; nullptr: there is none.
const Player* find_player(std::string_view name);

}  // namespace roundhouse::engine
