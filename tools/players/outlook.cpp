#include "tools/players/outlook.h"

#include <algorithm>
#include <bit>

#include "engine/fast/lays.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// More than the whole tree of most hands; of a larger one the first branches, which hold the heavy tiles.
constexpr int most_steps_of_trail = 400;

/// In 256ths of a point that the seat has less than the others in the end.
struct Weights {
  Worth tile;   ///< of having one tile less
  Worth cost;   ///< of a point in hand, if somebody goes out; so many times less as others have turns left
  Worth trail;  ///< of a pip of tiles that follow one another from an own end,
  Worth trail_at_end;   ///< more so the fewer tiles others hold,
  Worth trail_if_open;  ///< less so much of it if every number lay open to all
  Worth spare;          ///< of a tile off the trail that would fit somewhere now
  Worth stray_double;   ///< of one off the trail: one number alone takes it
  Worth marked;         ///< of an own train that is marked
  Worth open_number;    ///< of one that lies open to all
  Worth move;           ///< of having a tile that fits somewhere
  Worth number;         ///< of one that is on a tile in hand
};

// Found by playing: least squares over what came of some hundred thousand acts tried in five bundled games,
// then one weight after the other against the planner as it was.
constexpr Weights with_own_train{.tile = 614,
                                 .cost = -486,
                                 .trail = 37,
                                 .trail_at_end = 51,
                                 .trail_if_open = -51,
                                 .spare = 36,
                                 .stray_double = -179,
                                 .marked = -1280,
                                 .open_number = -256,
                                 .move = 614,
                                 .number = -77};
// For games in which all trains are everybody's: least squares alone, over some seven thousand choices in
// such a game of two, four and six.
constexpr Weights without_own_train{.tile = 614,
                                    .cost = -478,
                                    .trail = 0,
                                    .trail_at_end = 0,
                                    .trail_if_open = 0,
                                    .spare = 100,
                                    .stray_double = -830,
                                    .marked = 0,
                                    .open_number = -99,
                                    .move = 400,
                                    .number = 206};
constexpr Worth round_won = 4000 * one_point;
constexpr std::int32_t most_points = 1'000'000;  // more a Worth would not hold

// Of the trail search, in pips.
constexpr Worth a_tile_laid = 19 * one_pip;

int fewest_of_others(const Rules& program, const Position& position, Seat seat) {
  int fewest = max_tile_kinds;
  for (int other = 0; other < program.players; ++other)
    if (other != seat)
      fewest = std::min<int>(fewest, position.players[static_cast<std::size_t>(other)].count);
  return fewest;
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
    all.worth += part_of(best.worth, kept);
    all.tiles |= best.tiles;
    for (int i = std::popcount(best.tiles & ~trails.doubles()); i > 0; --i) kept = kept * later / 256;
  }
  return all;
}

/// The cost of the hand's tiles if somebody goes out, and the numbers on them, by bits.
struct Hand {
  std::int32_t cost = 0;
  std::uint32_t numbers = 0;
};

Hand analyze(const Rules& program, const TileBag& bag) {
  Hand hand;
  const auto add = [&](TileId tile) {
    hand.cost += program.stakes.left_in_hand[tile];
    hand.numbers |= 1U << high_of(tile) | 1U << low_of(tile);
  };
  for_each_tile(bag.once, add);
  for_each_tile(bag.twice, add);
  return hand;
}

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

TrailSearch::TrailSearch(const TileBag& hand, const TrailTaste& taste) : taste_(taste) {
  std::size_t count = 0;
  const auto add = [&](TileId tile) {
    if (count < tiles_.size()) tiles_[count++] = tile;
  };
  for_each_tile(hand.once, add);
  for_each_tile(hand.twice, add);
  const auto cost = [&](TileId tile) {
    return taste.costs == nullptr ? pips_of(tile) : int{(*taste.costs)[tile]};
  };
  // A double costs a trail nothing, and heavy tiles are what one wants to be rid of.
  std::sort(tiles_.begin(), tiles_.begin() + static_cast<std::ptrdiff_t>(count), [&](TileId a, TileId b) {
    if (is_double(a) != is_double(b)) return is_double(a);
    return cost(a) != cost(b) ? cost(a) > cost(b) : a < b;
  });
  for (std::size_t i = 0; i < count; ++i) {
    const Tiles bit = Tiles{1} << i;
    bearing_[static_cast<std::size_t>(high_of(tiles_[i]))] |= bit;
    bearing_[static_cast<std::size_t>(low_of(tiles_[i]))] |= bit;
    halves_[i] = static_cast<std::uint8_t>(high_of(tiles_[i]) ^ low_of(tiles_[i]));
    worth_[i] = taste.a_tile + one_pip * cost(tiles_[i]);
    all_ |= bit;
    if (is_double(tiles_[i])) doubles_ |= bit;
  }
}

TrailSearch::Trail TrailSearch::best(int pip, Tiles of) {
  steps_ = most_steps_of_trail;
  return follow(of, pip);
}

TrailSearch::Trail TrailSearch::best_without(TileId tile, int pip) {
  Tiles left = all_;
  for (std::uint64_t bits = bearing(high_of(tile)) & bearing(low_of(tile)); bits != 0; bits &= bits - 1) {
    const int i = std::countr_zero(bits);
    if (tiles_[static_cast<std::size_t>(i)] != tile) continue;
    left &= ~(std::uint64_t{1} << i);
    break;
  }
  steps_ = most_steps_of_trail;
  return follow(left, pip);
}

TrailSearch::Trail TrailSearch::follow(Tiles left, int pip) {
  Tiles joining = left & bearing(pip);
  // A double comes back to the same number and costs no turn: laid at once it is worth the most.
  if (const Tiles doubles = joining & doubles_; doubles != 0) joining = doubles & (~doubles + 1);
  Trail best;
  for (; joining != 0; joining &= joining - 1) {
    if (--steps_ < 0) break;
    const auto i = static_cast<std::size_t>(std::countr_zero(joining));
    const Tiles bit = Tiles{1} << i;
    const Tiles rest = left & ~bit;
    const int next = halves_[i] ^ pip;
    Trail trail{worth_[i], bit};
    if ((rest & bearing(next)) != 0) {
      const Trail behind = follow(rest, next);
      trail.worth += (bit & doubles_) != 0 ? behind.worth : part_of(behind.worth, taste_.later);
      trail.tiles |= behind.tiles;
    }
    if (trail.worth > best.worth) best = trail;
  }
  return best;
}

ReachableTrains reach_of(const Rules& program, const Position& position, Seat seat) {
  Position asked = position;
  asked.started = ~std::uint64_t{0};
  asked.debts = {};
  asked.debt_count = 0;
  asked.laid = asked.drawn = asked.drew = 0;
  asked.newly_marked = false;
  for (std::size_t i = 0; i < asked.end_count; ++i) asked.ends[i].marked = false;
  ReachableTrains reach;
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

Worth outlook(const Rules& program, const Position& position, Seat seat, const ReachableTrains& reach) {
  if (position.phase == Phase::over) {
    const std::int32_t points =
        std::clamp<std::int32_t>(position.players[index_of(seat)].points, -most_points, most_points);
    return (position.winner == seat ? round_won : 0) + program.stakes.points_sign * one_point * points;
  }

  // The fewer tiles others hold, the fewer turns are left: what waits until the next turn is worth less, and
  // what stays in hand costs more.
  const int fewest = fewest_of_others(program, position, seat);
  const Worth later = 256 - 311 / (fewest + 5);
  const int turns_left = fewest + 2;

  const TileBag& bag = position.hands[index_of(seat)];
  TrailSearch trails(bag, {.a_tile = a_tile_laid, .later = later, .costs = &program.stakes.left_in_hand});
  std::uint32_t own_numbers = 0;   // bit n: an own end has the number n
  std::uint32_t open_numbers = 0;  // an end that others may lay to, too
  TrailSearch::Tiles fitting = 0;
  bool marked = false;
  for (std::size_t i = 0; i < position.end_count; ++i) {
    const End& end = position.ends[i];
    if ((reach.alone >> end.train & 1U) != 0) {
      marked = marked || end.marked;
      own_numbers |= 1U << end.pip;
    } else if (end.marked || (reach.open >> end.train & 1U) != 0) {
      fitting |= trails.bearing(end.pip);
      open_numbers |= 1U << end.pip;
    }
  }
  const TrailSearch::Trail trail = all_trails(trails, own_numbers, later);
  const Weights& weigh = reach.alone != 0 ? with_own_train : without_own_train;
  const Worth pip_of_trail =
      std::max(0, weigh.trail + weigh.trail_at_end / turns_left +
                      weigh.trail_if_open * std::popcount(open_numbers) / (program.highest + 1));
  const bool can_move = fitting != 0 || trail.tiles != 0;
  const Hand hand = analyze(program, bag);

  Worth worth = trail.worth / one_pip * pip_of_trail;
  worth -= weigh.tile * position.players[index_of(seat)].count;
  worth += weigh.cost * hand.cost / turns_left;
  worth += weigh.spare * std::popcount(fitting & ~trail.tiles);
  worth += weigh.stray_double * std::popcount(trails.doubles() & ~trail.tiles);
  worth += weigh.open_number * std::popcount(open_numbers);
  worth += weigh.number * std::popcount(hand.numbers);
  if (can_move) worth += weigh.move;
  if (marked) worth += weigh.marked;
  return worth;
}

namespace {

constexpr int most_doubles_in_a_row = 3;

/// A double goes on: what is laid behind it in the same turn belongs to it.
Worth outlook_after(const Rules& program, const Position& position, const Act& act,
                    const ReachableTrains& reach, int deep) {
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

Worth outlook_after(const Rules& program, const Position& position, const Act& act,
                    const ReachableTrains& reach) {
  return outlook_after(program, position, act, reach, most_doubles_in_a_row);
}

std::vector<WeighedLay> weigh_lays(const Sight& sight) {
  std::vector<WeighedLay> weighed;
  const ReachableTrains reach = reach_of(sight.program, sight.position, sight.seat);
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
