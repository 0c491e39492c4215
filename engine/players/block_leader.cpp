// Rebuilt from programs that play against whoever is nearest to going out: their train first, so that its
// number changes, then the heaviest tile.

#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// Of the others, who holds the fewest tiles; of equal ones the next to play.
Seat leader_of(const Rules& program, const Position& position, Seat seat) {
  Seat leader = no_seat;
  for (Seat other = left_of(program, seat); other != seat; other = left_of(program, other)) {
    if (leader == no_seat ||
        position.players[index_of(other)].count < position.players[index_of(leader)].count)
      leader = other;
  }
  return leader;
}

std::optional<Act> choose_by_block_leader(const Sight& sight, Random& random) {
  const Seat leader = leader_of(sight.program, sight.position, sight.seat);
  return lay_best(sight, random, [&](const Act& act) {
    Worth worth = one_pip * pips_of(act.tile);
    if (act.kind != ActKind::lay || leader == no_seat) return worth;
    for (std::size_t i = 0; i < sight.position.end_count; ++i) {
      const End& end = sight.position.ends[i];
      if (end.serial == act.end && sight.program.trains[end.train].owner == leader) worth += 1000 * one_pip;
    }
    return worth;
  });
}

}  // namespace

const Player block_leader_player{
    "block-leader", "lays on the train of whoever has the fewest tiles where it may, else the heaviest tile",
    choose_by_block_leader};

}  // namespace roundhouse::engine
