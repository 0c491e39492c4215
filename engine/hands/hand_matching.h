#pragma once
// Places of hands matched to tiles: to those that were seen in a hand, and to copies that nobody saw. A
// matching is kept from question to question and only mended: where a place may no longer hold its tile it
// gives it up, and what has no partner looks for one, moving others along (augmenting paths). Internal to
// hidden_hands.cpp.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/hands/hidden_hands.h"

namespace roundhouse::engine {

constexpr int nobody = -1;
/// As the partner that an optional place is given: it holds no tile.
constexpr int left_empty = -10'000;

/// A decision of the search about a place, beyond what is known of it.
struct Demand {
  std::size_t place = 0;
  int time = 0;          ///< the tile is still in hand at this time
  TileSet tiles;         ///< and is one of these
  int partner = nobody;  ///< or: it is matched to just this sighting (>= 0), face (-2 - face) or left_empty
};

/// The times at which nothing counts that is said of a player's hand.
struct Ignored {
  Seat seat = no_seat;
  int from = 0;
  int to = -1;
  bool covers(Seat whose, int time) const { return whose == seat && from <= time && time <= to; }
};

class HandMatching {
 public:
  /// Must not outlive the hands.
  explicit HandMatching(const HiddenHands& hands);

  /// True if no tile was seen more often than there are copies.
  bool has_room() const { return has_room_; }
  /// Finds a partner for every place and every sighting; false: there is no way.
  bool complete();

  void demand(const Demand& demand);
  void release();
  void release_all();
  bool is_pinned(std::size_t place) const;
  /// All sightings (>= 0) and faces (-2 - face) that the place can be matched to, and whether to none.
  std::vector<int> partners_for(std::size_t place) const;

  /// False: there are too few tiles that nobody saw for what the players must have had beside those that were
  /// seen. True says nothing.
  bool has_tiles_for(const std::vector<Witness>& witnesses) const;

  void ignore(const Ignored& ignored);

  /// The first place of the witness's player that came before, holds a tile that nobody saw and by itself
  /// could be one of these tiles; `nobody`: there is none, or one of the tiles is in hand already. Only while
  /// nothing is demanded.
  int place_for(const Witness& witness) const;
  /// The first of these tiles of which a copy is left and that the place may hold for good, if this is
  /// ignored; no_tile: there is none.
  TileId free_tile(std::size_t place, const TileSet& tiles, const Ignored& ignored) const;
  /// Gives a place that holds an unseen tile another one, of which a copy is left. no_tile: none.
  void exchange(std::size_t place, TileId tile);

  /// no_tile: the place is optional and holds none.
  TileId tile_at(std::size_t place) const;
  int leaves_at(std::size_t place) const;
  bool is_seen(std::size_t place) const { return sighting_of(place) != nobody; }

  /// The matching itself, to come back to: by place its sighting, or else its face; by sighting its place; by
  /// face the two places that hold it.
  struct Partners {
    std::vector<std::int16_t> of;
    std::vector<std::uint64_t>
        bits;       ///< sightings, places with a sighting, places with a face: who is matched
    TileSet spare;  ///< faces of which there is a copy that nobody holds
  };
  const Partners& partners() const { return partners_; }
  void take_up(const Partners& partners) { partners_ = partners; }

  /// The places, by bits, at which some tile of the witness can be then, whatever all other places hold.
  std::vector<std::uint64_t> bearers(const Witness& witness) const;
  /// Works out which partners a place has in any complete matching, from the one that there is, with nothing
  /// demanded or ignored: those that lie with it on a cycle of giving up and taking (Regin, A filtering
  /// algorithm for constraints of difference in CSPs, 1994).
  void find_support();
  /// The places, by bits, in which some complete matching has a tile of the witness's at that time.
  std::vector<std::uint64_t> supports(const Witness& witness) const;
  const std::vector<std::int16_t>& places_of(Seat seat) const {
    return places_of_[static_cast<std::size_t>(seat)];
  }

 private:
  // Sets of places and of sightings as words of bits.
  static bool has(const std::uint64_t* set, std::size_t i) { return (set[i / 64] >> (i % 64) & 1U) != 0; }
  static void add(std::uint64_t* set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << (i % 64); }
  static void drop(std::uint64_t* set, std::size_t i) { set[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  std::uint64_t* covered() { return partners_.bits.data(); }  ///< sightings that have a place
  std::uint64_t* seen() { return covered() + sighting_words_; }
  std::uint64_t* faced() { return seen() + place_words_; }
  const std::uint64_t* seen() const { return partners_.bits.data() + sighting_words_; }
  const std::uint64_t* allowed(std::size_t sighting) const {
    return allowed_.data() + sighting * place_words_;
  }

  std::int16_t sighting_of(std::size_t place) const { return partners_.of[place]; }
  std::int16_t face_of(std::size_t place) const { return partners_.of[hands_.places.size() + place]; }
  std::int16_t place_of(std::size_t sighting) const {
    return partners_.of[2 * hands_.places.size() + sighting];
  }
  std::size_t holders(std::size_t face) const { return first_holder_ + 2 * face; }  ///< their first place

  void join(std::size_t place, std::size_t sighting);
  void part(std::size_t place, std::size_t sighting);
  void set_face(std::size_t place, int face);

  /// By node the nodes that it leads to, as bits.
  struct Graph {
    explicit Graph(std::size_t count) : nodes(count), words((count + 63) / 64), successors(nodes * words) {}
    std::uint64_t* from(std::size_t node) { return successors.data() + node * words; }
    std::size_t nodes;
    std::size_t words;
    std::vector<std::uint64_t> successors;
  };
  /// A place leads to all that must move if it takes another tile: the places that have one it could take,
  /// and the last node, which stands for copies and optional places without partners.
  Graph successors() const;
  static std::vector<std::uint64_t> component_of_last(Graph& graph);
  /// The strongly connected components of that.
  std::vector<std::int16_t> components() const;
  void restrict_seat(Seat seat);
  void allow_places(std::size_t sighting);
  std::optional<TileSet> unseen_tiles_for(const Witness& witness) const;
  bool fits_sighting(std::size_t place, std::size_t sighting) const;
  bool keeps_demands(std::size_t place, std::size_t sighting) const;
  TileSet free_faces(std::size_t place) const;
  bool suits_partner(std::size_t place) const;
  bool may_be_empty(std::size_t place) const;
  void give_up(std::size_t place);
  bool cover(std::size_t sighting);
  bool fill_place(std::size_t place);
  bool fill_place_by_moving(std::size_t place, const TileSet& faces);
  void hold(std::size_t face, std::size_t place);
  void let_go(std::size_t face, std::size_t place);

  const HiddenHands& hands_;
  bool has_room_ = true;
  std::vector<int> room_;                                ///< by face: copies that no sighting accounts for
  TileSet roomy_;                                        ///< faces that have any
  std::vector<std::vector<std::int16_t>> places_of_;     ///< by seat
  std::vector<std::vector<std::int16_t>> newest_first_;  ///< by seat, by when the tile came
  std::vector<std::vector<std::int16_t>> sightings_of_;  ///< by seat
  std::vector<std::vector<std::int32_t>> bans_of_;       ///< by seat, by time; there may be many
  std::vector<TileSet> kept_;                            ///< by place: faces it may hold for good
  std::vector<int> not_before_;  ///< by sighting: a ban says that it came at this time or later
  std::size_t sighting_words_ = 0;
  std::size_t place_words_ = 0;
  std::vector<std::uint64_t> allowed_;  ///< by sighting: the places that it fits, demands aside
  std::vector<Demand> demands_;
  std::vector<std::uint8_t> demanded_;           ///< by place: how many demands
  std::vector<TileSet> face_support_;            ///< by place: faces that it has in some complete matching
  std::vector<std::uint64_t> sighting_support_;  ///< by sighting: the places that have it in some
  Ignored ignored_;
  std::vector<TileSet> kept_before_;    ///< of its seat's places, while something is ignored
  std::vector<int> not_before_before_;  ///< of its seat's sightings
  Partners partners_;
  std::size_t first_holder_ = 0;
  TileSet tried_faces_;
  std::vector<std::uint64_t> tried_places_;  ///< of the search at hand
  std::vector<std::uint32_t> tried_;         ///< by sighting (fill_place): the search that came by
  std::uint32_t searches_ = 0;
};

}  // namespace roundhouse::engine
