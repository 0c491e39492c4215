#pragma once
// Carrying out an act while somebody watches the events that come of it: each with the position and the
// moment in which its rows are asked. For readers that know less than the whole table (replay/aftermath.h).

#include <functional>

#include "dsl/program.h"
#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/position.h"

namespace roundhouse::engine {

/// Told before the rows of an event are asked. Not of events that no row follows.
using EventWatcher = std::function<void(dsl::EventId, const Position&, const Moment&)>;

/// As `apply` (fold.h).
void apply_watched(const dsl::Program& program, Position& position, const Act& act,
                   const EventWatcher& watcher);

}  // namespace roundhouse::engine
