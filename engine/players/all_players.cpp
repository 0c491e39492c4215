#include "engine/players/all_players.h"

#include <algorithm>
#include <array>

namespace roundhouse::engine {
namespace {

constexpr std::array players{
    &random_player,       &greedy_player,       &planner_player,        &search_player,
    &block_leader_player, &double_first_player, &heaviest_first_player, &longest_chain_player,
};

}  // namespace

std::span<const Player* const> all_players() { return players; }

const Player* find_player(std::string_view name) {
  const auto found =
      std::find_if(players.begin(), players.end(), [&](const Player* p) { return p->name == name; });
  return found == players.end() ? nullptr : *found;
}

}  // namespace roundhouse::engine
