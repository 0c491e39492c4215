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
  for (std::size_t seat = 0; seat < bans_of_.size(); ++seat) {
    std::stable_sort(bans_of_[seat].begin(), bans_of_[seat].end(), [&](std::int16_t a, std::int16_t b) {
      return hands_.bans[at(a)].time < hands_.bans[at(b)].time;
    });
    restrict_seat(static_cast<Seat>(seat));
  }
  partners_.sighting_of.assign(hands.places.size(), nobody);
  partners_.face_of.assign(hands.places.size(), nobody);
  partners_.place_of.assign(hands.sightings.size(), nobody);
  partners_.held_by.assign(kinds, {nobody, nobody});
}

/// What the bans leave of this seat's places and sightings.
void HandMatching::restrict_seat(Seat seat) {
  const auto& bans = bans_of_[index_of(seat)];
  // From the last ban back, so that each place meets all that came after it.
  TileSet banned;
  auto ban = bans.rbegin();
  std::vector<std::int16_t> places = places_of_[index_of(seat)];
  std::stable_sort(places.begin(), places.end(), [&](std::int16_t a, std::int16_t b) {
    return hands_.places[at(a)].since > hands_.places[at(b)].since;
  });
  for (const std::int16_t p : places) {
    const Place& place = hands_.places[at(p)];
    for (; ban != bans.rend() && hands_.bans[at(*ban)].time > place.since; ++ban)
      if (!ignored_.covers(seat, hands_.bans[at(*ban)].time)) banned |= hands_.bans[at(*ban)].tiles;
    kept_[at(p)] = place.could & ~banned;
  }
  for (const std::int16_t s : sightings_of_[index_of(seat)]) {
    const Sighting& sighting = hands_.sightings[at(s)];
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
  const Seat before = ignored_.seat;
  ignored_ = ignored;
  if (before != engine::no_seat) restrict_seat(before);
  if (ignored.seat != engine::no_seat && ignored.seat != before) restrict_seat(ignored.seat);
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
  const std::int16_t sighting = partners_.sighting_of[place];
  if (sighting != nobody) return hands_.sightings[at(sighting)].tile;
  return partners_.face_of[place] == nobody ? engine::no_tile : static_cast<TileId>(partners_.face_of[place]);
}

int HandMatching::leaves_at(std::size_t place) const {
  const std::int16_t sighting = partners_.sighting_of[place];
  return sighting != nobody ? hands_.sightings[at(sighting)].until : for_good;
}

bool HandMatching::suits_partner(std::size_t place) const {
  const std::int16_t sighting = partners_.sighting_of[place];
  if (sighting != nobody) return fits_sighting(place, at(sighting));
  const std::int16_t face = partners_.face_of[place];
  return face == nobody || free_faces(place)[at(face)];
}

void HandMatching::give_up(std::size_t place) {
  const std::int16_t sighting = partners_.sighting_of[place];
  if (sighting != nobody) partners_.place_of[at(sighting)] = nobody;
  partners_.sighting_of[place] = nobody;
  if (partners_.face_of[place] != nobody) let_go(at(partners_.face_of[place]), place);
}

int HandMatching::held(std::size_t face) const {
  const auto& places = partners_.held_by[face];
  return (places[0] != nobody ? 1 : 0) + (places[1] != nobody ? 1 : 0);
}

void HandMatching::hold(std::size_t face, std::size_t place) {
  auto& places = partners_.held_by[face];
  places[places[0] == nobody ? 0 : 1] = static_cast<std::int16_t>(place);
  partners_.face_of[place] = static_cast<std::int16_t>(face);
}

void HandMatching::let_go(std::size_t face, std::size_t place) {
  for (std::int16_t& holder : partners_.held_by[face])
    if (holder == static_cast<std::int16_t>(place)) holder = nobody;
  partners_.face_of[place] = nobody;
}

/// Finds a place for a sighting, moving others along (Kuhn). A place that holds an unseen tile gives it up.
bool HandMatching::cover(std::size_t sighting) {
  const auto& places = places_of_[index_of(hands_.sightings[sighting].seat)];
  const auto take = [&](std::size_t place) {
    if (partners_.face_of[place] != nobody) let_go(at(partners_.face_of[place]), place);
    partners_.sighting_of[place] = static_cast<std::int16_t>(sighting);
    partners_.place_of[sighting] = static_cast<std::int16_t>(place);
    return true;
  };
  // The last that came is the one that fits the fewest others.
  for (auto p = places.rbegin(); p != places.rend(); ++p)
    if (partners_.sighting_of[at(*p)] == nobody && fits_sighting(at(*p), sighting)) return take(at(*p));
  for (const std::int16_t p : places) {
    if (tried_[at(p)] == searches_ || !fits_sighting(at(p), sighting)) continue;
    tried_[at(p)] = searches_;
    const std::int16_t before = partners_.sighting_of[at(p)];
    if (before == nobody || cover(at(before))) return take(at(p));
  }
  return false;
}

/// Finds a tile for a place: a face with a copy left, or one whose holder can be moved. Sightings that are
/// covered stay covered: an augmenting path uncovers nothing.
bool HandMatching::settle(std::size_t place) {
  if (hands_.places[place].optional && demanded_[place] == 0) return true;
  const TileSet faces = free_faces(place) & ~tried_faces_;
  for (std::size_t t = faces._Find_first(); t < room_.size(); t = faces._Find_next(t))
    if (held(t) < room_[t]) {
      hold(t, place);
      return true;
    }
  return settle_unsure(place, faces);
}

bool HandMatching::settle_unsure(std::size_t place, const TileSet& faces) {
  for (std::size_t t = faces._Find_first(); t < room_.size(); t = faces._Find_next(t)) {
    if (tried_faces_[t] || room_[t] == 0) continue;
    tried_faces_.set(t);
    for (const std::int16_t holder : std::array<std::int16_t, 2>(partners_.held_by[t])) {
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
    const std::int16_t holder = partners_.place_of[at(s)];
    if (holder == nobody) continue;
    partners_.sighting_of[at(holder)] = nobody;
    if (settle(at(holder))) {
      partners_.sighting_of[place] = s;
      partners_.place_of[at(s)] = static_cast<std::int16_t>(place);
      return true;
    }
    partners_.sighting_of[at(holder)] = s;
  }
  return false;
}

bool HandMatching::complete() {
  for (std::size_t s = 0; s < hands_.sightings.size(); ++s) {
    if (partners_.place_of[s] != nobody) continue;
    ++searches_;
    if (!cover(s)) return false;
  }
  for (std::size_t p = 0; p < hands_.places.size(); ++p) {
    if (partners_.sighting_of[p] != nobody || partners_.face_of[p] != nobody) continue;
    ++searches_;
    tried_faces_.reset();
    if (!settle(p)) return false;
  }
  return true;
}

}  // namespace roundhouse::replay
