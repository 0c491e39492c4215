#include "tools/simulate/lead_history.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/fold.h"

namespace roundhouse::engine {

std::vector<int> places_of_all_games(const Rules& program, const Position& position,
                                     const std::array<std::int64_t, max_players>& points, Position& whole) {
  for (std::size_t seat = 0; position.game > 1 && seat < points.size(); ++seat)
    whole.players[seat].total = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(points[seat] - position.players[seat].points, INT32_MIN, INT32_MAX));
  count_placement(program, position, whole);
  return match_ranks(program, whole);
}

void LeadHistory::begin_game() {
  rounds_ = changes_ = 0;
  lead_ = 0;
  points_ = {};
  since_ = {};
  behind_ = {};
  places_.clear();
}

void LeadHistory::end_round(const Position& position) {
  ++rounds_;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat)
    points_[seat] += position.players[seat].points;
  Position whole = position;
  places_ = places_of_all_games(program_, position, points_, whole);
  std::uint32_t first = 0;
  for (std::size_t seat = 0; seat < places_.size(); ++seat)
    if (places_[seat] == 1) first |= std::uint32_t{1} << seat;
  const std::uint32_t kept = lead_ & first;
  if (lead_ != 0 && kept == 0) ++changes_;
  lead_ = kept != 0 ? kept : first;
  for (std::size_t seat = 0; seat < places_.size(); ++seat) {
    if (places_[seat] == 1) {
      if (since_[seat] == 0) since_[seat] = rounds_;
      continue;
    }
    since_[seat] = 0;
    for (std::size_t other = 0; other < places_.size(); ++other)
      if (places_[other] == 1)
        behind_[seat] = std::max(behind_[seat], std::abs(points_[seat] - points_[other]));
  }
}

std::int64_t LeadHistory::margin() const {
  std::optional<std::int64_t> least;
  for (std::size_t a = 0; a < places_.size(); ++a)
    for (std::size_t b = 0; b < places_.size(); ++b) {
      if (places_[a] != 1 || b == a) continue;
      const std::int64_t between = std::abs(points_[a] - points_[b]);
      least = std::min(least.value_or(between), between);
    }
  return least.value_or(0);
}

}  // namespace roundhouse::engine
