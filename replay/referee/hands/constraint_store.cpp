#include "replay/referee/hands/constraint_store.h"

#include <algorithm>
#include <climits>
#include <set>

#include "dsl/base/search.h"

namespace roundhouse::replay {
namespace {

/// Putting hands together and giving their places tiles that fit.
constexpr std::int64_t steps_for_hands = 3;
constexpr std::int64_t clues_a_step = 10;

bool is_known_place(const Clue& clue) { return clue.kind == ClueKind::place && clue.tiles.count() == 1; }

/// A matching of places to sightings and to copies, by augmenting paths. Asked once for a ruling, so it is
/// kept plain.
class Allotment {
 public:
  explicit Allotment(const HiddenHands& hands) : hands_(hands) {
    std::vector<int> room(static_cast<std::size_t>(hands.tile_kinds), hands.copies);
    for (std::size_t t = 0; t < room.size() && t < hands.out.size(); ++t) room[t] -= hands.out[t];
    for (const Sighting& s : hands.sightings) {
      --room[s.tile];
      tiles_.push_back(s.tile);
    }
    for (std::size_t t = 0; t < room.size(); ++t)
      for (int copy = 0; copy < room[t]; ++copy) tiles_.push_back(static_cast<TileId>(t));
    holder_.assign(tiles_.size(), -1);
    has_room_ = none_of(room, [](int left) { return left < 0; });
    for (const HandSlot& place : hands.places) {
      TileSet could = place.could;
      for (const Ban& ban : hands.bans)
        if (ban.seat == place.seat && ban.time > place.since) could &= ~ban.tiles;
      could_.push_back(could);
    }
    for (const Sighting& seen : hands.sightings) {
      int not_before = INT_MIN;
      for (const Ban& ban : hands.bans)
        if (ban.seat == seen.seat && ban.time < seen.until && ban.tiles.has(seen.tile))
          not_before = std::max(not_before, ban.time);
      not_before_.push_back(not_before);
    }
  }

  std::optional<Shortage> run() {
    if (!has_room_) return std::nullopt;
    // Tiles that were seen or written have their places first, so that those that are missing are missing
    // among the rest.
    for (std::size_t s = 0; s < hands_.sightings.size(); ++s) {
      std::vector<bool> tried(hands_.places.size(), false);
      if (!take_place(s, tried)) return std::nullopt;
    }
    for (const bool written : {true, false})
      for (std::size_t p = 0; p < hands_.places.size(); ++p) {
        const HandSlot& place = hands_.places[p];
        if (place.optional || is_written(place) != written || has_tile(p)) continue;
        reached_.assign(tiles_.size(), false);
        if (fill_place(p)) continue;
        if (written) return std::nullopt;
        empty_.push_back(p);
      }
    if (empty_.empty()) return std::nullopt;
    reached_.assign(tiles_.size(), false);
    for (const std::size_t p : empty_) fill_place(p);
    return shortage_of_reached();
  }

 private:
  static bool is_written(const HandSlot& place) { return place.could.count() == 1; }
  bool is_sighting(std::size_t tile) const { return tile < hands_.sightings.size(); }

  bool fits(std::size_t p, std::size_t tile) const {
    if (!is_sighting(tile)) return could_[p].has(tiles_[tile]);
    const HandSlot& place = hands_.places[p];
    const Sighting& seen = hands_.sightings[tile];
    return seen.seat == place.seat && place.since < seen.seen && place.since >= not_before_[tile] &&
           place.could.has(seen.tile);
  }

  bool has_tile(std::size_t p) const { return contains(holder_, static_cast<int>(p)); }

  bool fill_place(std::size_t p) {
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
      if (reached_[tile] || !fits(p, tile)) continue;
      reached_[tile] = true;
      if (holder_[tile] >= 0 && !fill_place(static_cast<std::size_t>(holder_[tile]))) continue;
      holder_[tile] = static_cast<int>(p);
      return true;
    }
    return false;
  }

  /// Finds places so that each sighting has one that no other sighting needs.
  bool take_place(std::size_t sighting, std::vector<bool>& tried) {
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      if (tried[p] || !fits(p, sighting)) continue;
      tried[p] = true;
      const auto other = std::find(holder_.begin(), holder_.end(), static_cast<int>(p));
      if (other != holder_.end() && !take_place(static_cast<std::size_t>(other - holder_.begin()), tried))
        continue;
      holder_[sighting] = static_cast<int>(p);
      return true;
    }
    return false;
  }

  /// All tiles that were reached are held by places that could be nothing else.
  std::optional<Shortage> shortage_of_reached() const {
    Shortage shortage;
    std::set<Seat> seats;
    for (const std::size_t p : empty_) seats.insert(hands_.places[p].seat);
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
      if (!reached_[tile]) continue;
      const HandSlot& place = hands_.places[static_cast<std::size_t>(holder_[tile])];
      if (place.optional) return std::nullopt;
      // A known tile is as much one of the tiles as its place is one of the places.
      if (is_sighting(tile) || is_written(place)) continue;
      seats.insert(place.seat);
      ++shortage.copies;
      shortage.tiles.add(tiles_[tile]);
    }
    shortage.needed = shortage.copies + static_cast<int>(empty_.size());
    shortage.seats.assign(seats.begin(), seats.end());
    return shortage;
  }

  const HiddenHands& hands_;
  bool has_room_ = true;            ///< no tile was seen more often than there are copies
  std::vector<TileSet> could_;      ///< by place: what it may be if nobody ever saw it
  std::vector<int> not_before_;     ///< by sighting: a ban says that it came at this time or later
  std::vector<TileId> tiles_;       ///< the sightings, then all copies that nobody saw
  std::vector<int> holder_;         ///< by these: the place; -1: none
  std::vector<std::size_t> empty_;  ///< places for which no tile is left
  std::vector<bool> reached_;
};

}  // namespace

void ConstraintStore::drop_facts(int act) {
  for (std::size_t i = 0; i < clues.size(); ++i) {
    Clue& c = clues[i];
    if (c.act != act) continue;
    if (is_claim(c)) {
      drop(i, act);
    } else if (c.kind == ClueKind::lay || c.kind == ClueKind::shown || is_known_place(c)) {
      c.kind = ClueKind::ban;
      c.tiles = {};
      drop(i, act);
    }
  }
}

std::vector<Clue> ConstraintStore::believed_before(int act) const {
  std::vector<Clue> believed;
  for (std::size_t i = 0; i < clues.size() && clues[i].act < act; ++i) {
    const auto dropped = dropped_.find(i);
    if (dropped == dropped_.end() || dropped->second >= act) believed.push_back(clues[i]);
  }
  return believed;
}

HiddenHands ConstraintStore::hands(int last, const std::function<bool(const Clue&)>& keep) {
  made_ += steps_for_hands + static_cast<std::int64_t>(clues.size()) / clues_a_step;
  HiddenHands hands = hands_from(clues, last, program_.copies, program_.tile_kinds, keep);
  hands.test_steps = test_steps_;
  return hands;
}

FillingResult ConstraintStore::ask(HandSearch& search) {
  if (spent()) return {Filling::unknown, {}, {}, 0};
  FillingResult result = search.fill(budget_);
  budget_ -= result.steps;
  return result;
}

WitnessResult ConstraintStore::ask_instead(HandSearch& search, const Witness& witness, int from, int to,
                                           std::int64_t most_steps) {
  if (spent()) return {Filling::unknown, no_tile, 0};
  WitnessResult result = search.fill_instead(witness, from, to, std::min(budget_, most_steps));
  budget_ -= result.steps;
  return result;
}

Filling ConstraintStore::ask_once(const HiddenHands& hands, std::int64_t most_steps) {
  if (spent()) return Filling::unknown;
  const FillingResult result = fill_hands(hands, std::min(budget_, most_steps));
  budget_ -= result.steps;
  return result.filling;
}

FillingResult ConstraintStore::fill(int last, const std::function<bool(const Clue&)>& keep) {
  if (spent()) return {Filling::unknown, {}, {}, 0};
  FillingResult result = fill_hands(hands(last, keep), budget_);
  budget_ -= result.steps;
  return result;
}

std::optional<int> ConstraintStore::first_impossible(int from, int last, bool& unknown) {
  const auto keep = [this](const Clue& c) { return kept(c); };
  const FillingResult whole = fill(last, keep);
  if (whole.filling == Filling::possible) return std::nullopt;
  int good = from - 1;
  int bad = last;
  if (whole.filling == Filling::unknown) unknown = true;
  while (bad - good > 1) {
    const int middle = good + (bad - good) / 2;
    const FillingResult part = fill(middle, keep);
    if (part.filling == Filling::impossible) {
      bad = middle;
      unknown = false;
    } else {
      if (part.filling == Filling::unknown) unknown = true;
      good = middle;
    }
  }
  if (unknown) return std::nullopt;
  return bad;
}

std::optional<Shortage> shortage_of(const HiddenHands& hands) {
  if (hands.overfull) return std::nullopt;
  return Allotment(hands).run();
}

}  // namespace roundhouse::replay
