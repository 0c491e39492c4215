// Rebuilt from a usual advice: a double as soon as it may be laid, else any tile.

#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"

namespace roundhouse::engine {
namespace {

std::optional<Act> choose_by_double_first(const Sight& sight, Random& random) {
  return lay_best(sight, random, [&](const Act& act) {
    const auto any = static_cast<Worth>(random.below(one_pip));
    return is_double(act.tile) ? one_pip + any : any;
  });
}

}  // namespace

const Player double_first_player{"double-first", "lays a double as soon as it may, else any tile anywhere",
                                 choose_by_double_first};

}  // namespace roundhouse::engine
