#include "engine/players/trail.h"

#include <algorithm>
#include <bit>

#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// More than the whole tree of most hands; of a larger one the first branches, which hold the heavy tiles.
constexpr int most_steps = 1'500;

}  // namespace

TrailSearch::TrailSearch(const TileBag& hand, const TrailTaste& taste) : taste_(taste) {
  std::size_t count = 0;
  const auto add = [&](TileId tile) {
    if (count < tiles_.size()) tiles_[count++] = tile;
  };
  for_each_tile(hand.once, add);
  for_each_tile(hand.twice, add);
  // A double costs a trail nothing, and heavy tiles are what one wants to be rid of.
  std::sort(tiles_.begin(), tiles_.begin() + static_cast<std::ptrdiff_t>(count), [](TileId a, TileId b) {
    if (is_double(a) != is_double(b)) return is_double(a);
    return pips_of(a) != pips_of(b) ? pips_of(a) > pips_of(b) : a < b;
  });
  for (std::size_t i = 0; i < count; ++i) {
    const Tiles bit = Tiles{1} << i;
    bearing_[static_cast<std::size_t>(high_of(tiles_[i]))] |= bit;
    bearing_[static_cast<std::size_t>(low_of(tiles_[i]))] |= bit;
    all_ |= bit;
    if (is_double(tiles_[i])) doubles_ |= bit;
  }
}

TrailSearch::Trail TrailSearch::best(int pip, Tiles of) {
  steps_ = most_steps;
  return follow(of, pip);
}

TrailSearch::Trail TrailSearch::best_without(TileId tile, int pip) {
  Tiles left = all_;
  for (std::uint64_t bits = bearing(high_of(tile)) & bearing(low_of(tile)); bits != 0; bits &= bits - 1) {
    const int i = std::countr_zero(bits);
    if (tiles_[static_cast<std::size_t>(i)] != tile) continue;
    left &= ~(std::uint64_t{1} << i);
    break;
  }
  steps_ = most_steps;
  return follow(left, pip);
}

TrailSearch::Trail TrailSearch::follow(Tiles left, int pip) {
  Trail best;
  for (Tiles joining = left & bearing(pip); joining != 0; joining &= joining - 1) {
    if (--steps_ < 0) break;
    const int i = std::countr_zero(joining);
    const TileId tile = tiles_[static_cast<std::size_t>(i)];
    const Tiles bit = Tiles{1} << i;
    const Tiles rest = left & ~bit;
    const Trail behind = follow(rest, high_of(tile) == pip ? low_of(tile) : high_of(tile));
    const Worth worth = taste_.a_tile + one_pip * pips_of(tile) +
                        (is_double(tile) ? behind.worth : behind.worth * taste_.later / 256);
    if (worth > best.worth) best = {worth, behind.tiles | bit};
  }
  return best;
}

}  // namespace roundhouse::engine
