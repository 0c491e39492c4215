#include "engine/players/outlook.h"

#include <algorithm>
#include <bit>
#include <climits>

#include "engine/fast/lays.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

// Found by playing some hundred thousand rounds of bundled games against greedy and longest-chain.
constexpr Worth a_tile = 19 * one_pip;             // of having one tile less, beside its pips
constexpr Worth trail_share = 275;                 // of 256: a trail in hand beside tiles that are laid,
constexpr Worth less_for_open_numbers = 512;       // less so much of it if every number lay open to all
constexpr Worth fitting_spare = 2 * one_pip + 64;  // of a tile off the trail that would fit somewhere now
constexpr Worth stray_double = 21 * one_pip;  // lost by a double off the trail: one number alone takes it
constexpr Worth marked_train = 9 * one_pip;   // lost while an own train is marked
constexpr Worth round_won = 1000 * one_pip;

/// How much of a trail's worth one turn takes: the fewer tiles others hold, the fewer turns are left.
Worth kept_till_next_turn(const Rules& program, const Position& position, Seat seat) {
  int fewest = INT_MAX / 2;
  for (int other = 0; other < program.players; ++other)
    if (other != seat)
      fewest = std::min<int>(fewest, position.players[static_cast<std::size_t>(other)].count);
  return 256 - 231 / (fewest + 5);
}

Worth in_hand(const Position& position, Seat seat) {
  const TileBag& hand = position.hands[index_of(seat)];
  Worth worth = a_tile * position.players[index_of(seat)].count;
  const auto add = [&](TileId tile) { worth += one_pip * pips_of(tile); };
  for_each_tile(hand.once, add);
  for_each_tile(hand.twice, add);
  return worth;
}

/// The best trail from one of these numbers (by bits), then the best of what is left from another, and so on:
/// one after the other, as the tiles are laid.
TrailSearch::Trail all_trails(TrailSearch& trails, std::uint32_t numbers, Worth later) {
  TrailSearch::Trail all;
  Worth kept = 256;
  for (int rounds = 0; numbers != 0 && rounds < 4; ++rounds) {
    TrailSearch::Trail best;
    int from = 0;
    for (std::uint32_t left = numbers; left != 0; left &= left - 1) {
      const int pip = std::countr_zero(left);
      const TrailSearch::Trail trail = trails.best(pip, trails.all() & ~all.tiles);
      if (trail.worth <= best.worth) continue;
      best = trail;
      from = pip;
    }
    if (best.worth == 0) break;
    numbers &= ~(1U << from);
    all.worth += best.worth * kept / 256;
    all.tiles |= best.tiles;
    for (int i = std::popcount(best.tiles & ~trails.doubles()); i > 0; --i) kept = kept * later / 256;
  }
  return all;
}

}  // namespace

int points_sign(const Rules& program) {
  Position position = begin_match(program);
  position.players[0].total = 1000;
  const std::vector<int> places = ranks(program, position);
  const bool is_better =
      std::any_of(places.begin(), places.end(), [&](int place) { return place > places[0]; });
  return is_better ? 1 : -1;
}

Reach reach_of(const Rules& program, const Position& position, Seat seat) {
  Position asked = position;
  asked.started = ~std::uint64_t{0};
  asked.debts = {};
  asked.debt_count = 0;
  asked.laid = asked.drawn = asked.drew = 0;
  asked.newly_marked = false;
  for (std::size_t i = 0; i < asked.end_count; ++i) asked.ends[i].marked = false;
  Reach reach;
  const auto may_lay_there = [&](Seat player, std::size_t end) {
    const int pip = asked.ends[end].pip;
    asked.turn_player = player;
    return may_lay(program, asked, player, tile_of(pip, pip == 0 ? 1 : pip - 1), end);
  };
  for (std::size_t i = 0; i < asked.end_count; ++i) {
    const std::uint64_t train = std::uint64_t{1} << asked.ends[i].train;
    const bool own = program.trains[asked.ends[i].train].owner == seat;
    if (!own && may_lay_there(seat, i)) reach.open |= train;
    if (!own || (reach.alone & train) != 0) continue;
    bool alone = true;
    for (Seat other = left_of(program, seat); alone && other != seat; other = left_of(program, other))
      alone = !may_lay_there(other, i);
    (alone ? reach.alone : reach.open) |= train;
  }
  return reach;
}

Worth outlook(const Rules& program, const Position& position, Seat seat, const Reach& reach) {
  if (position.phase == Phase::over)
    return (position.winner == seat ? round_won : 0) +
           points_sign(program) * one_pip * position.players[index_of(seat)].points;

  const Worth later = kept_till_next_turn(program, position, seat);
  TrailSearch trails(position.hands[index_of(seat)], {.a_tile = a_tile, .later = later});
  std::uint32_t own_numbers = 0;  // bit n: an own end has the number n
  bool marked = false;
  for (std::size_t i = 0; i < position.end_count; ++i) {
    const End& end = position.ends[i];
    if ((reach.alone >> end.train & 1U) == 0) continue;
    marked = marked || end.marked;
    own_numbers |= 1U << end.pip;
  }
  const TrailSearch::Trail trail = all_trails(trails, own_numbers, later);
  TrailSearch::Tiles fitting = 0;
  std::uint32_t open_numbers = 0;
  for (std::size_t i = 0; i < position.end_count; ++i) {
    const End& end = position.ends[i];
    const bool is_open = end.marked || (reach.open >> end.train & 1U) != 0;
    if ((reach.alone >> end.train & 1U) != 0 || !is_open) continue;
    fitting |= trails.bearing(end.pip);
    open_numbers |= 1U << end.pip;
  }

  const Worth share =
      std::max(0, trail_share - less_for_open_numbers * std::popcount(open_numbers) / (program.highest + 1));
  Worth worth = trail.worth * share / 256 - in_hand(position, seat);
  worth += fitting_spare * std::popcount(fitting & ~trail.tiles);
  worth -= stray_double * std::popcount(trails.doubles() & ~trail.tiles);
  if (marked) worth -= marked_train;
  return worth;
}

namespace {

constexpr int most_doubles_in_a_row = 3;

/// A double goes on: what is laid behind it in the same turn belongs to it.
Worth outlook_after(const Rules& program, const Position& position, const Act& act, const Reach& reach,
                    int deep) {
  Position after = position;
  apply(program, after, act);
  const bool goes_on = deep > 0 && act.kind == ActKind::lay && is_double(act.tile) &&
                       after.phase == Phase::play && after.turn_player == act.actor;
  if (!goes_on) return outlook(program, after, act.actor, reach);
  ActList next;
  legal_acts(program, after, next);
  std::optional<Worth> best;
  for (const Act& lay : next) {
    if (lay.kind != ActKind::lay || lay.actor != act.actor) continue;
    const Worth worth = outlook_after(program, after, lay, reach, deep - 1);
    if (!best || worth > *best) best = worth;
  }
  return best ? *best : outlook(program, after, act.actor, reach);
}

}  // namespace

Worth outlook_after(const Rules& program, const Position& position, const Act& act, const Reach& reach) {
  return outlook_after(program, position, act, reach, most_doubles_in_a_row);
}

}  // namespace roundhouse::engine
