#pragma once
// A table in the midst of a round, from which games are played on: what is hidden of it is chance's to say.

#include "engine/position.h"
#include "engine/random.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The position with every tile in hand named: those that nobody knows are drawn from all that may be there,
/// each as likely. Nobody asks which of them a player would have laid already. `table`: in play.
Position fill_at_random(const Rules& program, const Position& table, Random& random);

}  // namespace roundhouse::engine
