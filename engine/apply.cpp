// What each act does by itself; what follows of it is the rows' business (events.cpp).

#include <algorithm>

#include "engine/flow.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// The number that the new end shows. A tile that does not fit (a record may say so) shows its high half.
std::uint8_t outward_half(TileId tile, int pip) {
  return static_cast<std::uint8_t>(high_of(tile) == pip ? low_of(tile) : high_of(tile));
}

void lay(Flow& flow, const Act& act) {
  Position& position = flow.position;
  const int index = find_end(position, act.end);
  if (index < 0) return;  // there is nowhere to lay it
  const End old = position.ends[static_cast<std::size_t>(index)];
  take_from_hand(position, act.actor, act.tile);
  put_on_table(position, act.tile);
  const End laid{.serial = position.next_serial++,
                 .group = position.next_group++,
                 .pip = outward_half(act.tile, old.pip),
                 .train = old.train,
                 .tile = act.tile,
                 .tail = old.tail};
  const int place = replace_end(position, index, laid);
  position.started |= std::uint64_t{1} << old.train;
  ++position.laid;
  position.drawn = 0;
  if (Moment* moment = raise_event(flow, dsl::event_id(dsl::BuiltInEvent::lay))) {
    moment->me = act.actor;
    moment->tile = act.tile;
    moment->tile_gone = true;
    moment->end_gone = true;
    moment->end = old.serial;
    moment->end_snapshot = old;
    moment->new_end = laid.serial;
    moment->new_index = static_cast<std::int16_t>(place);
  }
}

void draw(Flow& flow, const Act& act) {
  Position& position = flow.position;
  if (!take_from_boneyard(position)) return;  // there is nothing to draw
  put_in_hand(position, act.actor, act.tile);
  ++position.drawn;
  ++position.drew;
  if (Moment* moment = raise_event(flow, dsl::event_id(dsl::BuiltInEvent::draw))) {
    moment->me = act.actor;
    moment->tile = act.tile;
  }
}

void pull(Flow& flow, const Act& act) {
  auto& pulls = flow.position.players[index_of(act.actor)].pulls;
  if (pulls > 0) --pulls;
  if (pulls == 0) {
    auto& pulling = flow.position.pulling;
    pulling = static_cast<std::uint16_t>(pulling & ~(1U << act.actor));
  }
  if (take_from_boneyard(flow.position)) put_in_hand(flow.position, act.actor, act.tile);
}

void declare(Flow& flow, const Act& act) {
  if (act.declared >= flow.program.declared.size()) return;
  const dsl::ActId id{static_cast<std::uint16_t>(dsl::built_in_acts + act.declared)};
  if (Moment* moment = raise_event(flow, dsl::event_of(id))) {
    moment->me = act.actor;
    moment->whom = act.whom;
    moment->amount = act.amount;
  }
}

}  // namespace

void apply(const dsl::Program& program, Position& position, const Act& act, Trace* trace) {
  Flow flow{program, position, trace};
  switch (act.kind) {
    case ActKind::lay:
      lay(flow, act);
      break;
    case ActKind::draw:
      draw(flow, act);
      break;
    case ActKind::declared:
      declare(flow, act);
      break;
    case ActKind::pull:
      pull(flow, act);
      break;
    case ActKind::done:
      return end_turn(flow, act.actor);
    case ActKind::lead:
    case ActKind::lot:
    case ActKind::first:
    case ActKind::deal:
    case ActKind::pick:
    case ActKind::reveal:
    case ActKind::turn_over:
    case ActKind::redeal:
    case ActKind::engine:
      return apply_setup(flow, act);
  }
  run_events(flow);
  settle(flow);
}

}  // namespace roundhouse::engine
