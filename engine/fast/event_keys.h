#pragma once
// The diagram of an event specialised to each key (EventKey): the same diagram without the decisions that the
// key makes. Called by event_parts.cpp.

#include <array>

#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// Adds to program.code.decisions, within bounds: where they are reached the whole diagram stands for what is
/// left.
std::array<DecisionRef, event_keys> at_each_key(const Rules& program, DiagramBuilder& diagrams,
                                                DecisionRef first);

/// For events that have no tile and end: always the whole diagram.
std::array<DecisionRef, event_keys> at_no_key(DecisionRef first);

}  // namespace roundhouse::engine::fast
