#include "tools/players/playouts.h"

#include <algorithm>
#include <cmath>

#include "engine/fold.h"
#include "engine/table.h"
#include "tools/players/all_players.h"
#include "tools/players/outlook.h"

namespace roundhouse::engine {
namespace {

/// Of finding the first hands.
constexpr std::int64_t most_steps = 20'000;

bool is_others(const Act& act, Seat seat) { return act.actor != no_seat && act.actor != seat; }

/// Of a round that is over its points alone: that somebody has won it is in the others' points.
std::int64_t worth_to(const Rules& program, const Position& position, Seat seat) {
  if (position.phase == Phase::over)
    return std::int64_t{one_point} * program.stakes.points_sign * position.players[index_of(seat)].points;
  return outlook(program, position, seat, reach_of(program, position, seat));
}

constexpr Worth worth_telling = 2 * one_point;  // less is no mistake worth a word, as the planner sees it,
constexpr double points_worth_telling = 2;      // or as it comes out
constexpr double errors_above_chance = 2.5;     // above chance
constexpr int playouts_for_a_lay = 400;
constexpr int turns_for_a_lay = 12'000;

bool is_lay(const Act& act) { return act.kind == ActKind::lead || act.kind == ActKind::lay; }

}  // namespace

HandSampler::HandSampler(const Sight& sight) : sight_(sight) {
  hands_.copies = sight.program.copies;
  hands_.tile_kinds = sight.program.tile_kinds;
  hands_.out.assign(static_cast<std::size_t>(hands_.tile_kinds), 0);
  follow_round();
  begin();
}

/// Plays the round once more, as it was seen: each tile that came into another hand is a place there, each
/// that was laid from one a sighting, each draw and each end of a turn a ban on what would have forbidden it.
void HandSampler::follow_round() {
  const Rules& program = sight_.program;
  const Seat me = sight_.seat;
  Position position = sight_.round->begun;
  const TileSet& all = set_of(program.highest);
  int time = 0;
  for (const Act& act : sight_.round->acts) {
    ++time;
    if (act.kind == ActKind::redeal) {
      hands_.places.clear();
      hands_.sightings.clear();
      hands_.bans.clear();
    }
    if (is_others(act, me)) {
      if (act.kind == ActKind::draw || act.kind == ActKind::done) note_bans(position, act, time);
      if (row(act.kind).move == TileMove::arrives) {
        TileSet could = all;
        if (act.tile != no_tile) could = TileSet::of(act.tile);
        hands_.places.push_back({act.actor, time, could, false});
      }
      if (row(act.kind).move == TileMove::leaves)
        hands_.sightings.push_back({act.actor, act.tile, time, time});
    }
    apply(program, position, act);
  }
  // Tiles in no hidden hand: the own hand, and of the table all that no other hand gave.
  for (int tile = 0; tile < program.tile_kinds; ++tile) {
    const auto id = static_cast<TileId>(tile);
    int out = sight_.position.hands[index_of(me)].count(id) + times_open(sight_.position, id);
    for (const Sighting& seen : hands_.sightings)
      if (seen.tile == id) --out;
    hands_.out[static_cast<std::size_t>(tile)] = std::max(out, 0);
  }
}

/// The tiles with which the rules would have forbidden the act.
void HandSampler::note_bans(const Position& position, const Act& act, int time) {
  Position asked = position;
  TileSet banned;
  for_each_tile(set_of(sight_.program.highest), [&](TileId tile) {
    asked.hands[index_of(act.actor)] = {TileSet::of(tile), {}};
    if (!is_legal(sight_.program, asked, act)) banned.add(tile);
  });
  // An act that no single tile makes legal is legal for another reason, such as the whole hand.
  if (banned.any() && banned.count() < sight_.program.tile_kinds)
    hands_.bans.push_back({act.actor, time, banned});
}

void HandSampler::begin() {
  FillingResult found = fill_hands(hands_, most_steps);
  if (found.filling != Filling::possible && !hands_.bans.empty()) {
    // Rows that several tiles together decide cannot be held here.
    hands_.bans.clear();
    found = fill_hands(hands_, most_steps);
  }
  if (found.filling != Filling::possible) return;
  tiles_ = std::move(found.tiles);
  until_ = std::move(found.until);
  std::vector<int> left(static_cast<std::size_t>(hands_.tile_kinds), hands_.copies);
  for (std::size_t tile = 0; tile < left.size(); ++tile) left[tile] -= hands_.out[tile];
  for (const TileId tile : tiles_)
    if (tile < left.size()) --left[tile];
  for (std::size_t tile = 0; tile < left.size(); ++tile)
    for (int copy = 0; copy < left[tile]; ++copy) free_.push_back(static_cast<TileId>(tile));
  begun_ = true;
}

bool HandSampler::may_hold(std::size_t place, TileId tile, int until) const {
  const HandSlot& at = hands_.places[place];
  if (at.since >= until || !at.could.has(tile)) return false;
  return std::none_of(hands_.bans.begin(), hands_.bans.end(), [&](const Ban& ban) {
    return ban.seat == at.seat && ban.time > at.since && ban.time <= until && ban.tiles.has(tile);
  });
}

/// A walk from hands to hands by exchanges that keep to all that was seen, each of which can be undone: so
/// after many of them none is likelier than another.
void HandSampler::stir(Random& random, int steps) {
  const auto places = static_cast<std::uint32_t>(tiles_.size());
  const auto free = static_cast<std::uint32_t>(free_.size());
  if (places == 0) return;
  for (int step = 0; step < steps; ++step) {
    const std::size_t place = random.below(places);
    const std::uint32_t other = random.below(places + free);
    if (other >= places) {
      TileId& tile = free_[other - places];
      if (until_[place] != for_good || !may_hold(place, tile, for_good)) continue;
      std::swap(tile, tiles_[place]);
      continue;
    }
    const bool same_seat = hands_.places[place].seat == hands_.places[other].seat;
    if (!same_seat && (until_[place] != for_good || until_[other] != for_good)) continue;
    if (!may_hold(place, tiles_[other], until_[other]) || !may_hold(other, tiles_[place], until_[place]))
      continue;
    std::swap(tiles_[place], tiles_[other]);
    std::swap(until_[place], until_[other]);
  }
}

Position HandSampler::sample(Random& random) {
  Position position = sight_.position;
  if (!begun_) return position;
  stir(random, static_cast<int>(4 * (tiles_.size() + 8)));
  for (std::size_t place = 0; place < tiles_.size(); ++place)
    if (until_[place] == for_good && tiles_[place] != no_tile)
      position.hands[index_of(hands_.places[place].seat)].add(tiles_[place]);
  return position;
}

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

std::optional<BetterLay> better_lay(const Sight& sight, const Act& laid, Random& random) {
  if (!is_lay(laid) || sight.round == nullptr || sight.program.players < 2) return std::nullopt;
  const ReachableTrains reach = reach_of(sight.program, sight.position, sight.seat);
  const Worth outlook_of_laid = outlook_after(sight.program, sight.position, laid, reach);
  const Act* best = nullptr;
  Worth best_outlook = outlook_of_laid + worth_telling;
  for (const Act& act : sight.acts) {
    if (!is_lay(act)) continue;
    const Worth outlook = outlook_after(sight.program, sight.position, act, reach);
    if (outlook < best_outlook || (best != nullptr && outlook == best_outlook)) continue;
    best = &act;
    best_outlook = outlook;
  }
  if (best == nullptr) return std::nullopt;

  Playouts playouts(sight, std::nullopt);
  const std::array acts{*best, laid};
  double sum = 0;
  double squares = 0;
  int count = 0;
  for (; count < playouts_for_a_lay && playouts.turns() < turns_for_a_lay; ++count) {
    const std::vector<std::int64_t> leads = playouts.play(acts, random);
    const double gained =
        static_cast<double>(leads[0] - leads[1]) / static_cast<double>(sight.program.players - 1);
    sum += gained;
    squares += gained * gained;
  }
  if (count < 2) return std::nullopt;
  const double mean = sum / count;
  const double error = std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1));
  if (mean < points_worth_telling || mean < errors_above_chance * error) return std::nullopt;
  return BetterLay{*best, mean, error};
}

}  // namespace roundhouse::engine
