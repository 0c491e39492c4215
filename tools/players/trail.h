#pragma once
// The best trail through a hand: tiles laid one behind the other, each joining the number that the one before
// left open. Exact as long as the search stays within its steps, whose number depends on the hand alone, so
// that the same hand is always answered alike. Internal to the players.

#include <array>
#include <cstdint>

#include "engine/position.h"

namespace roundhouse::engine {

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

}  // namespace roundhouse::engine
