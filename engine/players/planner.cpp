// Looks one act ahead: what is left in hand after it, the best trail through that from the own ends, markers
// and open doubles.

#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"
#include "engine/players/outlook.h"

namespace roundhouse::engine {
namespace {

std::optional<Act> choose_by_planner(const Sight& sight, Random& random) {
  std::optional<Reach> reach;
  return lay_best(sight, random, [&](const Act& act) {
    if (!reach) reach = reach_of(sight.program, sight.position, sight.seat);
    return outlook_after(sight.program, sight.position, act, *reach);
  });
}

}  // namespace

const Player planner_player{
    "planner", "looks for the best trail through the hand, and lays what keeps it whole", choose_by_planner};

}  // namespace roundhouse::engine
