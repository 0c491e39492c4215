#pragma once
// Can what is hidden be filled in? A round's hands are places: slots that got a tile at some time, by
// the deal or a draw. What the record shows, and what its silent acts claim ("who drew held nothing
// that could be played"), restricts which tile each place can have got. Knows nothing of rules,
// notation or positions; times are numbers that only have to grow.
//
// Places on one side and tiles on the other make a bipartite graph; a filling is a matching that
// covers every place and every tile that was seen in a hand. With bans alone that is exact and
// quick. A witness ("some tile in hand would do") is tried place by place, a joint condition by a
// search that counts its steps; a test of all hands first by changing tiles at random.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/position.h"
#include "engine/tiles.h"

namespace roundhouse::engine {

constexpr int for_good = INT32_MAX;

/// A slot of a hand that holds one tile from `since` on.
struct HandSlot {
  Seat seat = no_seat;
  int since = 0;
  TileSet could;          ///< the tiles that it may be by itself: all, those with a 12, one
  bool optional = false;  ///< there may have been no such tile at all
};

/// A tile seen in a hand: its player got it before `seen` and kept it until it left at `until`.
struct Sighting {
  Seat seat = no_seat;
  TileId tile = no_tile;
  int seen = 0;
  int until = for_good;  ///< the time at which it was laid; for_good: never
};

/// At this time the player held none of these.
struct Ban {
  Seat seat = no_seat;
  int time = 0;
  TileSet tiles;
};

/// At this time the player held at least one of these.
struct Witness {
  Seat seat = no_seat;
  int time = 0;
  TileSet tiles;
};

/// At this time the player's whole hand passed a test.
struct JointTest {
  Seat seat = no_seat;
  int time = 0;
  std::function<bool(const std::vector<TileId>&)> passes;
};

/// The tiles that this player held at this time, in order of their ids.
using HandsAt = std::function<std::vector<TileId>(Seat, int)>;

/// The hands of all players together passed a test, which may ask for them at several times from `from` to
/// `time`.
struct TableTest {
  int from = 0;
  int time = 0;
  std::function<bool(const HandsAt&)> passes;
  /// Returns false if no hands pass that hold these tiles and any others. May be empty.
  std::function<bool(const HandsAt&)> may_pass{};
};

struct HiddenHands {
  int copies = 1;
  int tile_kinds = 91;
  std::vector<int>
      out;  ///< by face: copies that can be in no hand (the engine that was set aside); may be empty
  bool overfull =
      false;  ///< more tiles are in hands, or were seen in them, than there are: nothing is listed
  std::vector<HandSlot> places;
  std::vector<Sighting> sightings;
  std::vector<Ban> bans;
  std::vector<Witness> witnesses;
  std::vector<JointTest> joints;
  std::vector<TableTest> table_tests;
  std::int64_t test_steps = 1;  ///< steps that one test of a whole hand takes
};

enum class Filling : std::uint8_t { possible, impossible, unknown };

struct FillingResult {
  Filling filling = Filling::impossible;
  std::vector<TileId> tiles;  ///< by place, where possible: one way to fill them
  std::vector<int> until;     ///< by place: when its tile left the hand, or for_good
  std::int64_t steps = 0;     ///< spent: matchings tried, and tests of whole hands
};

struct WitnessResult {
  Filling filling = Filling::impossible;
  TileId tile = no_tile;  ///< if possible: the tile of the witness
  std::int64_t steps = 0;
};

/// Looks for a filling within `budget` steps; `unknown` only when the budget ran out.
FillingResult fill_hands(const HiddenHands& hands, std::int64_t budget);

/// Hands that are asked several questions, each answered from the filling that was found first.
class HandSearch {
 public:
  explicit HandSearch(HiddenHands hands);
  ~HandSearch();
  HandSearch(HandSearch&&) noexcept;
  HandSearch& operator=(HandSearch&&) noexcept;

  FillingResult fill(std::int64_t budget);
  /// With one more witness, and without what is said of its player's hand at the times `from` to `to`. Only
  /// where `fill` found a filling.
  WitnessResult fill_instead(const Witness& witness, int from, int to, std::int64_t budget);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace roundhouse::engine
