#include "replay/hidden_hands.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <deque>

#include "replay/hand_matching.h"

namespace roundhouse::replay {

using engine::Seat;
using engine::TileId;

namespace {

/// After so many steps in the order of what was said another order is tried.
constexpr std::int64_t first_steps = 200;

/// The filling being looked for: a matching, and the choices that witnesses and joint tests made necessary.
class Search {
 public:
  explicit Search(const HiddenHands& hands) : hands_(hands), matching_(hands_) {}

  FillingResult fill(std::int64_t budget) {
    steps_ = 0;
    budget_ = std::min(budget, first_steps);
    Filling filling = matching_.has_room() ? branch() : Filling::impossible;
    matching_.release_all();
    if (filling == Filling::unknown && budget > first_steps) {
      // What is not found at once is looked for where the least is left to choose from.
      budget_ = budget;
      narrow_first_ = true;
      filling = matching_.has_tiles_for(hands_.witnesses) ? branch() : Filling::impossible;
      narrow_first_ = false;
      matching_.release_all();
    }
    return result(filling);
  }

  WitnessResult fill_instead(const Witness& witness, int from, int to, std::int64_t budget) {
    ignored_ = {witness.seat, from, to};
    WitnessResult instead = exchange(witness, budget);
    if (instead.filling != Filling::possible) instead = search_instead(witness, budget);
    ignored_ = {};
    return instead;
  }

 private:
  /// Mostly it is enough to give another tile to the first place that can have one, which is what the search
  /// would do in its first two steps. Anything but `possible` says nothing.
  WitnessResult exchange(const Witness& witness, std::int64_t budget) {
    constexpr std::int64_t steps = 2;
    if (budget < steps) return {};
    const int place = matching_.place_for(witness);
    if (place == nobody) return {};
    const auto p = static_cast<std::size_t>(place);
    const TileId before = matching_.tile_at(p);
    const TileId tile = matching_.free_tile(p, witness.tiles, ignored_);
    if (tile == engine::no_tile) return {};
    matching_.exchange(p, tile);
    const bool fits = keeps_to_the_rest();
    matching_.exchange(p, before);
    return fits ? WitnessResult{Filling::possible, tile, steps} : WitnessResult{};
  }

  bool keeps_to_the_rest() const {
    return std::all_of(hands_.witnesses.begin(), hands_.witnesses.end(),
                       [&](const Witness& w) { return ignored_.covers(w.seat, w.time) || satisfied(w); }) &&
           std::all_of(hands_.joints.begin(), hands_.joints.end(),
                       [&](const JointTest& j) { return ignored_.covers(j.seat, j.time) || satisfied(j); });
  }

  WitnessResult search_instead(const Witness& witness, std::int64_t budget) {
    budget_ = budget;
    steps_ = 0;
    const HandMatching::Partners found = matching_.partners();
    matching_.ignore(ignored_);
    asked_ = &witness;
    WitnessResult instead{branch(), engine::no_tile, 0};
    instead.steps = steps_;
    if (instead.filling == Filling::possible) instead.tile = tile_of(witness);
    asked_ = nullptr;
    matching_.release_all();
    matching_.ignore({});
    matching_.take_up(found);
    return instead;
  }

  TileId tile_of(const Witness& witness) const {
    for (const std::int16_t place : matching_.places_of(witness.seat)) {
      const auto p = static_cast<std::size_t>(place);
      const TileId tile = matching_.tile_at(p);
      if (tile != engine::no_tile && witness.tiles[tile] && in_hand(p, witness.time)) return tile;
    }
    return engine::no_tile;
  }

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

  bool in_hand(std::size_t place, int time) const {
    return hands_.places[place].since < time && matching_.leaves_at(place) > time &&
           matching_.tile_at(place) != engine::no_tile;
  }

  bool satisfied(const Witness& witness) const { return tile_of(witness) != engine::no_tile; }

  bool satisfied(const JointTest& joint) const {
    std::vector<TileId> hand;
    for (const std::int16_t place : matching_.places_of(joint.seat)) {
      const auto p = static_cast<std::size_t>(place);
      if (in_hand(p, joint.time)) hand.push_back(matching_.tile_at(p));
    }
    std::sort(hand.begin(), hand.end());
    return joint.passes(hand);
  }

  Filling branch() {
    if (steps_ >= budget_) return Filling::unknown;
    ++steps_;
    if (!matching_.complete()) return Filling::impossible;
    if (asked_ != nullptr && !satisfied(*asked_)) return branch_on(*asked_);
    if (const Witness* witness = narrow_first_ ? narrowest() : next_unsatisfied()) return branch_on(*witness);
    for (const JointTest& j : hands_.joints)
      if (!ignored_.covers(j.seat, j.time) && (++steps_, !satisfied(j))) return branch_on(j);
    return Filling::possible;
  }

  bool is_open(const Witness& witness) const {
    return !ignored_.covers(witness.seat, witness.time) && !satisfied(witness);
  }

  const Witness* next_unsatisfied() const {
    const auto found = std::find_if(hands_.witnesses.begin(), hands_.witnesses.end(),
                                    [&](const Witness& w) { return is_open(w); });
    return found == hands_.witnesses.end() ? nullptr : &*found;
  }

  /// Of the unsatisfied witnesses the one that the fewest places are left for.
  const Witness* narrowest() const {
    const Witness* found = nullptr;
    int fewest = INT_MAX;
    for (const Witness& w : hands_.witnesses) {
      if (!is_open(w)) continue;
      int places = 0;
      for (const std::uint64_t word : matching_.bearers(w)) places += std::popcount(word);
      if (places >= fewest) continue;
      fewest = places;
      found = &w;
      if (fewest == 0) break;  // nothing else need be looked at
    }
    return found;
  }

  Filling demand(const Demand& demand) {
    if (depth_ == before_.size()) before_.emplace_back();
    before_[depth_++] = matching_.partners();  // into the memory of an earlier one
    matching_.demand(demand);
    const Filling found = branch();
    --depth_;
    if (found == Filling::possible) return found;
    matching_.release();
    matching_.take_up(before_[depth_]);
    return found;
  }

  Filling branch_on(const Witness& witness) {
    Filling worst = Filling::impossible;
    const std::vector<std::uint64_t> places = matching_.bearers(witness);
    // Who holds a tile that nobody saw gives it up most easily.
    for (const bool seen : {false, true})
      for (std::size_t word = 0; word < places.size(); ++word)
        for (std::uint64_t left = places[word]; left != 0; left &= left - 1) {
          const std::size_t p = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
          if (matching_.is_seen(p) != seen) continue;
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
  bool narrow_first_ = false;
  std::int64_t budget_ = 0;
  std::int64_t steps_ = 0;
  std::deque<HandMatching::Partners> before_;  ///< what to come back to, by how much is demanded
  std::size_t depth_ = 0;
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
WitnessResult HandSearch::fill_instead(const Witness& witness, int from, int to, std::int64_t budget) {
  return state_->search.fill_instead(witness, from, to, budget);
}

FillingResult fill_hands(const HiddenHands& hands, std::int64_t budget) { return Search(hands).fill(budget); }

}  // namespace roundhouse::replay
