// Gets rid of what costs most: doubles first, then heavy tiles.

#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"

namespace roundhouse::engine {
namespace {

std::optional<Act> choose_by_greedy(const Sight& sight, Random& random) {
  return lay_best(sight, random, [](const Act& act) {
    const Worth first = is_double(act.tile) ? 1000 * one_pip : 0;
    return first + one_pip * pips_of(act.tile);
  });
}

}  // namespace

const Player greedy_player{"greedy",
                           "lays doubles first, then the heaviest tile, on the first train that takes it",
                           choose_by_greedy};

}  // namespace roundhouse::engine
