#include "engine/hands/hand_matching.h"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <utility>

namespace roundhouse::engine {

namespace {

std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }
std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
std::size_t lowest(std::uint64_t word) { return static_cast<std::size_t>(std::countr_zero(word)); }

template <class Things>
void make_room_by_seat(std::vector<std::vector<std::int16_t>>& by_seat, const Things& things) {
  std::array<std::size_t, max_players> counts{};
  for (const auto& thing : things) ++counts[index_of(thing.seat)];
  for (std::size_t seat = 0; seat < by_seat.size(); ++seat) by_seat[seat].reserve(counts[seat]);
}

}  // namespace

HandMatching::HandMatching(const HiddenHands& hands)
    : hands_(hands),
      places_of_(max_players),
      sightings_of_(max_players),
      bans_of_(max_players),
      kept_(hands.places.size()),
      not_before_(hands.sightings.size(), INT_MIN),
      sighting_words_(words_for(hands.sightings.size())),
      place_words_(words_for(hands.places.size())),
      allowed_(hands.sightings.size() * place_words_),
      demanded_(hands.places.size(), 0),
      tried_places_(place_words_),
      tried_(hands.sightings.size(), 0) {
  const auto kinds = static_cast<std::size_t>(hands.tile_kinds);
  room_.assign(kinds, hands.copies);
  for (std::size_t t = 0; t < kinds && t < hands.out.size(); ++t) room_[t] -= hands.out[t];
  for (const Sighting& s : hands.sightings) --room_[s.tile];
  has_room_ = !hands.overfull && std::none_of(room_.begin(), room_.end(), [](int room) { return room < 0; });
  make_room_by_seat(places_of_, hands.places);
  for (std::size_t p = 0; p < hands.places.size(); ++p)
    places_of_[index_of(hands.places[p].seat)].push_back(static_cast<std::int16_t>(p));
  make_room_by_seat(sightings_of_, hands.sightings);
  for (std::size_t s = 0; s < hands.sightings.size(); ++s)
    sightings_of_[index_of(hands.sightings[s].seat)].push_back(static_cast<std::int16_t>(s));
  for (std::size_t b = 0; b < hands.bans.size(); ++b)
    bans_of_[index_of(hands.bans[b].seat)].push_back(static_cast<std::int32_t>(b));
  newest_first_ = places_of_;
  for (std::vector<std::int16_t>& places : newest_first_)
    std::stable_sort(places.begin(), places.end(), [&](std::int16_t a, std::int16_t b) {
      return hands_.places[at(a)].since > hands_.places[at(b)].since;
    });
  for (std::size_t seat = 0; seat < bans_of_.size(); ++seat) {
    std::stable_sort(bans_of_[seat].begin(), bans_of_[seat].end(), [&](std::int32_t a, std::int32_t b) {
      return hands_.bans[at(a)].time < hands_.bans[at(b)].time;
    });
    restrict_seat(static_cast<Seat>(seat));
  }
  first_holder_ = 2 * hands.places.size() + hands.sightings.size();
  partners_.of.assign(first_holder_ + 2 * kinds, nobody);
  partners_.bits.assign(sighting_words_ + 2 * place_words_, 0);
  for (std::size_t t = 0; t < kinds; ++t)
    if (room_[t] > 0) roomy_.add(static_cast<TileId>(t));
  partners_.spare = roomy_;
}

/// Works out what the bans leave of this seat's places and sightings.
void HandMatching::restrict_seat(Seat seat) {
  const auto& bans = bans_of_[index_of(seat)];
  // From the last ban back, so that each place meets all that came after it.
  TileSet banned;
  auto ban = bans.rbegin();
  for (const std::int16_t p : newest_first_[index_of(seat)]) {
    const HandSlot& place = hands_.places[at(p)];
    for (; ban != bans.rend() && hands_.bans[at(*ban)].time > place.since; ++ban)
      if (!ignored_.covers(seat, hands_.bans[at(*ban)].time)) banned |= hands_.bans[at(*ban)].tiles;
    kept_[at(p)] = place.could & ~banned;
  }
  for (const std::int16_t s : sightings_of_[index_of(seat)]) {
    const Sighting& sighting = hands_.sightings[at(s)];
    // An ignored sighting can only move it back if it rests on it.
    if (ignored_.seat == seat && !ignored_.covers(seat, not_before_[at(s)])) continue;
    const int before_now = std::exchange(not_before_[at(s)], INT_MIN);
    for (auto b = bans.rbegin(); b != bans.rend(); ++b) {
      const Ban& before = hands_.bans[at(*b)];
      if (before.time >= sighting.until || !before.tiles.has(sighting.tile)) continue;
      if (ignored_.covers(seat, before.time)) continue;
      not_before_[at(s)] = before.time;
      break;
    }
    if (ignored_.seat == no_seat || not_before_[at(s)] != before_now) allow_places(at(s));
  }
}

void HandMatching::allow_places(std::size_t sighting) {
  const Sighting& s = hands_.sightings[sighting];
  std::uint64_t* const set = allowed_.data() + sighting * place_words_;
  std::fill(set, set + place_words_, 0);
  const int not_before = not_before_[sighting];
  for (const std::int16_t p : places_of_[index_of(s.seat)]) {
    const HandSlot& place = hands_.places[at(p)];
    if (place.since < s.seen && place.since >= not_before && place.could.has(s.tile)) add(set, at(p));
  }
}

void HandMatching::ignore(const Ignored& ignored) {
  // All that is made of the bans is put back rather than made again.
  if (ignored_.seat != no_seat) {
    const std::size_t before = index_of(ignored_.seat);
    for (std::size_t i = 0; i < kept_before_.size(); ++i) kept_[at(places_of_[before][i])] = kept_before_[i];
    for (std::size_t i = 0; i < not_before_before_.size(); ++i) {
      const std::size_t sighting = at(sightings_of_[before][i]);
      if (not_before_[sighting] == not_before_before_[i]) continue;
      not_before_[sighting] = not_before_before_[i];
      allow_places(sighting);
    }
  }
  ignored_ = ignored.from > ignored.to ? Ignored() : ignored;
  if (ignored_.seat == no_seat) return;
  kept_before_.clear();
  not_before_before_.clear();
  for (const std::int16_t p : places_of_[index_of(ignored.seat)]) kept_before_.push_back(kept_[at(p)]);
  for (const std::int16_t s : sightings_of_[index_of(ignored.seat)])
    not_before_before_.push_back(not_before_[at(s)]);
  restrict_seat(ignored.seat);
}

std::vector<std::uint64_t> HandMatching::bearers(const Witness& witness) const {
  std::vector<std::uint64_t> fitting(place_words_);
  std::vector<std::size_t> seen_then;
  for (const std::int16_t s : sightings_of_[index_of(witness.seat)]) {
    const Sighting& sighting = hands_.sightings[at(s)];
    if (!witness.tiles.has(sighting.tile) || sighting.until <= witness.time) continue;
    seen_then.push_back(at(s));
    for (std::size_t word = 0; word < place_words_; ++word) fitting[word] |= allowed(at(s))[word];
  }
  const TileSet unseen = witness.tiles & roomy_;
  std::vector<std::uint64_t> places(place_words_);
  for (const std::int16_t p : places_of(witness.seat)) {
    const HandSlot& place = hands_.places[at(p)];
    if (place.since >= witness.time || (place.could & witness.tiles).none()) continue;
    const bool fits =
        has(fitting.data(), at(p)) &&
        (demanded_[at(p)] == 0 || std::any_of(seen_then.begin(), seen_then.end(),
                                              [&](std::size_t s) { return fits_sighting(at(p), s); }));
    if (fits || (free_faces(at(p)) & unseen).any()) add(places.data(), at(p));
  }
  return places;
}

HandMatching::Graph HandMatching::successors() const {
  const std::size_t nobody_s = hands_.places.size();
  Graph graph{nobody_s + 1};
  for (std::size_t s = 0; s < hands_.sightings.size(); ++s)
    for (std::size_t word = 0; word < place_words_; ++word)
      for (std::uint64_t left = allowed(s)[word]; left != 0; left &= left - 1)
        add(graph.from(word * 64 + lowest(left)), at(place_of(s)));
  for (std::size_t p = 0; p < nobody_s; ++p) {
    // A copy that somebody holds may lie unused as well; an optional place may get one.
    if (!has(seen(), p)) add(graph.from(nobody_s), p);
    const TileSet faces = kept_[p] & roomy_;
    if (may_be_empty(p) || (faces & partners_.spare).any()) {
      add(graph.from(p), nobody_s);  // and from there to all that hold an unseen tile
      continue;
    }
    for_each_tile(faces, [&](TileId t) {
      for (std::size_t h = holders(t); h < holders(t + 1U); ++h)
        if (partners_.of[h] != nobody) add(graph.from(p), at(partners_.of[h]));
    });
  }
  return graph;
}

std::vector<std::uint64_t> HandMatching::component_of_last(Graph& graph) {
  const std::size_t last = graph.nodes - 1;
  std::vector<std::uint64_t> reached(graph.words);
  std::vector<std::uint64_t> reaching(graph.words);
  std::vector<std::size_t> path{last};
  add(reached.data(), last);
  while (!path.empty()) {
    const std::uint64_t* const from = graph.from(path.back());
    path.pop_back();
    for (std::size_t word = 0; word < graph.words; ++word)
      for (std::uint64_t left = from[word] & ~reached[word]; left != 0; left &= left - 1) {
        reached[word] |= left & (~left + 1);
        path.push_back(word * 64 + lowest(left));
      }
  }
  add(reaching.data(), last);
  const auto leads_there = [&](std::size_t node) {
    for (std::size_t word = 0; word < graph.words; ++word)
      if ((graph.from(node)[word] & reaching[word]) != 0) return true;
    return false;
  };
  for (bool more = true; std::exchange(more, false);)
    for (std::size_t node = 0; node < last; ++node)
      if (!has(reaching.data(), node) && leads_there(node)) {
        add(reaching.data(), node);
        more = true;
      }
  for (std::size_t word = 0; word < graph.words; ++word) reached[word] &= reaching[word];
  return reached;
}

std::vector<std::int16_t> HandMatching::components() const {
  constexpr std::int16_t unvisited = -1;
  Graph left = successors();  // those that are still to be followed
  std::vector<std::int16_t> order(left.nodes, unvisited);
  std::vector<std::int16_t> component(left.nodes, nobody);
  std::int16_t visited = 0;
  std::int16_t components = 1;
  // Nearly all are one component with the copies that nobody holds, and found as sets. Nothing in it leads
  // out of it and back, so the others are looked for as if it were not there.
  const std::vector<std::uint64_t> first = component_of_last(left);
  for (std::size_t node = 0; node < left.nodes; ++node) {
    if (has(first.data(), node)) {
      component[node] = 0;
      order[node] = visited++;
      continue;
    }
    for (std::size_t word = 0; word < left.words; ++word) left.from(node)[word] &= ~first[word];
  }
  // Tarjan's, with a stack of its own: there may be hundreds of places.
  std::vector<std::int16_t> lowest_order(left.nodes);
  std::vector<std::size_t> open;  // visited, in no component yet
  std::vector<std::size_t> path;
  const auto visit = [&](std::size_t node) {
    order[node] = lowest_order[node] = visited++;
    open.push_back(node);
    path.push_back(node);
  };
  const auto next = [&](std::size_t node) {
    std::uint64_t* const set = left.from(node);
    for (std::size_t word = 0; word < left.words; ++word) {
      if (set[word] == 0) continue;
      const std::size_t found = word * 64 + lowest(set[word]);
      drop(set, found);
      return found;
    }
    return left.nodes;
  };
  for (std::size_t start = 0; start < left.nodes; ++start) {
    if (order[start] != unvisited) continue;
    visit(start);
    while (!path.empty()) {
      const std::size_t node = path.back();
      const std::size_t other = next(node);
      if (other == left.nodes) {
        path.pop_back();
        if (!path.empty())
          lowest_order[path.back()] = std::min(lowest_order[path.back()], lowest_order[node]);
        if (lowest_order[node] != order[node]) continue;
        for (std::size_t member = left.nodes; member != node;) {
          member = open.back();
          open.pop_back();
          component[member] = components;
        }
        ++components;
      } else if (order[other] == unvisited) {
        visit(other);
      } else if (component[other] == nobody) {
        lowest_order[node] = std::min(lowest_order[node], order[other]);
      }
    }
  }
  return component;
}

void HandMatching::find_support() {
  const std::vector<std::int16_t> component = components();
  // By component: its places, and the faces that they hold.
  const std::size_t count = at(*std::max_element(component.begin(), component.end())) + 1;
  std::vector<std::uint64_t> members(count * place_words_);
  std::vector<TileSet> held(count);
  for (std::size_t p = 0; p < hands_.places.size(); ++p) {
    add(members.data() + at(component[p]) * place_words_, p);
    if (face_of(p) != nobody) held[at(component[p])].add(static_cast<TileId>(face_of(p)));
  }
  held[at(component.back())] |= partners_.spare;
  sighting_support_.resize(allowed_.size());
  for (std::size_t s = 0; s < hands_.sightings.size(); ++s) {
    const std::uint64_t* const own = members.data() + at(component[at(place_of(s))]) * place_words_;
    for (std::size_t word = 0; word < place_words_; ++word)
      sighting_support_[s * place_words_ + word] = allowed(s)[word] & own[word];
  }
  face_support_.resize(hands_.places.size());
  for (std::size_t p = 0; p < hands_.places.size(); ++p)
    face_support_[p] = kept_[p] & roomy_ & held[at(component[p])];
}

std::vector<std::uint64_t> HandMatching::supports(const Witness& witness) const {
  std::vector<std::uint64_t> places(place_words_);
  for (const std::int16_t s : sightings_of_[index_of(witness.seat)]) {
    const Sighting& sighting = hands_.sightings[at(s)];
    if (!witness.tiles.has(sighting.tile) || sighting.until <= witness.time) continue;
    for (std::size_t word = 0; word < place_words_; ++word)
      places[word] |= sighting_support_[at(s) * place_words_ + word];
  }
  for (const std::int16_t p : places_of_[index_of(witness.seat)]) {
    if (hands_.places[at(p)].since >= witness.time)
      drop(places.data(), at(p));
    else if ((face_support_[at(p)] & witness.tiles).any())
      add(places.data(), at(p));
  }
  return places;
}

/// The tiles that nobody saw of which the player must have had one; absent: one that was seen will do.
std::optional<TileSet> HandMatching::unseen_tiles_for(const Witness& witness) const {
  const std::size_t seat = index_of(witness.seat);
  TileSet tiles;
  for (const std::int16_t p : places_of_[seat]) {
    if (hands_.places[at(p)].since >= witness.time) continue;
    for (const std::int16_t s : sightings_of_[seat]) {
      const Sighting& sighting = hands_.sightings[at(s)];
      if (witness.tiles.has(sighting.tile) && sighting.until > witness.time && fits_sighting(at(p), at(s)))
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
  std::vector<TileId> copies;        // of which face
  for_each_tile(roomy_,
                [&](TileId t) { copies.insert(copies.end(), static_cast<std::size_t>(room_[t]), t); });
  holders.assign(copies.size(), SIZE_MAX);
  std::vector<char> tried;
  const auto supply = [&](const auto& self, std::size_t seat) -> bool {
    for (std::size_t c = 0; c < copies.size(); ++c) {
      if (tried[c] != 0 || !wanted[seat]->has(copies[c])) continue;
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
    const HandSlot& place = hands_.places[at(p)];
    if (place.since >= witness.time) continue;
    const TileId tile = tile_at(at(p));
    if (tile != no_tile && witness.tiles.has(tile) && leaves_at(at(p)) > witness.time) return nobody;
    if (found == nobody && !is_seen(at(p)) && (place.could & witness.tiles).any()) found = p;
  }
  return found;
}

TileId HandMatching::free_tile(std::size_t place, const TileSet& tiles, const Ignored& ignored) const {
  const HandSlot& where = hands_.places[place];
  TileSet faces = where.could & tiles;
  for (const std::int32_t b : bans_of_[index_of(where.seat)]) {
    const Ban& ban = hands_.bans[at(b)];
    if (ban.time > where.since && !ignored.covers(where.seat, ban.time)) faces &= ~ban.tiles;
  }
  faces &= partners_.spare;
  return faces.first();
}

void HandMatching::exchange(std::size_t place, TileId tile) {
  if (face_of(place) != nobody) let_go(at(face_of(place)), place);
  if (tile != no_tile) hold(tile, place);
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
  return has(allowed(sighting), place) && (demanded_[place] == 0 || keeps_demands(place, sighting));
}

bool HandMatching::keeps_demands(std::size_t place, std::size_t sighting) const {
  const Sighting& s = hands_.sightings[sighting];
  return std::all_of(demands_.begin(), demands_.end(), [&](const Demand& d) {
    if (d.place != place) return true;
    return d.partner != nobody ? d.partner == static_cast<int>(sighting)
                               : d.tiles.has(s.tile) && s.until > d.time;
  });
}

TileSet HandMatching::free_faces(std::size_t place) const {
  TileSet faces = kept_[place];
  if (demanded_[place] == 0) return faces;
  for (const Demand& d : demands_) {
    if (d.place != place) continue;
    if (d.partner >= 0 || d.partner == left_empty) return {};
    if (d.partner < nobody) {
      faces &= TileSet::of(static_cast<TileId>(-2 - d.partner));
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
  for_each_tile(free_faces(place) & roomy_, [&](TileId t) { partners.push_back(-2 - static_cast<int>(t)); });
  if (may_be_empty(place)) partners.push_back(left_empty);
  return partners;
}

TileId HandMatching::tile_at(std::size_t place) const {
  const std::int16_t sighting = sighting_of(place);
  if (sighting != nobody) return hands_.sightings[at(sighting)].tile;
  return face_of(place) == nobody ? no_tile : static_cast<TileId>(face_of(place));
}

int HandMatching::leaves_at(std::size_t place) const {
  const std::int16_t sighting = sighting_of(place);
  return sighting != nobody ? hands_.sightings[at(sighting)].until : for_good;
}

/// Nothing asks for a tile there.
bool HandMatching::may_be_empty(std::size_t place) const {
  return hands_.places[place].optional &&
         (demanded_[place] == 0 || std::all_of(demands_.begin(), demands_.end(), [&](const Demand& d) {
            return d.place != place || d.partner == left_empty;
          }));
}

bool HandMatching::suits_partner(std::size_t place) const {
  const std::int16_t sighting = sighting_of(place);
  if (sighting != nobody) return fits_sighting(place, at(sighting));
  const std::int16_t face = face_of(place);
  return face == nobody || free_faces(place).has(static_cast<TileId>(face));
}

// -- the matching ----------------------------------------------------------------------------------------

void HandMatching::join(std::size_t place, std::size_t sighting) {
  partners_.of[place] = static_cast<std::int16_t>(sighting);
  partners_.of[2 * hands_.places.size() + sighting] = static_cast<std::int16_t>(place);
  add(seen(), place);
  add(covered(), sighting);
}

void HandMatching::part(std::size_t place, std::size_t sighting) {
  partners_.of[place] = nobody;
  drop(seen(), place);
  partners_.of[2 * hands_.places.size() + sighting] = nobody;
  drop(covered(), sighting);
}

void HandMatching::set_face(std::size_t place, int face) {
  partners_.of[hands_.places.size() + place] = static_cast<std::int16_t>(face);
  if (face == nobody)
    drop(faced(), place);
  else
    add(faced(), place);
}

void HandMatching::give_up(std::size_t place) {
  if (sighting_of(place) != nobody) part(place, at(sighting_of(place)));
  if (face_of(place) != nobody) let_go(at(face_of(place)), place);
}

void HandMatching::hold(std::size_t face, std::size_t place) {
  const std::size_t first = holders(face);
  const bool second = partners_.of[first] != nobody;
  partners_.of[second ? first + 1 : first] = static_cast<std::int16_t>(place);
  set_face(place, static_cast<int>(face));
  const bool other = partners_.of[second ? first : first + 1] != nobody;
  if (room_[face] <= (other ? 2 : 1)) partners_.spare.remove(static_cast<TileId>(face));
}

void HandMatching::let_go(std::size_t face, std::size_t place) {
  for (std::size_t h = holders(face); h < holders(face + 1); ++h)
    if (partners_.of[h] == static_cast<std::int16_t>(place)) partners_.of[h] = nobody;
  set_face(place, nobody);
  partners_.spare.add(static_cast<TileId>(face));
}

/// Finds a place for a sighting, moving others along (Kuhn). A place that holds an unseen tile gives it up.
bool HandMatching::cover(std::size_t sighting) {
  const std::uint64_t* const fitting = allowed(sighting);
  const auto keeps = [&](std::size_t place) {
    return demanded_[place] == 0 || keeps_demands(place, sighting);
  };
  const auto take = [&](std::size_t place) {
    if (face_of(place) != nobody) let_go(at(face_of(place)), place);
    join(place, sighting);
    return true;
  };
  // The last that came is the one that fits the fewest others.
  for (std::size_t word = place_words_; word-- > 0;)
    for (std::uint64_t left = fitting[word] & ~seen()[word]; left != 0;) {
      const std::size_t bit = 63 - static_cast<std::size_t>(std::countl_zero(left));
      if (keeps(word * 64 + bit)) return take(word * 64 + bit);
      left &= ~(std::uint64_t{1} << bit);
    }
  for (std::size_t word = 0; word < place_words_; ++word)
    for (std::uint64_t left = fitting[word]; (left &= ~tried_places_[word]) != 0; left &= left - 1) {
      const std::size_t place = word * 64 + lowest(left);
      if (!keeps(place)) continue;
      add(tried_places_.data(), place);
      if (cover(at(sighting_of(place)))) return take(place);
    }
  return false;
}

/// Finds a tile for a place: a face with a copy left, or one whose holder can be moved. Sightings that are
/// covered stay covered: an augmenting path uncovers nothing.
bool HandMatching::fill_place(std::size_t place) {
  if (may_be_empty(place)) return true;
  const TileSet faces = free_faces(place) & roomy_ & ~tried_faces_;
  const TileSet spare = faces & partners_.spare;
  if (spare.none()) return fill_place_by_moving(place, faces);
  hold(spare.first(), place);
  return true;
}

bool HandMatching::fill_place_by_moving(std::size_t place, const TileSet& faces) {
  const auto is_free = [&](TileId t) {
    if (tried_faces_.has(t)) return false;
    tried_faces_.add(t);
    for (const std::int16_t holder :
         std::array<std::int16_t, 2>{partners_.of[holders(t)], partners_.of[holders(t) + 1]}) {
      if (holder == nobody) continue;
      let_go(t, at(holder));
      if (fill_place(at(holder))) {
        hold(t, place);
        return true;
      }
      hold(t, at(holder));
    }
    return false;
  };
  if (find_tile(faces, is_free) != no_tile) return true;
  for (const std::int16_t s : sightings_of_[index_of(hands_.places[place].seat)]) {
    if (tried_[at(s)] == searches_ || !fits_sighting(place, at(s))) continue;
    tried_[at(s)] = searches_;
    const std::int16_t holder = place_of(at(s));
    if (holder == nobody) continue;
    part(at(holder), at(s));
    if (fill_place(at(holder))) {
      join(place, at(s));
      return true;
    }
    join(at(holder), at(s));
  }
  return false;
}

bool HandMatching::complete() {
  for (std::size_t word = 0; word < sighting_words_; ++word) {
    const std::size_t bits = std::min<std::size_t>(64, hands_.sightings.size() - word * 64);
    std::uint64_t left = ~covered()[word] & (~std::uint64_t{0} >> (64 - bits));
    for (; left != 0; left &= left - 1) {
      std::fill(tried_places_.begin(), tried_places_.end(), 0);
      if (!cover(word * 64 + lowest(left))) return false;
    }
  }
  for (std::size_t word = 0; word < place_words_; ++word) {
    const std::size_t bits = std::min<std::size_t>(64, hands_.places.size() - word * 64);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
    std::uint64_t done = 0;
    while (const std::uint64_t left = all & ~(seen()[word] | faced()[word] | done)) {
      done |= left ^ (left & (left - 1));
      ++searches_;
      tried_faces_ = {};
      if (!fill_place(word * 64 + lowest(left))) return false;
    }
  }
  return true;
}

}  // namespace roundhouse::engine
