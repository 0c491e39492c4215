#include "replay/hand_matching.h"

#include <algorithm>
#include <climits>

namespace roundhouse::replay {

using engine::Seat;
using engine::TileId;

namespace {

std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }
std::size_t at(std::int16_t index) { return static_cast<std::size_t>(index); }

}  // namespace

HandMatching::HandMatching(const HiddenHands& hands)
    : hands_(hands),
      places_of_(engine::max_players),
      sightings_of_(engine::max_players),
      bans_of_(engine::max_players),
      kept_(hands.places.size()),
      not_before_(hands.sightings.size(), INT_MIN),
      demanded_(hands.places.size(), 0),
      tried_(std::max(hands.places.size(), hands.sightings.size()), 0) {
  const auto kinds = static_cast<std::size_t>(hands.tile_kinds);
  room_.assign(kinds, hands.copies);
  for (std::size_t t = 0; t < kinds && t < hands.out.size(); ++t) room_[t] -= hands.out[t];
  for (const Sighting& s : hands.sightings) --room_[s.tile];
  has_room_ = std::none_of(room_.begin(), room_.end(), [](int room) { return room < 0; });
  for (std::size_t p = 0; p < hands.places.size(); ++p)
    places_of_[index_of(hands.places[p].seat)].push_back(static_cast<std::int16_t>(p));
  for (std::size_t s = 0; s < hands.sightings.size(); ++s)
    sightings_of_[index_of(hands.sightings[s].seat)].push_back(static_cast<std::int16_t>(s));
  for (std::size_t b = 0; b < hands.bans.size(); ++b)
    bans_of_[index_of(hands.bans[b].seat)].push_back(static_cast<std::int16_t>(b));
  newest_first_ = places_of_;
  for (std::vector<std::int16_t>& places : newest_first_)
    std::stable_sort(places.begin(), places.end(), [&](std::int16_t a, std::int16_t b) {
      return hands_.places[at(a)].since > hands_.places[at(b)].since;
    });
  for (std::size_t seat = 0; seat < bans_of_.size(); ++seat) {
    std::stable_sort(bans_of_[seat].begin(), bans_of_[seat].end(), [&](std::int16_t a, std::int16_t b) {
      return hands_.bans[at(a)].time < hands_.bans[at(b)].time;
    });
    restrict_seat(static_cast<Seat>(seat));
  }
  first_holder_ = 2 * hands.places.size() + hands.sightings.size();
  partners_.of.assign(first_holder_ + 2 * kinds, nobody);
  for (std::size_t t = 0; t < kinds; ++t) roomy_[t] = room_[t] > 0;
  partners_.spare = roomy_;
}

/// What the bans leave of this seat's places and sightings.
void HandMatching::restrict_seat(Seat seat) {
  const auto& bans = bans_of_[index_of(seat)];
  // From the last ban back, so that each place meets all that came after it.
  TileSet banned;
  auto ban = bans.rbegin();
  for (const std::int16_t p : newest_first_[index_of(seat)]) {
    const Place& place = hands_.places[at(p)];
    for (; ban != bans.rend() && hands_.bans[at(*ban)].time > place.since; ++ban)
      if (!ignored_.covers(seat, hands_.bans[at(*ban)].time)) banned |= hands_.bans[at(*ban)].tiles;
    kept_[at(p)] = place.could & ~banned;
  }
  for (const std::int16_t s : sightings_of_[index_of(seat)]) {
    const Sighting& sighting = hands_.sightings[at(s)];
    // What is ignored can only move it back if it is what it rests on.
    if (ignored_.seat == seat && !ignored_.covers(seat, not_before_[at(s)])) continue;
    not_before_[at(s)] = INT_MIN;
    for (auto b = bans.rbegin(); b != bans.rend(); ++b) {
      const Ban& before = hands_.bans[at(*b)];
      if (before.time >= sighting.until || !before.tiles[sighting.tile]) continue;
      if (ignored_.covers(seat, before.time)) continue;
      not_before_[at(s)] = before.time;
      break;
    }
  }
}

void HandMatching::ignore(const Ignored& ignored) {
  // What is made of the bans is put back rather than made again.
  if (ignored_.seat != engine::no_seat) {
    const std::size_t before = index_of(ignored_.seat);
    for (std::size_t i = 0; i < kept_before_.size(); ++i) kept_[at(places_of_[before][i])] = kept_before_[i];
    for (std::size_t i = 0; i < not_before_before_.size(); ++i)
      not_before_[at(sightings_of_[before][i])] = not_before_before_[i];
  }
  ignored_ = ignored;
  if (ignored.seat == engine::no_seat) return;
  kept_before_.clear();
  not_before_before_.clear();
  for (const std::int16_t p : places_of_[index_of(ignored.seat)]) kept_before_.push_back(kept_[at(p)]);
  for (const std::int16_t s : sightings_of_[index_of(ignored.seat)])
    not_before_before_.push_back(not_before_[at(s)]);
  restrict_seat(ignored.seat);
}

bool HandMatching::may_hold(std::size_t place, const Witness& witness) const {
  const std::vector<std::int16_t>& sightings = sightings_of_[index_of(witness.seat)];
  const auto suits = [&](std::int16_t s) {
    const Sighting& sighting = hands_.sightings[at(s)];
    return witness.tiles[sighting.tile] && sighting.until > witness.time && fits_sighting(place, at(s));
  };
  if (std::any_of(sightings.begin(), sightings.end(), suits)) return true;
  return (free_faces(place) & witness.tiles & roomy_).any();
}

/// The tiles that nobody saw of which the player must have had one; absent: one that was seen will do.
std::optional<TileSet> HandMatching::unseen_tiles_for(const Witness& witness) const {
  const std::size_t seat = index_of(witness.seat);
  TileSet tiles;
  for (const std::int16_t p : places_of_[seat]) {
    if (hands_.places[at(p)].since >= witness.time) continue;
    for (const std::int16_t s : sightings_of_[seat]) {
      const Sighting& sighting = hands_.sightings[at(s)];
      if (witness.tiles[sighting.tile] && sighting.until > witness.time && fits_sighting(at(p), at(s)))
        return std::nullopt;
    }
    tiles |= free_faces(at(p));
  }
  return tiles & witness.tiles & roomy_;
}

bool HandMatching::has_tiles_for(const std::vector<Witness>& witnesses) const {
  // One tile may do for all that a player must have had, but not for two players.
  std::vector<std::optional<TileSet>> wanted(places_of_.size());
  for (const Witness& witness : witnesses) {
    if (ignored_.covers(witness.seat, witness.time)) continue;
    const std::optional<TileSet> tiles = unseen_tiles_for(witness);
    std::optional<TileSet>& least = wanted[index_of(witness.seat)];
    if (tiles && (!least || tiles->count() < least->count())) least = tiles;
  }
  std::vector<std::size_t> holders;  // copy by copy: who has it
  std::vector<std::size_t> copies;   // of which face
  for (std::size_t t = roomy_._Find_first(); t < room_.size(); t = roomy_._Find_next(t))
    copies.insert(copies.end(), static_cast<std::size_t>(room_[t]), t);
  holders.assign(copies.size(), SIZE_MAX);
  std::vector<char> tried;
  const auto supply = [&](const auto& self, std::size_t seat) -> bool {
    for (std::size_t c = 0; c < copies.size(); ++c) {
      if (tried[c] != 0 || !(*wanted[seat])[copies[c]]) continue;
      tried[c] = 1;
      if (holders[c] != SIZE_MAX && !self(self, holders[c])) continue;
      holders[c] = seat;
      return true;
    }
    return false;
  };
  for (std::size_t seat = 0; seat < wanted.size(); ++seat) {
    tried.assign(copies.size(), 0);
    if (wanted[seat] && !supply(supply, seat)) return false;
  }
  return true;
}

int HandMatching::place_for(const Witness& witness) const {
  int found = nobody;
  for (const std::int16_t p : places_of_[index_of(witness.seat)]) {
    const Place& place = hands_.places[at(p)];
    if (place.since >= witness.time) continue;
    const TileId tile = tile_at(at(p));
    if (tile != engine::no_tile && witness.tiles[tile] && leaves_at(at(p)) > witness.time) return nobody;
    if (found == nobody && !is_seen(at(p)) && (place.could & witness.tiles).any()) found = p;
  }
  return found;
}

TileId HandMatching::free_tile(std::size_t place, const TileSet& tiles, const Ignored& ignored) const {
  const Place& where = hands_.places[place];
  TileSet faces = where.could & tiles;
  for (const std::int16_t b : bans_of_[index_of(where.seat)]) {
    const Ban& ban = hands_.bans[at(b)];
    if (ban.time > where.since && !ignored.covers(where.seat, ban.time)) faces &= ~ban.tiles;
  }
  faces &= partners_.spare;
  return faces.none() ? engine::no_tile : static_cast<TileId>(faces._Find_first());
}

void HandMatching::exchange(std::size_t place, TileId tile) {
  if (face_of(place) != nobody) let_go(at(face_of(place)), place);
  if (tile != engine::no_tile) hold(tile, place);
}

void HandMatching::demand(const Demand& demand) {
  demands_.push_back(demand);
  ++demanded_[demand.place];
  if (!suits_partner(demand.place)) give_up(demand.place);
}

void HandMatching::release() {
  --demanded_[demands_.back().place];
  demands_.pop_back();
}

void HandMatching::release_all() {
  while (!demands_.empty()) release();
}

bool HandMatching::is_pinned(std::size_t place) const {
  return demanded_[place] != 0 && std::any_of(demands_.begin(), demands_.end(), [&](const Demand& d) {
           return d.place == place && d.partner != nobody;
         });
}

bool HandMatching::fits_sighting(std::size_t place, std::size_t sighting) const {
  const Place& p = hands_.places[place];
  const Sighting& s = hands_.sightings[sighting];
  if (p.seat != s.seat || p.since >= s.seen || p.since < not_before_[sighting] || !p.could[s.tile])
    return false;
  if (demanded_[place] == 0) return true;
  return std::all_of(demands_.begin(), demands_.end(), [&](const Demand& d) {
    if (d.place != place) return true;
    return d.partner != nobody ? d.partner == static_cast<int>(sighting)
                               : d.tiles[s.tile] && s.until > d.time;
  });
}

TileSet HandMatching::free_faces(std::size_t place) const {
  TileSet faces = kept_[place];
  if (demanded_[place] == 0) return faces;
  for (const Demand& d : demands_) {
    if (d.place != place) continue;
    if (d.partner >= 0) return {};
    if (d.partner < nobody) {
      const auto face = static_cast<std::size_t>(-2 - d.partner);
      const bool kept = faces[face];
      faces.reset();
      faces[face] = kept;
    } else {
      faces &= d.tiles;
    }
  }
  return faces;
}

std::vector<int> HandMatching::partners_for(std::size_t place) const {
  std::vector<int> partners;
  for (std::size_t s = 0; s < hands_.sightings.size(); ++s)
    if (fits_sighting(place, s)) partners.push_back(static_cast<int>(s));
  const TileSet faces = free_faces(place);
  for (std::size_t t = 0; t < room_.size(); ++t)
    if (faces[t] && room_[t] > 0) partners.push_back(-2 - static_cast<int>(t));
  return partners;
}

TileId HandMatching::tile_at(std::size_t place) const {
  const std::int16_t sighting = sighting_of(place);
  if (sighting != nobody) return hands_.sightings[at(sighting)].tile;
  return face_of(place) == nobody ? engine::no_tile : static_cast<TileId>(face_of(place));
}

int HandMatching::leaves_at(std::size_t place) const {
  const std::int16_t sighting = sighting_of(place);
  return sighting != nobody ? hands_.sightings[at(sighting)].until : for_good;
}

bool HandMatching::suits_partner(std::size_t place) const {
  const std::int16_t sighting = sighting_of(place);
  if (sighting != nobody) return fits_sighting(place, at(sighting));
  const std::int16_t face = face_of(place);
  return face == nobody || free_faces(place)[at(face)];
}

void HandMatching::give_up(std::size_t place) {
  const std::int16_t sighting = sighting_of(place);
  if (sighting != nobody) place_of(at(sighting)) = nobody;
  sighting_of(place) = nobody;
  if (face_of(place) != nobody) let_go(at(face_of(place)), place);
}

void HandMatching::hold(std::size_t face, std::size_t place) {
  const std::size_t first = holders(face);
  const bool second = partners_.of[first] != nobody;
  partners_.of[second ? first + 1 : first] = static_cast<std::int16_t>(place);
  face_of(place) = static_cast<std::int16_t>(face);
  const bool other = partners_.of[second ? first : first + 1] != nobody;
  if (room_[face] <= (other ? 2 : 1)) partners_.spare.reset(face);
}

void HandMatching::let_go(std::size_t face, std::size_t place) {
  for (std::size_t h = holders(face); h < holders(face + 1); ++h)
    if (partners_.of[h] == static_cast<std::int16_t>(place)) partners_.of[h] = nobody;
  face_of(place) = nobody;
  partners_.spare.set(face);
}

/// Finds a place for a sighting, moving others along (Kuhn). A place that holds an unseen tile gives it up.
bool HandMatching::cover(std::size_t sighting) {
  const auto& places = places_of_[index_of(hands_.sightings[sighting].seat)];
  const auto take = [&](std::size_t place) {
    if (face_of(place) != nobody) let_go(at(face_of(place)), place);
    sighting_of(place) = static_cast<std::int16_t>(sighting);
    place_of(sighting) = static_cast<std::int16_t>(place);
    return true;
  };
  // The last that came is the one that fits the fewest others.
  for (auto p = places.rbegin(); p != places.rend(); ++p)
    if (sighting_of(at(*p)) == nobody && fits_sighting(at(*p), sighting)) return take(at(*p));
  for (const std::int16_t p : places) {
    if (tried_[at(p)] == searches_ || !fits_sighting(at(p), sighting)) continue;
    tried_[at(p)] = searches_;
    const std::int16_t before = sighting_of(at(p));
    if (before == nobody || cover(at(before))) return take(at(p));
  }
  return false;
}

/// Finds a tile for a place: a face with a copy left, or one whose holder can be moved. Sightings that are
/// covered stay covered: an augmenting path uncovers nothing.
bool HandMatching::settle(std::size_t place) {
  if (hands_.places[place].optional && demanded_[place] == 0) return true;
  const TileSet faces = free_faces(place) & roomy_ & ~tried_faces_;
  const TileSet spare = faces & partners_.spare;
  if (spare.none()) return settle_unsure(place, faces);
  hold(spare._Find_first(), place);
  return true;
}

bool HandMatching::settle_unsure(std::size_t place, const TileSet& faces) {
  for (std::size_t t = faces._Find_first(); t < room_.size(); t = faces._Find_next(t)) {
    if (tried_faces_[t]) continue;
    tried_faces_.set(t);
    for (const std::int16_t holder :
         std::array<std::int16_t, 2>{partners_.of[holders(t)], partners_.of[holders(t) + 1]}) {
      if (holder == nobody) continue;
      let_go(t, at(holder));
      if (settle(at(holder))) {
        hold(t, place);
        return true;
      }
      hold(t, at(holder));
    }
  }
  for (const std::int16_t s : sightings_of_[index_of(hands_.places[place].seat)]) {
    if (tried_[at(s)] == searches_ || !fits_sighting(place, at(s))) continue;
    tried_[at(s)] = searches_;
    const std::int16_t holder = place_of(at(s));
    if (holder == nobody) continue;
    sighting_of(at(holder)) = nobody;
    if (settle(at(holder))) {
      sighting_of(place) = s;
      place_of(at(s)) = static_cast<std::int16_t>(place);
      return true;
    }
    sighting_of(at(holder)) = s;
  }
  return false;
}

bool HandMatching::complete() {
  for (std::size_t s = 0; s < hands_.sightings.size(); ++s) {
    if (place_of(s) != nobody) continue;
    ++searches_;
    if (!cover(s)) return false;
  }
  for (std::size_t p = 0; p < hands_.places.size(); ++p) {
    if (sighting_of(p) != nobody || face_of(p) != nobody) continue;
    ++searches_;
    tried_faces_.reset();
    if (!settle(p)) return false;
  }
  return true;
}

}  // namespace roundhouse::replay
