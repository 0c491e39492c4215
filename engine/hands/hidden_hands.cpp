#include "engine/hands/hidden_hands.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <deque>
#include <utility>

#include "engine/hands/hand_matching.h"
#include "engine/random.h"

namespace roundhouse::engine {

namespace {

/// After so many steps in the order of what was said another order is tried.
constexpr std::int64_t first_steps = 200;

/// So many hands are made up at random before a test of all hands is searched for place by place.
constexpr int most_wanderings = 100;

/// The filling being looked for: a matching, and the choices that witnesses and joint tests made necessary.
class Search {
 public:
  explicit Search(const HiddenHands& hands) : hands_(hands), matching_(hands_) {}

  FillingResult fill(std::int64_t budget) {
    steps_ = 0;
    wandered_ = false;
    // Nothing orders the places of all hands: only a long search finds its way there.
    budget_ = hands_.table_tests.empty() ? std::min(budget, first_steps) : budget;
    Filling filling = matching_.has_room() ? branch() : Filling::impossible;
    matching_.release_all();
    if (filling == Filling::unknown && budget > budget_) {
      // Searches, where nothing is found at once, at the place that has the least left to choose from.
      budget_ = budget;
      narrow_first_ = true;
      filling = matching_.has_tiles_for(hands_.witnesses) ? branch() : Filling::impossible;
      narrow_first_ = false;
      matching_.release_all();
    }
    filled_ = filling == Filling::possible;
    support_found_ = false;
    return result(filling);
  }

  WitnessResult fill_instead(const Witness& witness, int from, int to, std::int64_t budget) {
    ignored_ = {witness.seat, from, to};
    if (budget > 0 && filled_ && satisfied(witness)) {
      // The first step of a search would find nothing to change.
      const WitnessResult as_it_is{Filling::possible, tile_of(witness), 1 + steps_of_tests()};
      ignored_ = {};
      return as_it_is;
    }
    WitnessResult instead = exchange(witness, budget);
    if (instead.filling != Filling::possible && budget > 0 && as_filled() && is_nowhere(supports(witness)))
      instead = {Filling::impossible, no_tile, 1};
    else if (instead.filling != Filling::possible)
      instead = search_instead(witness, budget);
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
    if (tile == no_tile) return {};
    matching_.exchange(p, tile);
    const bool fits = keeps_to_the_rest();
    matching_.exchange(p, before);
    return fits ? WitnessResult{Filling::possible, tile, steps} : WitnessResult{};
  }

  /// True if the matching is one that was found, and all that it keeps to still counts.
  bool as_filled() const { return depth_ == 0 && filled_ && ignored_.from > ignored_.to; }

  static bool is_nowhere(const std::vector<std::uint64_t>& places) {
    return std::all_of(places.begin(), places.end(), [](std::uint64_t word) { return word == 0; });
  }

  std::vector<std::uint64_t> supports(const Witness& witness) {
    if (!std::exchange(support_found_, true)) matching_.find_support();
    return matching_.supports(witness);
  }

  std::int64_t steps_of_tests() const {
    const auto joints = std::count_if(hands_.joints.begin(), hands_.joints.end(),
                                      [&](const JointTest& j) { return !ignored_.covers(j.seat, j.time); });
    return hands_.test_steps * (joints + static_cast<std::int64_t>(hands_.table_tests.size()));
  }

  bool keeps_to_the_rest() const {
    return std::all_of(hands_.witnesses.begin(), hands_.witnesses.end(),
                       [&](const Witness& w) { return ignored_.covers(w.seat, w.time) || satisfied(w); }) &&
           std::all_of(hands_.joints.begin(), hands_.joints.end(),
                       [&](const JointTest& j) { return ignored_.covers(j.seat, j.time) || satisfied(j); }) &&
           std::all_of(hands_.table_tests.begin(), hands_.table_tests.end(),
                       [&](const TableTest& t) { return satisfied(t); });
  }

  WitnessResult search_instead(const Witness& witness, std::int64_t budget) {
    budget_ = budget;
    steps_ = 0;
    const HandMatching::Partners found = matching_.partners();
    matching_.ignore(ignored_);
    asked_ = &witness;
    WitnessResult instead{branch(), no_tile, 0};
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
      if (tile != no_tile && witness.tiles.has(tile) && in_hand(p, witness.time)) return tile;
    }
    return no_tile;
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
           matching_.tile_at(place) != no_tile;
  }

  bool satisfied(const Witness& witness) const { return tile_of(witness) != no_tile; }

  std::vector<TileId> hand_at(Seat seat, int time) const {
    std::vector<TileId> hand;
    for (const std::int16_t place : matching_.places_of(seat)) {
      const auto p = static_cast<std::size_t>(place);
      if (in_hand(p, time)) hand.push_back(matching_.tile_at(p));
    }
    std::sort(hand.begin(), hand.end());
    return hand;
  }

  /// The tiles seen in this hand later that came into it before this time in every filling.
  std::vector<TileId> surely_held(Seat seat, int time) const {
    std::vector<TileId> held;
    for (const Sighting& seen : hands_.sightings) {
      const auto came_later = [&](const HandSlot& place) {
        return place.seat == seat && place.since >= time && place.since < seen.seen &&
               place.could.has(seen.tile);
      };
      if (seen.seat == seat && seen.until > time &&
          std::none_of(hands_.places.begin(), hands_.places.end(), came_later))
        held.push_back(seen.tile);
    }
    std::sort(held.begin(), held.end());
    return held;
  }

  bool satisfied(const JointTest& joint) const { return joint.passes(hand_at(joint.seat, joint.time)); }

  bool satisfied(const TableTest& test) const {
    return test.passes([this](Seat seat, int time) { return hand_at(seat, time); });
  }

  Filling branch() {
    if (steps_ >= budget_) return Filling::unknown;
    ++steps_;
    if (!matching_.complete()) return Filling::impossible;
    if (asked_ != nullptr && !satisfied(*asked_)) return branch_on(*asked_);
    if (const Witness* witness = narrow_first_ ? narrowest() : next_unsatisfied()) return branch_on(*witness);
    for (const JointTest& j : hands_.joints)
      if (!ignored_.covers(j.seat, j.time) && (steps_ += hands_.test_steps, !satisfied(j)))
        return branch_on(j);
    for (const TableTest& t : hands_.table_tests)
      if (steps_ += hands_.test_steps, !satisfied(t)) return branch_on(t);
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
    const std::vector<std::uint64_t> places =
        &witness == asked_ && as_filled() ? supports(witness) : matching_.bearers(witness);
    // A place that holds a tile which nobody saw gives it up most easily.
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
      const HandSlot& place = hands_.places[p];
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

  /// First hands are made up at random, then the places of all players are pinned in every way.
  Filling branch_on(const TableTest& test) {
    if (pinned_.empty() && test.may_pass &&
        !test.may_pass([this](Seat seat, int time) { return surely_held(seat, time); }))
      return Filling::impossible;
    if (!wandered_) {
      wandered_ = true;
      const HandMatching::Partners before = matching_.partners();
      if (wander()) return Filling::possible;
      matching_.take_up(before);
    }
    for (std::size_t p = 0; p < hands_.places.size(); ++p) {
      if (hands_.places[p].since >= test.time || matching_.is_pinned(p)) continue;
      const int least = least_partner(p);
      const bool must_be_seen = waits_for(p);
      Filling worst = Filling::impossible;
      for (const int partner : matching_.partners_for(p)) {
        if (order_of(partner) < least || (must_be_seen && partner < 0)) continue;
        pinned_.push_back({p, partner});
        const Filling found = demand({p, 0, {}, partner});
        pinned_.pop_back();
        if (found == Filling::possible) return found;
        if (found == Filling::unknown) worst = found;
      }
      return worst;
    }
    return Filling::impossible;  // every place is pinned and the test still fails
  }

  /// Gives places other tiles at random until everything holds. False: it never did.
  bool wander() {
    Random random(hands_.places.size());
    std::vector<std::size_t> places;
    for (std::size_t p = 0; p < hands_.places.size(); ++p)
      if (!matching_.is_seen(p)) places.push_back(p);
    if (places.empty()) return false;
    const auto any_place = [&] { return places[random.below(static_cast<std::uint32_t>(places.size()))]; };
    for (int i = 0; i < most_wanderings && steps_ < budget_; ++i) {
      for (std::size_t changes = random.below(static_cast<std::uint32_t>(places.size())) + 1; changes > 0;
           --changes) {
        const auto face = static_cast<TileId>(random.below(static_cast<std::uint32_t>(hands_.tile_kinds)));
        if (random.below(4) == 0)
          swap(any_place(), any_place());
        else
          give(any_place(), face);
      }
      steps_ += hands_.test_steps;
      if (keeps_to_the_rest() && (asked_ == nullptr || satisfied(*asked_))) return true;
    }
    return false;
  }

  bool may_take(std::size_t place, TileId tile) const {
    return matching_.free_tile(place, TileSet::of(tile), ignored_) == tile;
  }
  void give(std::size_t place, TileId tile) {
    if (matching_.tile_at(place) != no_tile && may_take(place, tile)) matching_.exchange(place, tile);
  }
  void swap(std::size_t a, std::size_t b) {
    const TileId of_a = matching_.tile_at(a);
    const TileId of_b = matching_.tile_at(b);
    if (of_a == of_b || of_a == no_tile || of_b == no_tile) return;
    matching_.exchange(a, no_tile);
    matching_.exchange(b, no_tile);
    const bool fits = may_take(a, of_b) && may_take(b, of_a);
    matching_.exchange(a, fits ? of_b : of_a);
    matching_.exchange(b, fits ? of_a : of_b);
  }

  /// Sightings first, then faces.
  static int order_of(int partner) { return partner >= 0 ? partner - INT16_MAX : -partner; }

  /// Equal places are pinned in one order only.
  int least_partner(std::size_t place) const {
    for (auto before = pinned_.rbegin(); before != pinned_.rend(); ++before)
      if (is_like(before->place, place)) return order_of(before->partner);
    return INT_MIN;
  }
  /// True if some sighting is still without a place, and behind this one only places come that may not have
  /// it.
  bool waits_for(std::size_t place) const {
    const auto is_pinned = [&](int sighting) {
      return std::any_of(pinned_.begin(), pinned_.end(),
                         [&](const Pin& pin) { return pin.partner == sighting; });
    };
    const auto fits = [&](std::size_t p, int sighting) {
      const std::vector<int> partners = matching_.partners_for(p);
      return std::find(partners.begin(), partners.end(), sighting) != partners.end();
    };
    const std::vector<std::int16_t>& own = matching_.places_of(hands_.places[place].seat);
    for (const int sighting : matching_.partners_for(place)) {
      if (sighting < 0 || is_pinned(sighting)) continue;
      const bool elsewhere = std::any_of(own.begin(), own.end(), [&](std::int16_t p) {
        const auto other = static_cast<std::size_t>(p);
        return other != place && !matching_.is_pinned(other) && !is_like(place, other) &&
               fits(other, sighting);
      });
      if (!elsewhere) return true;
    }
    return false;
  }
  bool is_like(std::size_t a, std::size_t b) const {
    const HandSlot& first = hands_.places[a];
    const HandSlot& second = hands_.places[b];
    const auto [since, until] = std::minmax(first.since, second.since);
    const auto outside = [since = since, until = until](int time) { return time <= since || time > until; };
    const auto said_outside = [&](const auto& said) { return outside(said.time); };
    return first.seat == second.seat && first.could == second.could && !first.optional && !second.optional &&
           std::all_of(hands_.bans.begin(), hands_.bans.end(), said_outside) &&
           std::all_of(hands_.witnesses.begin(), hands_.witnesses.end(), said_outside) &&
           std::all_of(hands_.joints.begin(), hands_.joints.end(), said_outside) &&
           std::all_of(hands_.sightings.begin(), hands_.sightings.end(),
                       [&](const Sighting& s) { return outside(s.seen) && outside(s.until); }) &&
           std::all_of(hands_.table_tests.begin(), hands_.table_tests.end(),
                       [until = until](const TableTest& t) { return until < t.from; });
  }

  const HiddenHands& hands_;
  HandMatching matching_;
  struct Pin {
    std::size_t place;
    int partner;
  };
  std::vector<Pin> pinned_;  ///< for tests of all hands
  bool wandered_ = false;
  bool filled_ = false;         ///< the matching is one that fits
  bool support_found_ = false;  ///< matching_.find_support() was called for it
  const Witness* asked_ = nullptr;
  Ignored ignored_;
  bool narrow_first_ = false;
  std::int64_t budget_ = 0;
  std::int64_t steps_ = 0;
  std::deque<HandMatching::Partners> before_;  ///< fillings to come back to, by how much is demanded
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

}  // namespace roundhouse::engine
