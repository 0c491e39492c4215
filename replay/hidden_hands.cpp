#include "replay/hidden_hands.h"

#include <algorithm>

#include "replay/hand_matching.h"

namespace roundhouse::replay {

using engine::Seat;
using engine::TileId;

namespace {

/// The filling being looked for: a matching, and the choices that witnesses and joint tests made necessary.
class Search {
 public:
  explicit Search(const HiddenHands& hands) : hands_(hands), matching_(hands_) {}

  FillingResult fill(std::int64_t budget) {
    budget_ = budget;
    steps_ = 0;
    const FillingResult found = result(matching_.has_room() ? branch() : Filling::impossible);
    matching_.release_all();
    return found;
  }

  FillingResult fill_instead(const Witness& witness, int from, int to, std::int64_t budget) {
    budget_ = budget;
    steps_ = 0;
    const HandMatching::Partners found = matching_.partners();
    ignored_ = {witness.seat, from, to};
    matching_.ignore(ignored_);
    asked_ = &witness;
    const FillingResult instead = result(branch());
    asked_ = nullptr;
    ignored_ = {};
    matching_.release_all();
    matching_.ignore(ignored_);
    matching_.take_up(found);
    return instead;
  }

 private:
  FillingResult result(Filling filling) const {
    FillingResult result;
    result.filling = filling;
    result.steps = steps_;
    if (filling != Filling::possible) return result;
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      result.tiles.push_back(matching_.tile_at(p));
      result.until.push_back(matching_.leaves_at(p));
    }
    return result;
  }

  bool in_hand(std::size_t place, Seat seat, int time) const {
    const Place& p = hands_.places[place];
    return p.seat == seat && p.since < time && matching_.leaves_at(place) > time &&
           matching_.tile_at(place) != engine::no_tile;
  }

  bool satisfied(const Witness& witness) const {
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (in_hand(p, witness.seat, witness.time) && witness.tiles[matching_.tile_at(p)]) return true;
    return false;
  }

  bool satisfied(const JointTest& joint) const {
    std::vector<TileId> hand;
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (in_hand(p, joint.seat, joint.time)) hand.push_back(matching_.tile_at(p));
    std::sort(hand.begin(), hand.end());
    return joint.passes(hand);
  }

  Filling branch() {
    if (steps_ >= budget_) return Filling::unknown;
    ++steps_;
    if (!matching_.complete()) return Filling::impossible;
    if (asked_ != nullptr && !satisfied(*asked_)) return branch_on(*asked_);
    for (const Witness& w : hands_.witnesses)
      if (!ignored_.covers(w.seat, w.time) && !satisfied(w)) return branch_on(w);
    for (const JointTest& j : hands_.joints)
      if (!ignored_.covers(j.seat, j.time) && !satisfied(j)) return branch_on(j);
    return Filling::possible;
  }

  Filling demand(const Demand& demand) {
    const HandMatching::Partners before = matching_.partners();
    matching_.demand(demand);
    const Filling found = branch();
    if (found == Filling::possible) return found;
    matching_.release();
    matching_.take_up(before);
    return found;
  }

  Filling branch_on(const Witness& witness) {
    Filling worst = Filling::impossible;
    // Who holds a tile that nobody saw gives it up most easily.
    for (const bool seen : {false, true})
      for (std::size_t p = 0; p < hands_.places.size(); ++p) {
        const Place& place = hands_.places[p];
        if (place.seat != witness.seat || place.since >= witness.time || matching_.is_seen(p) != seen)
          continue;
        if ((place.could & witness.tiles).none()) continue;
        const Filling found = demand({p, witness.time, witness.tiles, nobody});
        if (found == Filling::possible) return found;
        if (found == Filling::unknown) worst = found;
      }
    return worst;
  }

  /// Pins one place after the other of the player in question, in every way, until the test passes.
  Filling branch_on(const JointTest& joint) {
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      const Place& place = hands_.places[p];
      if (place.seat != joint.seat || place.since >= joint.time || matching_.is_pinned(p)) continue;
      Filling worst = Filling::impossible;
      for (const int partner : matching_.partners_for(p)) {
        const Filling found = demand({p, 0, {}, partner});
        if (found == Filling::possible) return found;
        if (found == Filling::unknown) worst = found;
      }
      return worst;
    }
    return Filling::impossible;  // every place of the hand is pinned and the test still fails
  }

  const HiddenHands& hands_;
  HandMatching matching_;
  const Witness* asked_ = nullptr;
  Ignored ignored_;
  std::int64_t budget_ = 0;
  std::int64_t steps_ = 0;
};

}  // namespace

struct HandSearch::State {
  explicit State(HiddenHands all) : hands(std::move(all)), search(hands) {}

  const HiddenHands hands;
  Search search;
};

HandSearch::HandSearch(HiddenHands hands) : state_(std::make_unique<State>(std::move(hands))) {}
HandSearch::~HandSearch() = default;
HandSearch::HandSearch(HandSearch&&) noexcept = default;
HandSearch& HandSearch::operator=(HandSearch&&) noexcept = default;

FillingResult HandSearch::fill(std::int64_t budget) { return state_->search.fill(budget); }
FillingResult HandSearch::fill_instead(const Witness& witness, int from, int to, std::int64_t budget) {
  return state_->search.fill_instead(witness, from, to, budget);
}

FillingResult fill_hands(const HiddenHands& hands, std::int64_t budget) { return Search(hands).fill(budget); }

}  // namespace roundhouse::replay
