#include "tools/players/sample_hands.h"

#include <algorithm>

#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// Of finding the first hands.
constexpr std::int64_t most_steps = 20'000;

bool is_others(const Act& act, Seat seat) { return act.actor != no_seat && act.actor != seat; }

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
    int out = sight_.position.hands[index_of(me)].count(id) + engine::times_open(sight_.position, id);
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

}  // namespace roundhouse::engine
