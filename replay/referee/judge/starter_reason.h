#pragma once
// The reason why a player has the first turn of a round: the step of `setup.starter` that applied. Decides
// nothing, and says nothing unless the rules, asked again, name the same player.

#include <optional>
#include <string>

#include "dsl/check/checked_rules.h"
#include "engine/position.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// One of the two: the file's own sentence, or a clause of ours.
struct StarterReason {
  std::string clause;  ///< "the first turn belongs to Bob, who held the engine"
  std::optional<Decider> by_value;
};

/// `position`: when the first turn of a round began. Absent: it rests on rounds that nobody wrote down, or
/// on something that may have changed since the turn began.
std::optional<StarterReason> starter_reason(const BreachReporter& reporter, const dsl::CheckedRules& checked,
                                            const engine::Position& position);

}  // namespace roundhouse::replay
