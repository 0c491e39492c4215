#include "tests/support/every_hand.h"

#include <algorithm>

namespace roundhouse::tests {
namespace {

using engine::HiddenHands;

/// Every way to give each place a face, and each sighting a place: slow and obvious.
class EveryFilling {
 public:
  explicit EveryFilling(const HiddenHands& hands) : hands_(hands) {}

  bool possible() {
    faces_.assign(hands_.places.size(), 0);
    return choose_face(0);
  }
  bool possible_with(const std::vector<engine::TileId>& faces) {
    faces_.assign(faces.begin(), faces.end());
    for (std::size_t p = 0; p < faces_.size(); ++p) {
      if (faces_[p] == engine::no_tile && hands_.places[p].optional) continue;
      if (faces_[p] >= hands_.tile_kinds) return false;
      const auto face = static_cast<std::size_t>(faces_[p]);
      if (!hands_.places[p].could.has(static_cast<engine::TileId>(faces_[p])) ||
          std::count(faces_.begin(), faces_.end(), faces_[p]) > copies_of(face))
        return false;
    }
    until_.assign(hands_.places.size(), engine::for_good);
    taken_.assign(hands_.places.size(), false);
    return choose_place(0);
  }

 private:
  int copies_of(std::size_t face) const {
    return hands_.copies - (face < hands_.out.size() ? hands_.out[face] : 0);
  }

  bool choose_face(std::size_t place) {
    if (place == hands_.places.size()) {
      until_.assign(hands_.places.size(), engine::for_good);
      taken_.assign(hands_.places.size(), false);
      return choose_place(0);
    }
    for (int face = 0; face < hands_.tile_kinds; ++face) {
      const auto f = static_cast<std::size_t>(face);
      if (!hands_.places[place].could.has(static_cast<engine::TileId>(face))) continue;
      const auto same = std::count(faces_.begin(), faces_.begin() + static_cast<std::ptrdiff_t>(place), face);
      if (same >= copies_of(f)) continue;
      faces_[place] = face;
      if (choose_face(place + 1)) return true;
    }
    faces_[place] = engine::no_tile;
    return hands_.places[place].optional && choose_face(place + 1);
  }

  bool choose_place(std::size_t sighting) {
    if (sighting == hands_.sightings.size()) return holds();
    const auto& s = hands_.sightings[sighting];
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      if (taken_[p] || hands_.places[p].seat != s.seat || hands_.places[p].since >= s.seen ||
          faces_[p] != s.tile)
        continue;
      taken_[p] = true;
      until_[p] = s.until;
      if (choose_place(sighting + 1)) return true;
      taken_[p] = false;
      until_[p] = engine::for_good;
    }
    return false;
  }

  std::vector<engine::TileId> hand(engine::Seat seat, int time) const {
    std::vector<engine::TileId> tiles;
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (hands_.places[p].seat == seat && hands_.places[p].since < time && until_[p] > time &&
          faces_[p] != engine::no_tile)
        tiles.push_back(static_cast<engine::TileId>(faces_[p]));
    std::sort(tiles.begin(), tiles.end());
    return tiles;
  }

  bool holds() const {
    for (const auto& b : hands_.bans)
      for (const auto t : hand(b.seat, b.time))
        if (b.tiles.has(t)) return false;
    for (const auto& w : hands_.witnesses) {
      const auto tiles = hand(w.seat, w.time);
      if (std::none_of(tiles.begin(), tiles.end(), [&](auto t) { return w.tiles.has(t); })) return false;
    }
    return std::all_of(hands_.joints.begin(), hands_.joints.end(),
                       [&](const auto& j) { return j.passes(hand(j.seat, j.time)); });
  }

  const HiddenHands& hands_;
  std::vector<int> faces_;
  std::vector<int> until_;
  std::vector<bool> taken_;
};

}  // namespace

bool any_hands_possible(const HiddenHands& hands) { return EveryFilling(hands).possible(); }

bool are_hands_possible(const HiddenHands& hands, const std::vector<engine::TileId>& faces) {
  return EveryFilling(hands).possible_with(faces);
}

HiddenHands random_hands(Chance& chance, bool joints, bool optional) {
  const auto below = [&](int n) { return chance.below(n); };
  HiddenHands hands;
  hands.copies = 1 + below(2);
  hands.tile_kinds = 6;
  hands.out.assign(6, 0);
  hands.out[static_cast<std::size_t>(below(6))] = below(2);
  const auto some_tiles = [&](int one_in) {
    engine::TileSet set;
    for (engine::TileId t = 0; t < 6; ++t)
      if (below(one_in) == 0) set.add(t);
    return set;
  };
  const int places = 2 + below(4);
  for (int p = 0; p < places; ++p) {
    engine::HandSlot place{static_cast<engine::Seat>(below(2)), below(3) == 0 ? below(6) : 0, {}};
    place.optional = optional && below(4) == 0;
    place.could = engine::TileSet::all();
    if (below(4) == 0) place.could = some_tiles(2);
    hands.places.push_back(place);
  }
  const int sightings = below(4);
  for (int s = 0; s < sightings; ++s) {
    const int until = below(3) == 0 ? engine::for_good : 1 + below(8);
    const int seen = until == engine::for_good ? 8 : until - (below(4) == 0 ? below(2) : 0);
    hands.sightings.push_back(
        {static_cast<engine::Seat>(below(2)), static_cast<engine::TileId>(below(6)), seen, until});
  }
  for (int b = below(4); b > 0; --b)
    hands.bans.push_back({static_cast<engine::Seat>(below(2)), 1 + below(8), some_tiles(2)});
  for (int w = below(3); w > 0; --w)
    hands.witnesses.push_back({static_cast<engine::Seat>(below(2)), 1 + below(8), some_tiles(3)});
  if (joints)
    for (int j = 1 + below(2); j > 0; --j) {
      const int parity = below(2);
      hands.joints.push_back({static_cast<engine::Seat>(below(2)), 1 + below(8), [parity](const auto& tiles) {
                                int sum = 0;
                                for (const auto t : tiles) sum += engine::pips_of(t);
                                return sum % 2 == parity;
                              }});
    }
  return hands;
}

}  // namespace roundhouse::tests
