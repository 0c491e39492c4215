#include "replay/hidden_hands.h"

#include <algorithm>

namespace roundhouse::replay {
namespace {

using engine::TileId;

constexpr int nobody = -1;

/// What a branch of the search has decided about a place beyond the graph itself.
struct Demand {
  std::size_t place = 0;
  int time = 0;          ///< the tile is still in hand at this time
  TileSet tiles;         ///< and is one of these
  int partner = nobody;  ///< or: it is matched to just this sighting (>= 0) or face (< nobody: -2 - face)
};

class Search {
 public:
  Search(const HiddenHands& hands, std::int64_t budget) : hands_(hands), budget_(budget) {
    const auto kinds = static_cast<std::size_t>(hands.tile_kinds);
    room_.assign(kinds, hands.copies);
    for (std::size_t t = 0; t < kinds && t < hands.out.size(); ++t) room_[t] -= hands.out[t];
    for (const Sighting& s : hands.sightings) --room_[s.tile];
    for (const Place& p : hands.places) {
      TileSet kept = p.could;
      for (const Ban& b : hands.bans)
        if (b.seat == p.seat && b.time > p.since) kept &= ~b.tiles;
      kept_.push_back(kept);
    }
  }

  FillingResult run() {
    FillingResult result;
    if (std::any_of(room_.begin(), room_.end(), [](int r) { return r < 0; })) return result;
    result.filling = branch();
    if (result.filling == Filling::possible)
      for (std::size_t p = 0; p < hands_.places.size(); ++p) {
        result.tiles.push_back(tile_at(p));
        result.until.push_back(leaves_at(p));
      }
    result.steps = steps_;
    return result;
  }

 private:
  TileId tile_at(std::size_t place) const {
    const int sighting = sighting_of_[place];
    return sighting != nobody ? hands_.sightings[static_cast<std::size_t>(sighting)].tile
                              : static_cast<TileId>(face_of_[place]);
  }
  int leaves_at(std::size_t place) const {
    const int sighting = sighting_of_[place];
    return sighting != nobody ? hands_.sightings[static_cast<std::size_t>(sighting)].until : for_good;
  }

  bool fits_sighting(std::size_t place, std::size_t sighting) const {
    const Place& p = hands_.places[place];
    const Sighting& s = hands_.sightings[sighting];
    if (p.seat != s.seat || p.since >= s.seen || !p.could[s.tile]) return false;
    for (const Ban& b : hands_.bans)
      if (b.seat == p.seat && b.time > p.since && b.time < s.until && b.tiles[s.tile]) return false;
    for (const Demand& d : demands_) {
      if (d.place != place) continue;
      if (d.partner != nobody ? d.partner != static_cast<int>(sighting)
                              : !d.tiles[s.tile] || s.until <= d.time)
        return false;
    }
    return true;
  }

  TileSet free_faces(std::size_t place) const {
    TileSet faces = kept_[place];
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

  /// Finds a partner for a sighting among the places, moving others along (Kuhn).
  bool cover(std::size_t sighting, std::vector<char>& tried) {
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      if (tried[p] || !fits_[sighting][p]) continue;
      tried[p] = 1;
      const int before = sighting_of_[p];
      if (before == nobody || cover(static_cast<std::size_t>(before), tried)) {
        sighting_of_[p] = static_cast<int>(sighting);
        return true;
      }
    }
    return false;
  }

  /// Finds a tile for a place: a face with a copy left, or one whose holder can be moved. Sightings that
  /// are covered stay covered: an augmenting path uncovers nothing.
  bool settle(std::size_t place, std::vector<char>& tried_face, std::vector<char>& tried_sighting) {
    for (std::size_t t = 0; t < room_.size(); ++t) {
      if (tried_face[t] || room_[t] == 0 || !free_[place][t]) continue;
      tried_face[t] = 1;
      auto& holders = held_by_[t];
      if (static_cast<int>(holders.size()) < room_[t]) {
        holders.push_back(place);
        face_of_[place] = static_cast<int>(t);
        return true;
      }
      for (std::size_t& holder : holders) {
        const std::size_t moved = holder;
        if (settle(moved, tried_face, tried_sighting)) {
          holder = place;
          face_of_[place] = static_cast<int>(t);
          return true;
        }
      }
    }
    for (std::size_t s = 0; s < hands_.sightings.size(); ++s) {
      if (tried_sighting[s] || !fits_[s][place]) continue;
      tried_sighting[s] = 1;
      const auto holder = static_cast<std::size_t>(
          std::find(sighting_of_.begin(), sighting_of_.end(), static_cast<int>(s)) - sighting_of_.begin());
      sighting_of_[holder] = nobody;
      if (settle(holder, tried_face, tried_sighting)) {
        sighting_of_[place] = static_cast<int>(s);
        face_of_[place] = nobody;
        return true;
      }
      sighting_of_[holder] = static_cast<int>(s);
    }
    return false;
  }

  bool match() {
    ++steps_;
    const std::size_t places = hands_.places.size();
    const std::size_t sightings = hands_.sightings.size();
    fits_.assign(sightings, std::vector<char>(places, 0));
    free_.assign(places, {});
    for (std::size_t p = 0; p < places; ++p) {
      free_[p] = free_faces(p);
      for (std::size_t s = 0; s < sightings; ++s) fits_[s][p] = fits_sighting(p, s) ? 1 : 0;
    }
    sighting_of_.assign(places, nobody);
    face_of_.assign(places, nobody);
    held_by_.assign(room_.size(), {});
    for (std::size_t s = 0; s < sightings; ++s) {
      std::vector<char> tried(places, 0);
      if (!cover(s, tried)) return false;
    }
    for (std::size_t p = 0; p < places; ++p) {
      // A place that was moved along to make room for another one has its tile already.
      if (sighting_of_[p] != nobody || face_of_[p] != nobody) continue;
      std::vector<char> tried_face(room_.size(), 0);
      std::vector<char> tried_sighting(sightings, 0);
      if (!settle(p, tried_face, tried_sighting)) return false;
    }
    return true;
  }

  bool in_hand(std::size_t place, engine::Seat seat, int time) const {
    const Place& p = hands_.places[place];
    return p.seat == seat && p.since < time && leaves_at(place) > time;
  }

  bool satisfied(const Witness& witness) const {
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (in_hand(p, witness.seat, witness.time) && witness.tiles[tile_at(p)]) return true;
    return false;
  }

  bool satisfied(const JointTest& joint) const {
    std::vector<TileId> hand;
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (in_hand(p, joint.seat, joint.time)) hand.push_back(tile_at(p));
    std::sort(hand.begin(), hand.end());
    return joint.passes(hand);
  }

  Filling branch() {
    if (steps_ >= budget_) return Filling::unknown;
    if (!match()) return Filling::impossible;
    for (const Witness& w : hands_.witnesses)
      if (!satisfied(w)) return branch_on(w);
    for (const JointTest& j : hands_.joints)
      if (!satisfied(j)) return branch_on(j);
    return Filling::possible;
  }

  Filling branch_on(const Witness& witness) {
    Filling worst = Filling::impossible;
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      const Place& place = hands_.places[p];
      if (place.seat != witness.seat || place.since >= witness.time) continue;
      if ((place.could & witness.tiles).none()) continue;
      demands_.push_back({p, witness.time, witness.tiles, nobody});
      const Filling found = branch();
      demands_.pop_back();
      if (found == Filling::possible) return found;
      if (found == Filling::unknown) worst = found;
    }
    return worst;
  }

  bool pinned(std::size_t place) const {
    return std::any_of(demands_.begin(), demands_.end(),
                       [&](const Demand& d) { return d.place == place && d.partner != nobody; });
  }

  /// Pins one place after the other of the player in question, in every way, until the test passes.
  Filling branch_on(const JointTest& joint) {
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      const Place& place = hands_.places[p];
      if (place.seat != joint.seat || place.since >= joint.time || pinned(p)) continue;
      Filling worst = Filling::impossible;
      const TileSet faces = free_faces(p);
      std::vector<int> partners;
      for (std::size_t s = 0; s < hands_.sightings.size(); ++s)
        if (fits_sighting(p, s)) partners.push_back(static_cast<int>(s));
      for (std::size_t t = 0; t < room_.size(); ++t)
        if (faces[t] && room_[t] > 0) partners.push_back(-2 - static_cast<int>(t));
      for (const int partner : partners) {
        demands_.push_back({p, 0, {}, partner});
        const Filling found = branch();
        demands_.pop_back();
        if (found == Filling::possible) return found;
        if (found == Filling::unknown) worst = found;
      }
      return worst;
    }
    return Filling::impossible;  // every place of the hand is pinned and the test still fails
  }

  const HiddenHands& hands_;
  std::int64_t budget_;
  std::int64_t steps_ = 0;
  std::vector<int> room_;      ///< by face: copies that no sighting accounts for
  std::vector<TileSet> kept_;  ///< by place: faces it may hold for good
  std::vector<Demand> demands_;
  std::vector<std::vector<char>> fits_;            ///< [sighting][place]
  std::vector<TileSet> free_;                      ///< by place, demands considered
  std::vector<int> sighting_of_;                   ///< by place
  std::vector<int> face_of_;                       ///< by place, where it has no sighting
  std::vector<std::vector<std::size_t>> held_by_;  ///< by face
};

}  // namespace

FillingResult fill_hands(const HiddenHands& hands, std::int64_t budget) {
  return Search(hands, budget).run();
}

}  // namespace roundhouse::replay
