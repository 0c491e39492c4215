// Rebuilt from what programs of the game say of their easiest opponents: the tile with the most pips.

#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"

namespace roundhouse::engine {
namespace {

std::optional<Act> choose_by_heaviest_first(const Sight& sight, Random& random) {
  return lay_best(sight, random, [](const Act& act) { return one_pip * pips_of(act.tile); });
}

}  // namespace

const Player heaviest_first_player{"heaviest-first", "lays the tile with the most pips that may be laid",
                                   choose_by_heaviest_first};

}  // namespace roundhouse::engine
