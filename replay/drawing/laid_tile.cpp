#include "replay/drawing/laid_tile.h"

#include "engine/evaluate.h"

namespace roundhouse::replay {

std::optional<LaidTile> laid_by(const engine::Position& before, const engine::Act& act) {
  if (act.kind != engine::ActKind::lay) return std::nullopt;
  const int index = engine::find_end(before, act.end);
  if (index < 0) return std::nullopt;
  const engine::End& end = before.ends[static_cast<std::size_t>(index)];
  LaidTile tile;
  tile.group = before.next_group;
  tile.parent = end.group;
  tile.at_side = end.side;
  tile.train = end.train;
  // Not the number of the end: rules may let a tile lie against another one.
  tile.outer = engine::outward_half(act.tile, end.pip, static_cast<engine::Joins>(act.amount));
  tile.inner = engine::high_of(act.tile) + engine::low_of(act.tile) - tile.outer;
  return tile;
}

}  // namespace roundhouse::replay
