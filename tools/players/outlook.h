#pragma once
// Evaluates a position for the seat that sees it, by the tiles in hand and its own trains.
// Names no rule: what a marker or an open double does is left to the acts that the rules allow. Internal to
// the players.

#include <array>
#include <cstdint>
#include <vector>

#include "engine/player.h"
#include "engine/position.h"

namespace roundhouse::engine {

// The best trail through a hand: tiles laid one behind the other, each joining the number that the one before
// left open. Exact as long as the search stays within its steps, whose number depends on the hand alone, so
// that the same hand is always answered alike. Internal to the players.

/// Worths are whole numbers, in 256ths of a pip: what comes out may not depend on how a processor rounds.
using Worth = std::int32_t;
constexpr Worth one_pip = 256;

/// So many 256ths of a worth.
constexpr Worth part_of(Worth worth, Worth of_256) {
  return static_cast<Worth>(std::int64_t{worth} * of_256 / 256);
}

struct TrailTaste {
  Worth a_tile = 0;   ///< of getting rid of a tile, beside its pips
  Worth later = 256;  ///< of 256: what is left of a worth one tile later
  /// By tile, in place of its pips; nullptr: its pips. Has to live until the search is made.
  const std::array<std::int16_t, max_tile_kinds>* costs = nullptr;
};

class TrailSearch {
 public:
  /// Tiles beyond the 64th are left out of trails.
  TrailSearch(const TileBag& hand, const TrailTaste& taste);

  /// Tiles of the hand as bits.
  using Tiles = std::uint64_t;
  struct Trail {
    Worth worth = 0;  ///< 0: no tile joins the number
    Tiles tiles = 0;
  };
  /// The best trail that begins at this number, of these tiles.
  Trail best(int pip, Tiles of);
  /// As above, without one of the tiles.
  Trail best_without(TileId tile, int pip);
  Tiles bearing(int pip) const { return bearing_[static_cast<std::size_t>(pip)]; }
  Tiles all() const { return all_; }
  Tiles doubles() const { return doubles_; }

 private:
  Trail follow(Tiles left, int pip);

  TrailTaste taste_;
  std::array<TileId, 64> tiles_{};
  std::array<std::uint8_t, 64> halves_{};  ///< by tile: either number, taken from this by xor, is the other
  std::array<Worth, 64> worth_{};
  std::array<Tiles, max_highest + 1> bearing_{};
  Tiles all_ = 0;
  Tiles doubles_ = 0;
  int steps_ = 0;
};

/// Trains by bits, as they are while no marker stands on them.
struct ReachableTrains {
  std::uint64_t alone = 0;  ///< on which the seat lays and nobody else may
  std::uint64_t open = 0;   ///< on which it lays, and others do
};
/// Asked of the rules, at the numbers that lie there.
ReachableTrains reach_of(const Rules& program, const Position& position, Seat seat);

constexpr Worth one_point = 256;

/// About how many points fewer than the others the seat will have of this round, beside what is the same
/// whatever it does now; in 256ths of a point. The position is as the seat sees it.
Worth outlook(const Rules& program, const Position& position, Seat seat, const ReachableTrains& reach);

/// The outlook after an act of the seat's own, whatever follows of it by the rules.
Worth outlook_after(const Rules& program, const Position& position, const Act& act,
                    const ReachableTrains& reach);

/// The planner's evaluation of each tile that may be laid, for showing why it would lay one.
struct WeighedLay {
  Act act;
  int points = 0;  ///< about how many points fewer than the others the seat has in the end; for comparing
  int trail = 0;   ///< tiles of the longest trail found that the hand still has for a train of the seat's own
};

/// Weighs the leads and lays among the acts of the sight, in their order.
std::vector<WeighedLay> weigh_lays(const Sight& sight);

}  // namespace roundhouse::engine
