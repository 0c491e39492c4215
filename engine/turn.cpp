// A turn from its beginning to what it leaves behind, and the end of the round.

#include <algorithm>

#include "engine/flow.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

dsl::EventId built_in(dsl::BuiltInEvent event) { return dsl::event_id(event); }

/// An event about one player, or about nobody.
void raise_about(Flow& flow, dsl::BuiltInEvent event, Seat me) {
  if (Moment* moment = raise_event(flow, built_in(event))) moment->me = me;
}

/// One event for each player, in the order of the players.
void raise_for_each(Flow& flow, dsl::BuiltInEvent event) {
  Seat seat = first_of_players(flow.position);
  for (int i = 0; i < flow.program.players; ++i) {
    raise_about(flow, event, seat);
    seat = left_of(flow.program, seat);
  }
}

void drop_pulls(Position& position) {
  if (position.pulling == 0) return;
  for (PlayerState& player : position.players) player.pulls = 0;
  position.pulling = 0;
}

/// Carries out redeal() of a rule: nothing of the round counts.
[[gnu::noinline]] void make_void(Flow& flow) {
  Position& position = flow.position;
  flow.note({.kind = Happening::Kind::round_voided});
  if (position.engine_tile != no_tile && is_double(position.engine_tile) && !position.engine_again)
    position.used &= ~(1U << high_of(position.engine_tile));
  for (PlayerState& player : position.players) player.points = 0;
  position.winner = no_seat;
  position.last_round = false;
  drop_pulls(position);
  position.passing = false;
  position.ending = position.turn_ending = position.voiding = false;
  position.voided = true;
  if (!is_dealt_again(position)) position.last_out = no_seat;
  position.phase = Phase::over;
}

// Carries out end_round() or redeal() of a rule. 1 ending, 2 counting each player, 3 scored, 4 round-over;
// what they raise is looked at in between, and may still make the round void.
[[gnu::noinline]] void end_round(Flow& flow) {
  Position& position = flow.position;
  if (position.voiding) return make_void(flow);
  flow.note({.kind = Happening::Kind::round_ended});
  raise_about(flow, dsl::BuiltInEvent::ending, no_seat);
  run_events(flow);
  if (position.voiding) return make_void(flow);
  raise_for_each(flow, dsl::BuiltInEvent::counting);
  run_events(flow);
  if (position.voiding) return make_void(flow);
  raise_for_each(flow, dsl::BuiltInEvent::scored);
  run_events(flow);
  if (position.voiding) return make_void(flow);
  raise_about(flow, dsl::BuiltInEvent::round_over, no_seat);
  run_events(flow);
  if (position.voiding) return make_void(flow);

  // Where a lap is played to its end several may have empty hands: the one who won was the first of them.
  const Seat winner = position.winner;
  const bool has_won_out = winner != no_seat && position.players[index_of(winner)].count == 0;
  position.last_out = has_won_out ? winner : no_seat;
  Seat seat = first_of_players(position);
  for (int i = 0; i < flow.program.players && position.last_out == no_seat; ++i) {
    if (position.players[index_of(seat)].count == 0) position.last_out = seat;
    seat = left_of(flow.program, seat);
  }
  drop_pulls(position);
  position.passing = false;
  position.ending = position.turn_ending = false;
  position.phase = Phase::over;
}

/// The seat of the first turn: as the rules say, else the holder of the engine, else the first player.
Seat choose_starter(const Flow& flow) {
  const Position& position = flow.position;
  const dsl::NodeRef rule = flow.program.setup.starter;
  const Value said =
      rule.given() ? evaluate(flow.program, position, {.holder = position.holder}, rule) : absent;
  if (said != absent) return static_cast<Seat>(said);
  return position.holder != no_seat ? position.holder : first_of_players(position);
}

/// To be followed by finish_act: its event may end the round, or this turn.
void begin_turn(Flow& flow, Seat seat) {
  Position& position = flow.position;
  position.turn_player = seat;
  position.turn_next = no_seat;
  position.newly_marked = false;
  position.passing = position.turn_ending = false;
  ++position.turn_serial;
  position.laid = 0;
  position.drawn = 0;
  position.drew = 0;
  for (const fast::ClearedFact& fact : flow.program.code.turn_facts) {
    position.facts[static_cast<std::size_t>(fact.slot)] = fact.value;
  }
  ++position.players[index_of(seat)].turns;
  if (seat == position.starter) ++position.lap;
  flow.marker_at_hand = no_train;
  flow.note({.kind = Happening::Kind::turn_began, .seat = seat});
  happen(flow, built_in(dsl::BuiltInEvent::turn_begins), seat);
}

void pass_turn(Flow& flow) {
  Position& position = flow.position;
  const Seat player = position.turn_player;
  position.turn_previous = player;
  begin_turn(flow, position.turn_next == no_seat ? left_of(flow.program, player) : position.turn_next);
}

/// All that is left of a turn when its last event has been looked at; finish_act goes on from there.
void leave_turn(Position& position) {
  position.turn_ending = false;
  if (position.ending) return;
  const bool idle = position.laid == 0 && position.drew == 0 && !position.newly_marked;
  position.still =
      idle ? static_cast<std::uint16_t>(std::min(position.still + 1, UINT16_MAX)) : std::uint16_t{0};
  position.passing = true;
}

/// Carries out end_turn() of a rule.
[[gnu::noinline]] void end_turn_by_rule(Flow& flow) {
  happen(flow, built_in(dsl::BuiltInEvent::done), flow.position.turn_player);
  leave_turn(flow.position);
}

}  // namespace

void finish_act(Flow& flow) {
  Position& position = flow.position;
  for (int turns_ended = 0;;) {
    if (position.ending) return end_round(flow);
    if (position.turn_ending) {
      // Turns that each end when they begin come to an end.
      if (turns_ended++ == most_turns_ended) {
        position.turn_ending = false;
        continue;
      }
      end_turn_by_rule(flow);
      continue;
    }
    if (position.boneyard == 0 || position.phase == Phase::over) drop_pulls(position);
    if (!position.passing || position.pulling != 0) return;
    pass_turn(flow);
  }
}

void begin_play(Flow& flow, Seat leader, Seat starter) {
  Position& position = flow.position;
  const TileId tile = position.engine_tile;
  position.phase = Phase::play;
  position.starter = starter == no_seat ? choose_starter(flow) : starter;
  if (leader != no_seat) {
    if (Moment* moment = raise_event(flow, built_in(dsl::BuiltInEvent::lead))) {
      moment->me = leader;
      moment->tile = tile;
      moment->tile_gone = true;
    }
  }
  if (Moment* moment = raise_event(flow, built_in(dsl::BuiltInEvent::engine))) {
    moment->me = position.starter;
    moment->tile = tile;
  }
  raise_about(flow, dsl::BuiltInEvent::deal, no_seat);
  raise_for_each(flow, dsl::BuiltInEvent::dealt);
  run_events(flow);
  if (position.ending) return end_round(flow);
  begin_turn(flow, position.starter);
  finish_act(flow);
}

void end_turn(Flow& flow, Seat player) {
  Position& position = flow.position;
  // Only in a record that is wrong is this another player; the turn goes on to the left of the one who had
  // it.
  if (player != no_seat) position.turn_player = player;
  happen(flow, built_in(dsl::BuiltInEvent::done), position.turn_player);
  leave_turn(flow.position);
  finish_act(flow);
}

void end_turn(Flow& flow, const fast::Consequence& consequence) {
  follow(flow, flow.position.turn_player, consequence);
  leave_turn(flow.position);
  finish_act(flow);
}

void end_round(const Rules& program, Position& position, Trace* trace) {
  Flow flow{program, position, trace};
  end_round(flow);
}

void void_round(const Rules& program, Position& position, Trace* trace) {
  Flow flow{program, position, trace};
  make_void(flow);
}

void close_round(const Rules& program, Position& position, Trace* trace) {
  Flow flow{program, position, trace};
  flow.note({.kind = Happening::Kind::round_ended});
  raise_for_each(flow, dsl::BuiltInEvent::scored);
  run_events(flow);
  raise_about(flow, dsl::BuiltInEvent::round_over, no_seat);
  run_events(flow);
  position.last_out = no_seat;
  drop_pulls(position);
  position.passing = false;
  position.ending = position.turn_ending = position.voiding = false;
  position.phase = Phase::over;
}

void give_turn(const Rules& program, Position& position, Seat seat) {
  Flow flow{program, position};
  const bool has_acted = position.laid > 0 || position.drew > 0;
  if (has_acted)
    position.turn_previous = position.turn_player;
  else
    --position.players[index_of(position.turn_player)].turns;
  drop_pulls(position);
  begin_turn(flow, seat);
  finish_act(flow);
}

}  // namespace roundhouse::engine
