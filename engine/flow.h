#pragma once
// One apply at work: the position being changed and the events still to be looked at. Shared by the
// source files of the fold; internal to the engine.

#include <array>
#include <new>
#include <optional>

#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/small_vector.h"
#include "engine/watched_apply.h"

namespace roundhouse::engine {

struct Event {
  dsl::EventId id;
  Moment moment;
};

/// One act raises at most so many events, so that rows which raise each other come to an end; what is more is
/// not raised.
constexpr std::size_t max_events = 256;

/// One act ends at most so many turns by end_turn(); what is more is passed over.
constexpr int most_turns_ended = 256;

/// Events stay where they are until the queue is empty.
class EventQueue {
 public:
  EventQueue() {}  // NOLINT: what is past the end is not initialised on purpose

  bool full() const { return raised_ + passed_over_ == max_events; }
  /// A new last event, about nothing yet.
  Event& add(dsl::EventId id) { return *new (&events_[raised_++]) Event{id, {}}; }
  /// An event that nobody looks at; it counts all the same.
  void pass_over() { ++passed_over_; }
  /// The next one to look at; nullptr: that was all, and the queue begins anew.
  const Event* next() {
    if (looked_at_ < raised_) return &events_[looked_at_++];
    raised_ = passed_over_ = looked_at_ = 0;
    return nullptr;
  }

 private:
  std::size_t raised_ = 0;
  std::size_t passed_over_ = 0;
  std::size_t looked_at_ = 0;
  union {
    std::array<Event, max_events> events_;
  };
};

/// Somebody who watches events, or has judged their rows.
struct EventHook {
  const EventWatcher* watcher = nullptr;  ///< called for every event before its rows are asked; may be absent
  const ChosenRows* chosen = nullptr;     ///< instead of the rows; may be absent
};

struct Flow {
  Flow(const Rules& of, Position& at, Trace* traced = nullptr, const EventHook* hooked = nullptr)
      : program(of), position(at), trace(traced), hook(hooked) {}

  const Rules& program;
  Position& position;
  Trace* trace;
  const EventHook* hook;                   ///< mostly absent
  EventQueue events;                       ///< raised by this act, in order
  std::uint8_t marker_at_hand = no_train;  ///< of the end laid to: where a row marks this train it moves on

  void note(const Happening& happening) const {
    if (trace != nullptr) trace->push_back(happening);
  }
};

/// An effect whose arguments have been worked out.
struct PlannedEffect {
  const fast::EffectCode* code = nullptr;
  Value receiver = absent;
  std::array<Value, 2> args{absent, absent};
};

// events.cpp
/// Puts an event at the end of the queue, its moment to be filled in; nullptr: nobody looks at such events,
/// or the queue is full.
inline Moment* raise_event(Flow& flow, dsl::EventId id) {
  if (flow.events.full()) return nullptr;
  const auto& rows = flow.program.code.rows;
  if (!rows[0].after[id.value].empty() || !rows[1].after[id.value].empty()) {
    return &flow.events.add(id).moment;
  }
  flow.events.pass_over();
  return nullptr;
}
/// Looks at every event in the queue once, and at those which that raises.
void run_events(Flow& flow);
/// An event about one player, or about nobody, and all that follows of it. The queue is empty before and
/// after.
void happen(Flow& flow, dsl::EventId id, Seat me);
/// As above, for an event about more than that, which the caller knows somewhere else than in the queue.
void happen(Flow& flow, dsl::EventId id, const Moment& moment);
/// Carries out an event about one player whose only part is known to have this consequence. No watcher is
/// called.
void follow(Flow& flow, Seat me, const fast::Consequence& consequence);

// apply.cpp
/// A tile goes from a hand to the end at this index, and all that follows.
void lay_tile(Flow& flow, Seat actor, TileId tile, int index, Joins joins = Joins::lesser);
/// A tile comes from the boneyard (no_tile: nobody knows which), and all that follows.
void draw_tile(Flow& flow, Seat actor, TileId tile);

// effects.cpp
[[gnu::noinline]] void carry_out(Flow& flow, const Moment& moment, const PlannedEffect& effect);

// setup.cpp
/// The round goes on from its shuffled tiles: what chance decides, lots, the first player, the deal.
void begin_setup(Flow& flow);
/// Acts of chance before the first turn, and leading the engine.

// An act by itself, one function each: those of play in apply.cpp, chance and setup in setup.cpp.
#define X(id, ...) void apply_##id(Flow& flow, const Act& act);
ROUNDHOUSE_ACT_KINDS(X)
#undef X
/// The number of tiles that the deal still takes, one after the other to seats 0, 1, 2 and so on round the
/// table; absent: it does not go round like that, because somebody has tiles already (as in a record) or the
/// rules look at what has been dealt so far.
std::optional<int> tiles_to_deal(const Rules& program, const Position& position);
/// Ends a deal of which so many tiles have been put into the known hands like that, and nothing else was
/// changed.
void end_deal(Flow& flow, int tiles);

// match.cpp
/// The round that was void begins once more.
void begin_again(Flow& flow);

// turn.cpp
/// Returns what follows when the queue is empty: the end of the round, tiles to be taken, or nothing.
void finish_act(Flow& flow);
/// The first turn of the round, with the events that come before it (lead, if it was led). `starter`: whose
/// it is; no_seat: as the rules say.
void begin_play(Flow& flow, Seat leader, Seat starter);
/// The turn is over: what it leaves behind, then the next one, as soon as no tile is still to be taken.
void end_turn(Flow& flow, Seat player);
/// As above for the player in turn, with a known consequence.
void end_turn(Flow& flow, const fast::Consequence& consequence);

}  // namespace roundhouse::engine
