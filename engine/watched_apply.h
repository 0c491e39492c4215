#pragma once
// Carrying out an act for readers that know less than the whole table: while somebody watches the events that
// come of it, each with the position and the moment in which its rows are asked
// (replay/referee/judge/aftermath.h), or with rows that the reader has judged itself
// (replay/fold/partial_apply.h).

#include <functional>
#include <vector>

#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Called before the rows of an event are asked. Not for events that no row follows.
using EventWatcher = std::function<void(dsl::EventId, const Position&, const Moment&)>;

/// As `apply` (fold.h).
void apply_watched(const Rules& program, Position& position, const Act& act, const EventWatcher& watcher);

/// The consequences by EventId that surely follow. An event that is not listed has none.
using ChosenRows = std::vector<fast::Consequence>;

/// As `apply` (fold.h), but no row is asked whether it stands.
void apply_chosen(const Rules& program, Position& position, const Act& act, const ChosenRows& chosen,
                  Trace& trace);

}  // namespace roundhouse::engine
