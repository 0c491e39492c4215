#pragma once
// The doubles that the rules of a match schedule for its rounds: asked when a round begins, and by records,
// whose rounds are labelled with them.

#include <optional>

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The double that `match.double` says for the round that the position is in; absent: none, or a number that
/// no tile bears.
std::optional<int> scheduled_double(const Rules& program, const Position& position);

}  // namespace roundhouse::engine
