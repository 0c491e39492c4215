#pragma once
// Places of hands matched to tiles: to those that were seen in a hand, and to copies that nobody saw. A
// matching is kept from question to question and only mended: where a place may no longer hold its tile it
// gives it up, and what has no partner looks for one, moving others along (augmenting paths). Internal to
// hidden_hands.cpp.

#include <array>
#include <cstdint>
#include <vector>

#include "replay/hidden_hands.h"

namespace roundhouse::replay {

constexpr int nobody = -1;

/// What the search has decided about a place beyond what is known of it.
struct Demand {
  std::size_t place = 0;
  int time = 0;          ///< the tile is still in hand at this time
  TileSet tiles;         ///< and is one of these
  int partner = nobody;  ///< or: it is matched to just this sighting (>= 0) or face (< nobody: -2 - face)
};

/// What is said of a player's hand at these times counts for nothing.
struct Ignored {
  engine::Seat seat = engine::no_seat;
  int from = 0;
  int to = -1;
  bool covers(engine::Seat whose, int time) const { return whose == seat && from <= time && time <= to; }
};

class HandMatching {
 public:
  /// Must not outlive the hands.
  explicit HandMatching(const HiddenHands& hands);

  /// No tile was seen more often than there are copies.
  bool has_room() const { return has_room_; }
  /// Finds a partner for every place and every sighting; false: there is no way.
  bool complete();

  void demand(const Demand& demand);
  void release();
  void release_all();
  bool is_pinned(std::size_t place) const;
  /// All sightings (>= 0) and faces (-2 - face) that the place can be matched to.
  std::vector<int> partners_for(std::size_t place) const;

  void ignore(const Ignored& ignored);

  /// no_tile: the place is optional and holds none.
  engine::TileId tile_at(std::size_t place) const;
  int leaves_at(std::size_t place) const;
  bool is_seen(std::size_t place) const { return partners_.sighting_of[place] != nobody; }

  /// The matching itself, to come back to.
  struct Partners {
    std::vector<std::int16_t> sighting_of;             ///< by place
    std::vector<std::int16_t> face_of;                 ///< by place, where it has no sighting
    std::vector<std::int16_t> place_of;                ///< by sighting
    std::vector<std::array<std::int16_t, 2>> held_by;  ///< by face: places
  };
  const Partners& partners() const { return partners_; }
  void take_up(const Partners& partners) { partners_ = partners; }

 private:
  void restrict_seat(engine::Seat seat);
  bool fits_sighting(std::size_t place, std::size_t sighting) const;
  TileSet free_faces(std::size_t place) const;
  bool suits_partner(std::size_t place) const;
  void give_up(std::size_t place);
  bool cover(std::size_t sighting);
  bool settle(std::size_t place);
  bool settle_unsure(std::size_t place, const TileSet& faces);
  int held(std::size_t face) const;
  void hold(std::size_t face, std::size_t place);
  void let_go(std::size_t face, std::size_t place);

  const HiddenHands& hands_;
  bool has_room_ = true;
  std::vector<int> room_;                                ///< by face: copies that no sighting accounts for
  std::vector<std::vector<std::int16_t>> places_of_;     ///< by seat
  std::vector<std::vector<std::int16_t>> sightings_of_;  ///< by seat
  std::vector<std::vector<std::int16_t>> bans_of_;       ///< by seat, by time
  std::vector<TileSet> kept_;                            ///< by place: faces it may hold for good
  std::vector<int> not_before_;  ///< by sighting: a ban says that it came at this time or later
  std::vector<Demand> demands_;
  std::vector<std::uint8_t> demanded_;  ///< by place: how many demands
  Ignored ignored_;
  Partners partners_;
  TileSet tried_faces_;
  std::vector<std::uint32_t> tried_;  ///< by place (cover) or sighting (settle): the search that came by
  std::uint32_t searches_ = 0;
};

}  // namespace roundhouse::replay
