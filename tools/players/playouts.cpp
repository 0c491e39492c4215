#include "tools/players/playouts.h"

#include "engine/table.h"
#include "tools/players/all_players.h"
#include "tools/players/outlook.h"

namespace roundhouse::engine {
namespace {

/// Of a round that is over its points alone: that somebody has won it is in the others' points.
std::int64_t worth_to(const Rules& program, const Position& position, Seat seat) {
  if (position.phase == Phase::over)
    return std::int64_t{one_point} * program.stakes.points_sign * position.players[index_of(seat)].points;
  return outlook(program, position, seat, reach_of(program, position, seat));
}

}  // namespace

Playouts::Playouts(const Sight& sight, std::optional<int> laps) : sight_(sight), hands_(sight) {
  options_.seats.assign(static_cast<std::size_t>(sight.program.players), &planner_player);
  options_.declared = sight.declared;
  if (laps) options_.most_turns = sight.position.turn_serial + *laps * sight.program.players;
}

std::vector<std::int64_t> Playouts::play(std::span<const Act> acts, Random& random) {
  const Position dealt = hands_.sample(random);
  const std::uint64_t luck = random.next();
  std::vector<std::int64_t> leads;
  for (const Act& act : acts) leads.push_back(play_out(dealt, act, luck));
  return leads;
}

std::int64_t Playouts::play_out(const Position& dealt, const Act& act, std::uint64_t luck) {
  Position position = dealt;
  Random chance(luck);
  apply(sight_.program, position, act);
  play_on(sight_.program, position, chance, options_);
  turns_ += 1 + position.turn_serial - dealt.turn_serial;
  return result(position);
}

std::int64_t Playouts::result(const Position& position) const {
  const int players = sight_.program.players;
  std::int64_t own = 0;
  std::int64_t all = 0;
  for (Seat seat = 0; seat < players; ++seat) {
    const std::int64_t worth = worth_to(sight_.program, position, seat);
    all += worth;
    if (seat == sight_.seat) own = worth;
  }
  return (std::int64_t{players} * own - all) / one_point;
}

}  // namespace roundhouse::engine
