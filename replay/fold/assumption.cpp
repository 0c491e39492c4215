#include "replay/fold/assumption.h"

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Position;
using engine::TileId;

void apply_assuming(const engine::Rules& program, Position& position, const Act& act,
                    const Assumption& assumed, engine::Trace* trace) {
  if (!assumed.held.empty()) position = with_tiles(position, act, assumed.held);
  if (assumed.drawn == engine::no_tile) {
    engine::apply(program, position, act, trace);
  } else {
    const auto actor = static_cast<std::size_t>(act.actor);
    const int had = position.hands[actor].count(assumed.drawn);
    Act drawn = act;
    drawn.tile = assumed.drawn;
    engine::apply(program, position, drawn, trace);
    if (position.hands[actor].count(assumed.drawn) > had) position.hands[actor].remove(assumed.drawn);
  }
  for (const TileId tile : assumed.held) position.hands[static_cast<std::size_t>(act.actor)].remove(tile);
}

Position with_tiles(const Position& position, const Act& act, const std::vector<TileId>& tiles) {
  Position other = position;
  if (act.actor == engine::no_seat) return other;
  auto& bag = other.hands[static_cast<std::size_t>(act.actor)];
  const bool lays = act.kind == ActKind::lay || act.kind == ActKind::lead;
  if (lays && !bag.has(act.tile)) bag.add(act.tile);
  for (const TileId tile : tiles) bag.add(tile);
  return other;
}

}  // namespace roundhouse::replay
