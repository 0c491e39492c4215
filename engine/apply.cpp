// The changes that each act makes by itself; what follows of it is the rows' business (events.cpp).

#include <algorithm>
#include <array>

#include "engine/flow.h"
#include "engine/preconditions.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// The key of the event: all that is seen at once of a tile and the end that it was laid to.
inline std::uint8_t key_at(const Flow& flow, Seat me, TileId tile, const End& end) {
  const auto [high, low] = tile_halves[tile];
  const Seat owner = flow.program.trains[end.train].owner;
  const int debt = flow.position.debt_count == 0 ? -1 : find_debt(flow.position, end.group);
  fast::EventKey key{
      .tile_double = high == low && tile != no_tile, .end_start = end.start, .end_marked = end.marked};
  if (owner != no_seat) key.whose = owner == me ? fast::Whose::mine : fast::Whose::others;
  if (debt >= 0) {
    const bool fresh = flow.position.debts[static_cast<std::size_t>(debt)].turn == flow.position.turn_serial;
    key.owed = fresh ? fast::Owed::fresh : fast::Owed::before;
  }
  return fast::number_of(key);
}

}  // namespace

void lay_tile(Flow& flow, Seat actor, TileId tile, int index, Joins joins) {
  Position& position = flow.position;
  const End old = position.ends[static_cast<std::size_t>(index)];
  take_from_hand(position, actor, tile);
  put_on_table(position, tile);
  const End laid{.serial = position.next_serial++,
                 .group = position.next_group++,
                 .pip = static_cast<std::uint8_t>(outward_half(tile, old.pip, joins)),
                 .train = old.train,
                 .tile = tile,
                 .tail = old.tail};
  const int place = replace_end(position, index, laid);
  position.started |= std::uint64_t{1} << old.train;
  ++position.laid;
  position.drawn = 0;
  if (old.marked) flow.marker_at_hand = old.train;
  happen(flow, dsl::event_id(dsl::BuiltInEvent::lay),
         {.me = actor,
          .tile = tile,
          .tile_gone = true,
          .end_gone = true,
          .key = key_at(flow, actor, tile, old),
          .end = old.serial,
          .end_snapshot = old,
          .new_end = laid.serial,
          .new_index = static_cast<std::int16_t>(place),
          .amount = static_cast<std::int32_t>(joins)});
  finish_act(flow);
}

void draw_tile(Flow& flow, Seat actor, TileId tile) {
  Position& position = flow.position;
  if (take_from_boneyard(position)) {
    put_in_hand(position, actor, tile);
    ++position.drawn;
    ++position.drew;
    happen(flow, dsl::event_id(dsl::BuiltInEvent::draw), {.me = actor, .tile = tile});
  }
  finish_act(flow);
}

namespace {

void follow_up(Flow& flow) {
  run_events(flow);
  finish_act(flow);
}

using ApplyAct = void (*)(Flow&, const Act&);
constexpr auto apply_of_kind = std::to_array<ApplyAct>({
#define X(id, ...) &apply_##id,
    ROUNDHOUSE_ACT_KINDS(X)
#undef X
});

void do_act(Flow& flow, const Act& act) { apply_of_kind[static_cast<std::size_t>(act.kind)](flow, act); }

}  // namespace

void apply_lay(Flow& flow, const Act& act) {
  const int index = find_end(flow.position, act.end);
  if (index >= 0) return lay_tile(flow, act.actor, act.tile, index, static_cast<Joins>(act.amount));
  follow_up(flow);  // there is nowhere to lay it
}

void apply_draw(Flow& flow, const Act& act) { draw_tile(flow, act.actor, act.tile); }
void apply_done(Flow& flow, const Act& act) { end_turn(flow, act.actor); }

void apply_declared(Flow& flow, const Act& act) {
  if (act.declared < flow.program.declared.size()) {
    const dsl::ActId id{static_cast<std::uint16_t>(dsl::built_in_acts + act.declared)};
    if (Moment* moment = raise_event(flow, dsl::event_of(id))) {
      moment->me = act.actor;
      moment->tile = act.tile;
      moment->whom = act.whom;
      moment->amount = act.amount;
    }
  }
  follow_up(flow);
}

void apply_pull(Flow& flow, const Act& act) {
  auto& pulls = flow.position.players[index_of(act.actor)].pulls;
  if (pulls > 0) --pulls;
  if (pulls == 0) {
    auto& pulling = flow.position.pulling;
    pulling = static_cast<std::uint16_t>(pulling & ~(1U << act.actor));
  }
  if (take_from_boneyard(flow.position)) put_in_hand(flow.position, act.actor, act.tile);
  follow_up(flow);
}

void apply(const Rules& program, Position& position, const Act& act, Trace* trace) {
  require_of_game(program, act);
  Flow flow{program, position, trace};
  do_act(flow, act);
}

void apply_watched(const Rules& program, Position& position, const Act& act, const EventWatcher& watcher) {
  require_of_game(program, act);
  Trace trace;  // with one, every event is looked at by itself
  const EventHook hook{&watcher, nullptr};
  Flow flow{program, position, &trace, &hook};
  do_act(flow, act);
}

void apply_chosen(const Rules& program, Position& position, const Act& act, const ChosenRows& chosen,
                  Trace& trace) {
  require_of_game(program, act);
  const EventHook hook{nullptr, &chosen};
  Flow flow{program, position, &trace, &hook};
  do_act(flow, act);
}

}  // namespace roundhouse::engine
