#include "tools/players/weigh.h"

#include <algorithm>
#include <bit>

#include "engine/fold.h"
#include "engine/table.h"
#include "tools/players/outlook.h"
#include "tools/players/trail.h"

namespace roundhouse::engine {
namespace {

int longest_trail(const Rules& program, const Position& position, Seat seat) {
  TrailSearch trails(position.hands[index_of(seat)], {.a_tile = 1000 * one_pip, .later = 256});
  int longest = 0;
  for (std::size_t e = 0; e < position.end_count; ++e) {
    const End& end = position.ends[e];
    if (program.trains[end.train].owner != seat) continue;
    const TrailSearch::Trail trail = trails.best(end.pip, trails.all());
    longest = std::max(longest, static_cast<int>(std::popcount(trail.tiles)));
  }
  return longest;
}

}  // namespace

std::vector<WeighedLay> weigh_lays(const Sight& sight) {
  std::vector<WeighedLay> weighed;
  const Reach reach = reach_of(sight.program, sight.position, sight.seat);
  for (const Act& act : sight.acts) {
    if (act.kind != ActKind::lead && act.kind != ActKind::lay) continue;
    Position after = sight.position;
    apply(sight.program, after, act);
    weighed.push_back({act, outlook_after(sight.program, sight.position, act, reach) / one_point,
                       longest_trail(sight.program, after, sight.seat)});
  }
  return weighed;
}

}  // namespace roundhouse::engine
