#pragma once
// Why a round cannot be filled in from some act on: a claim of the act itself, an earlier claim that it
// contradicts, or a tile that can have come from nowhere.

#include <optional>

#include "replay/referee/hands/constraint_store.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

/// Returns the ruling on it, and drops the claims that stand against the act from the store, so that later
/// acts can be judged. Absent: there is no such act.
std::optional<Ruling> explain_conflict(ConstraintStore& store, const RoundLog& log,
                                       const BreachReporter& reporter, int act);

}  // namespace roundhouse::replay
