#pragma once
// The rows of an event as they are asked together: decision diagrams that lead to what follows of those that
// hold. Called by lower.cpp.

#include <cstdint>
#include <functional>
#include <vector>

#include "dsl/program/node_builder.h"
#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// A row that can hold, with its whole condition, exceptions taken off, as a node.
struct WholeRow {
  const AfterRow* row = nullptr;
  std::int32_t when = 0;
};

/// Adds to program.code. `read`: what an argument of an effect (a node) is under the assumptions made.
EventCode event_parts(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams,
                      const std::vector<WholeRow>& rows, EventId id,
                      const std::function<std::int32_t(std::int32_t)>& read);

}  // namespace roundhouse::engine::fast
