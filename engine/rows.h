#pragma once
// One row judged against one moment, everything being known. Internal to the engine.

#include "engine/evaluate.h"
#include "engine/flow.h"

namespace roundhouse::engine {

/// True if the row holds and none of its exceptions does.
bool stands(const Rules& program, const Position& position, const Moment& moment, const dsl::ForbidRow& row);

/// True if some permit holds. Asked only of acts that need one.
bool is_permitted(const Rules& program, const Position& position, const Moment& moment,
                  const dsl::ActRules& rules);

/// True if no forbid stands and, where one is needed, some permit holds.
bool is_allowed(const Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules);

}  // namespace roundhouse::engine
