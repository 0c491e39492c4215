#pragma once
// Single questions that the list of legal acts is made of. Internal to the engine.

#include "engine/evaluate.h"
#include "engine/flow.h"
#include "engine/position.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Notes what can.ACT is in this position.
inline void remember(CanMemo& memo, dsl::ActId act, bool found) {
  memo.known |= 1U << act.value;
  if (found) memo.found |= 1U << act.value;
}

/// True if the player whose turn it is may draw, or end the turn. The moment has that player and nothing
/// else; the position is one in which somebody may act.
bool can_draw(Evaluation& reading);
bool can_be_done(Evaluation& reading);

// One row judged against one moment, everything being known. Internal to the engine.

/// True if the row holds and none of its exceptions does.
bool stands(const Rules& program, const Position& position, const Moment& moment, const dsl::ForbidRow& row);

/// True if some permit holds. Asked only of acts that need one.
bool is_permitted(const Rules& program, const Position& position, const Moment& moment,
                  const dsl::ActRules& rules);

/// True if no forbid stands and, where one is needed, some permit holds.
bool is_allowed(const Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules);

}  // namespace roundhouse::engine
