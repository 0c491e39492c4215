#pragma once
// Single questions that the list of legal acts is made of. Internal to the engine.

#include "engine/evaluate.h"
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

}  // namespace roundhouse::engine
