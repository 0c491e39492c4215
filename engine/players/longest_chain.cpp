// Rebuilt from programs that look for the longest chain of the hand: tiles that are none of it go to other
// trains first, the heaviest before the others; else the chain's next tile.

#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"
#include "engine/players/trail.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// A tile of a chain is worth one, wherever it stands in it.
constexpr TrailTaste length{.a_tile = 1000 * one_pip};

std::optional<Act> choose_by_longest_chain(const Sight& sight, Random& random) {
  if (sight.seat == no_seat) return lay_best(sight, random, [](const Act&) { return Worth{0}; });
  TrailSearch chains(sight.position.hands[index_of(sight.seat)], length);
  return lay_best(sight, random, [&](const Act& act) {
    // As long as it still is afterwards, from whichever own end.
    Worth longest = 0;
    for (std::size_t i = 0; i < sight.position.end_count; ++i) {
      const End& end = sight.position.ends[i];
      if (sight.program.trains[end.train].owner != sight.seat) continue;
      if (end.serial == act.end) {
        const auto joins = static_cast<Joins>(act.amount);
        const int open = outward_half(act.tile, end.pip, joins);
        longest = std::max(longest, length.a_tile + chains.best_without(act.tile, open).worth);
      } else {
        longest = std::max(longest, chains.best_without(act.tile, end.pip).worth);
      }
    }
    return longest / 1000 + one_pip * pips_of(act.tile) / 1000;
  });
}

}  // namespace

const Player longest_chain_player{
    "longest-chain", "keeps the longest chain of the hand for the own train and lays the rest elsewhere",
    choose_by_longest_chain};

}  // namespace roundhouse::engine
