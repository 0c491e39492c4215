#pragma once
// Why a round cannot be filled in from some act on: a claim of the act itself, an earlier claim that it
// contradicts, or a tile that can have come from nowhere.

#include <optional>
#include <vector>

#include "replay/referee/hands/constraint_store.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

/// Returns the ruling on it, and drops the claims that stand against the act from the store, so that later
/// acts can be judged. Absent: there is no such act. `with_reasons`: with the count of tiles, if that
/// decides.
std::optional<Ruling> explain_conflict(ConstraintStore& store, const RoundLog& log,
                                       const BreachReporter& reporter, int act, bool with_reasons);

// The trust that a legal record rests on: the lines that are illegal with some filling of what is hidden.
// Asked is by what was seen of the tiles alone (dealt, drawn, laid, shown), without the claims of any line,
// its own or others': whether a player held a tile back is not answered by another line that was taken on
// trust itself.

struct AssumptionsFound {
  std::vector<Trust> lines;  ///< in the order of the record, one a line
  bool complete = true;      ///< false: some line could not be decided within the budget
};

AssumptionsFound assumptions_of(ConstraintStore& store, const RoundLog& log, const BreachReporter& reporter);

/// True if the round is legal with all hands that agree with what was seen and with what was assumed, if
/// there are any. `in_order`: nothing but claims on hidden tiles is open. False also if it cannot be decided.
bool is_proven_as_assumed(ConstraintStore& store, const RoundLog& log, bool in_order);

}  // namespace roundhouse::replay
