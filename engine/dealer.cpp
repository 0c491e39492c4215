#include "engine/dealer.h"

#include "engine/table.h"

namespace roundhouse::engine {

TileId choose_tile(const TileBag& bag, Random& random) {
  const int size = bag.size();
  if (size == 0) return no_tile;
  auto left = static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
  TileId chosen = no_tile;
  for_each_tile(bag.once, [&](TileId tile) {
    if (chosen != no_tile) return;
    left -= bag.count(tile);
    if (left < 0) chosen = tile;
  });
  return chosen;
}

Act answer_chance(const dsl::Program& program, const Position& position, Act act, Random& random) {
  switch (act.kind) {
    case ActKind::draw:
    case ActKind::lot:
    case ActKind::deal:
    case ActKind::pick:
    case ActKind::reveal:
    case ActKind::turn_over:
    case ActKind::pull:
      act.tile = choose_tile(boneyard_tiles(program, position), random);
      break;
    case ActKind::first:
      act.actor = static_cast<Seat>(random.below(static_cast<std::uint32_t>(program.players)));
      break;
    case ActKind::lead:
    case ActKind::lay:
    case ActKind::done:
    case ActKind::declared:
    case ActKind::redeal:
    case ActKind::engine:
      break;
  }
  return act;
}

}  // namespace roundhouse::engine
