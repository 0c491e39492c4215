#include "engine/rules.h"

#include <algorithm>

#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

constexpr TileId usual_tile = tile_of(1, 0);
constexpr std::int64_t most = 2000;  // so that whole hands can be added up and weighed

int sign_of_points(const Rules& rules) {
  Position position = begin_match(rules);
  position.players[0].total = 1000;
  const std::vector<int> places = ranks(rules, position);
  const bool is_better =
      std::any_of(places.begin(), places.end(), [&](int place) { return place > places[0]; });
  return is_better ? 1 : -1;
}

/// One who plays alone is compared with nobody.
int others_of(const Rules& rules) { return std::max(1, rules.players - 1); }

/// The lead of the first player over the others' average, times the number of the others, when the last one
/// goes out.
std::int64_t ahead(const Rules& rules, Position position) {
  end_round(rules, position);
  const std::size_t players = static_cast<std::size_t>(rules.players);
  std::int64_t ahead = std::int64_t{others_of(rules)} * position.players[0].points;
  for (std::size_t other = 1; other < players; ++other) ahead -= position.players[other].points;
  return ahead;
}

}  // namespace

Stakes stakes_of(const Rules& rules) {
  Stakes stakes;
  stakes.points_sign = sign_of_points(rules);

  Position position = begin_match(rules);
  begin_round(rules, position);
  position.phase = Phase::play;
  position.turn_player = position.winner = static_cast<Seat>(rules.players - 1);
  for (Seat seat = 0; seat + 1 < rules.players; ++seat) put_in_hand(position, seat, usual_tile);
  const std::int64_t without = ahead(rules, position);
  for_each_tile(set_of(rules.highest), [&](TileId tile) {
    Position with = position;
    put_in_hand(with, 0, tile);
    const std::int64_t more = stakes.points_sign * (without - ahead(rules, with)) / others_of(rules);
    stakes.left_in_hand[tile] = static_cast<std::int16_t>(std::clamp<std::int64_t>(more, -most, most));
  });
  return stakes;
}

}  // namespace roundhouse::engine
