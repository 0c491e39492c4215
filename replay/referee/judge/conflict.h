#pragma once
// Why a round cannot be filled in from some act on: a claim of the act itself, an earlier claim that it
// contradicts, or a tile that can have come from nowhere.

#include <optional>

#include "replay/referee/hands/constraint_store.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/rulings/tell_breach.h"

namespace roundhouse::replay {

/// Tells about it, and takes the claims that stand against the act out of the book, so that what follows can
/// be weighed. Absent: there is no such act.
std::optional<Ruling> explain_conflict(ConstraintStore& book, const RoundLog& log, const BreachTeller& teller,
                                       int act);

}  // namespace roundhouse::replay
