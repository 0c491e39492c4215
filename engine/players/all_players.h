#pragma once
// The list of computer players.

#include <span>

#include "engine/players/player.h"

namespace roundhouse::engine {

extern const Player random_player;
extern const Player greedy_player;
extern const Player planner_player;
extern const Player search_player;
// Rebuilt from what other programs of the game say of theirs, to be measured against.
extern const Player block_leader_player;
extern const Player double_first_player;
extern const Player heaviest_first_player;
extern const Player longest_chain_player;

std::span<const Player* const> all_players();
/// By name; nullptr: there is none.
const Player* find_player(std::string_view name);

}  // namespace roundhouse::engine
