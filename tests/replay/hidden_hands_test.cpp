#include "replay/hidden_hands.h"

#include <algorithm>
#include <random>

#include "tests/catch.h"

using namespace roundhouse;
using replay::Filling;
using replay::HiddenHands;

namespace {

/// Every way to give each place a face, and each sighting a place: slow and obvious.
class EveryFilling {
 public:
  explicit EveryFilling(const HiddenHands& hands) : hands_(hands) {}

  bool possible() {
    faces_.assign(hands_.places.size(), 0);
    return choose_face(0);
  }

 private:
  bool choose_face(std::size_t place) {
    if (place == hands_.places.size()) {
      until_.assign(hands_.places.size(), replay::for_good);
      taken_.assign(hands_.places.size(), false);
      return choose_place(0);
    }
    for (int face = 0; face < hands_.tile_kinds; ++face) {
      const auto f = static_cast<std::size_t>(face);
      if (!hands_.places[place].could[f]) continue;
      const auto same = std::count(faces_.begin(), faces_.begin() + static_cast<std::ptrdiff_t>(place), face);
      const int out = f < hands_.out.size() ? hands_.out[f] : 0;
      if (same >= hands_.copies - out) continue;
      faces_[place] = face;
      if (choose_face(place + 1)) return true;
    }
    return false;
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
      until_[p] = replay::for_good;
    }
    return false;
  }

  std::vector<engine::TileId> hand(engine::Seat seat, int time) const {
    std::vector<engine::TileId> tiles;
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (hands_.places[p].seat == seat && hands_.places[p].since < time && until_[p] > time)
        tiles.push_back(static_cast<engine::TileId>(faces_[p]));
    std::sort(tiles.begin(), tiles.end());
    return tiles;
  }

  bool holds() const {
    for (const auto& b : hands_.bans)
      for (const auto t : hand(b.seat, b.time))
        if (b.tiles[t]) return false;
    for (const auto& w : hands_.witnesses) {
      const auto tiles = hand(w.seat, w.time);
      if (std::none_of(tiles.begin(), tiles.end(), [&](auto t) { return w.tiles[t]; })) return false;
    }
    return std::all_of(hands_.joints.begin(), hands_.joints.end(),
                       [&](const auto& j) { return j.passes(hand(j.seat, j.time)); });
  }

  const HiddenHands& hands_;
  std::vector<int> faces_;
  std::vector<int> until_;
  std::vector<bool> taken_;
};

HiddenHands random_hands(std::mt19937& random, bool joints) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  HiddenHands hands;
  hands.copies = 1 + below(2);
  hands.tile_kinds = 6;
  hands.out.assign(6, 0);
  hands.out[static_cast<std::size_t>(below(6))] = below(2);
  const auto some_tiles = [&](unsigned one_in) {
    replay::TileSet set;
    for (std::size_t t = 0; t < 6; ++t) set[t] = below(one_in) == 0;
    return set;
  };
  const int places = 2 + below(4);
  for (int p = 0; p < places; ++p) {
    replay::Place place{static_cast<engine::Seat>(below(2)), below(3) == 0 ? below(6) : 0, {}};
    place.could.set();
    if (below(4) == 0) place.could = some_tiles(2);
    hands.places.push_back(place);
  }
  const int sightings = below(4);
  for (int s = 0; s < sightings; ++s) {
    const int until = below(3) == 0 ? replay::for_good : 1 + below(8);
    const int seen = until == replay::for_good ? 8 : until - (below(4) == 0 ? below(2) : 0);
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

}  // namespace

TEST_CASE("a filling is found exactly where trying out every one finds one", "[referee]") {
  std::mt19937 random(20);
  int possible = 0;
  for (int round = 0; round < 6000; ++round) {
    const HiddenHands hands = random_hands(random, round % 3 == 0);
    INFO("round " << round);
    const bool expected = EveryFilling(hands).possible();
    const auto found = replay::fill_hands(hands, 1'000'000);
    REQUIRE(found.filling == (expected ? Filling::possible : Filling::impossible));
    possible += expected ? 1 : 0;
  }
  CHECK(possible > 1000);
  CHECK(possible < 5000);
}

TEST_CASE("a search that may take no steps says that it does not know", "[referee]") {
  HiddenHands hands;
  hands.tile_kinds = 6;
  hands.places.push_back({0, 0, replay::TileSet().set()});
  CHECK(replay::fill_hands(hands, 0).filling == Filling::unknown);
}
