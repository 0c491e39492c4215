#pragma once
// One apply at work: the position being changed and the events still to be looked at. Shared by the
// source files of the fold; internal to the engine.

#include "dsl/program.h"
#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/few.h"
#include "engine/fold.h"
#include "engine/position.h"

namespace roundhouse::engine {

struct Event {
  dsl::EventId id;
  Moment moment;
};

struct Flow {
  const dsl::Program& program;
  Position& position;
  Trace* trace = nullptr;
  Few<Event, 8> events{};     ///< raised by this act, in order
  std::size_t looked_at = 0;  ///< how many of them are done

  void tell(const Happening& happening) const {
    if (trace != nullptr) trace->push_back(happening);
  }
};

/// An effect whose arguments have been worked out.
struct PlannedEffect {
  const dsl::EffectCall* call = nullptr;
  dsl::RuleId rule;
  Value receiver = absent;
  std::array<Value, 2> args{absent, absent};
};

// events.cpp
/// Puts an event at the end of the queue. One act raises at most max_events of them, so that rows
/// which raise each other come to an end; what is more is not raised.
constexpr std::size_t max_events = 256;
void raise_event(Flow& flow, dsl::EventId id, const Moment& moment);
/// Looks at every event in the queue once, and at those which that raises.
void run_events(Flow& flow);

// effects.cpp
void carry_out(Flow& flow, const Moment& moment, const PlannedEffect& effect);

// setup.cpp
/// The round goes on from its shuffled tiles: lots, the first player, the deal.
void begin_setup(Flow& flow);
/// Acts of chance before the first turn, and leading the engine.
void apply_setup(Flow& flow, const Act& act);

// turn.cpp
/// What follows when the queue is empty: the end of the round, tiles to be taken, or nothing.
void settle(Flow& flow);
/// The first turn of the round, with the events that come before it (lead, if it was led).
void begin_play(Flow& flow, Seat leader);
/// The turn is over: what it leaves behind, then the next one, as soon as no tile is still to be taken.
void end_turn(Flow& flow, Seat player);
bool pulls_pending(const dsl::Program& program, const Position& position);

}  // namespace roundhouse::engine
