#include "tools/players/trail.h"

#include <algorithm>
#include <bit>

#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// More than the whole tree of most hands; of a larger one the first branches, which hold the heavy tiles.
constexpr int most_steps_of_trail = 400;

}  // namespace

TrailSearch::TrailSearch(const TileBag& hand, const TrailTaste& taste) : taste_(taste) {
  std::size_t count = 0;
  const auto add = [&](TileId tile) {
    if (count < tiles_.size()) tiles_[count++] = tile;
  };
  for_each_tile(hand.once, add);
  for_each_tile(hand.twice, add);
  const auto cost = [&](TileId tile) {
    return taste.costs == nullptr ? pips_of(tile) : int{(*taste.costs)[tile]};
  };
  // A double costs a trail nothing, and heavy tiles are what one wants to be rid of.
  std::sort(tiles_.begin(), tiles_.begin() + static_cast<std::ptrdiff_t>(count), [&](TileId a, TileId b) {
    if (is_double(a) != is_double(b)) return is_double(a);
    return cost(a) != cost(b) ? cost(a) > cost(b) : a < b;
  });
  for (std::size_t i = 0; i < count; ++i) {
    const Tiles bit = Tiles{1} << i;
    bearing_[static_cast<std::size_t>(high_of(tiles_[i]))] |= bit;
    bearing_[static_cast<std::size_t>(low_of(tiles_[i]))] |= bit;
    halves_[i] = static_cast<std::uint8_t>(high_of(tiles_[i]) ^ low_of(tiles_[i]));
    worth_[i] = taste.a_tile + one_pip * cost(tiles_[i]);
    all_ |= bit;
    if (is_double(tiles_[i])) doubles_ |= bit;
  }
}

TrailSearch::Trail TrailSearch::best(int pip, Tiles of) {
  steps_ = most_steps_of_trail;
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
  steps_ = most_steps_of_trail;
  return follow(left, pip);
}

TrailSearch::Trail TrailSearch::follow(Tiles left, int pip) {
  Tiles joining = left & bearing(pip);
  // A double comes back to the same number and costs no turn: laid at once it is worth the most.
  if (const Tiles doubles = joining & doubles_; doubles != 0) joining = doubles & (~doubles + 1);
  Trail best;
  for (; joining != 0; joining &= joining - 1) {
    if (--steps_ < 0) break;
    const auto i = static_cast<std::size_t>(std::countr_zero(joining));
    const Tiles bit = Tiles{1} << i;
    const Tiles rest = left & ~bit;
    const int next = halves_[i] ^ pip;
    Trail trail{worth_[i], bit};
    if ((rest & bearing(next)) != 0) {
      const Trail behind = follow(rest, next);
      trail.worth += (bit & doubles_) != 0 ? behind.worth : part_of(behind.worth, taste_.later);
      trail.tiles |= behind.tiles;
    }
    if (trail.worth > best.worth) best = trail;
  }
  return best;
}

}  // namespace roundhouse::engine
