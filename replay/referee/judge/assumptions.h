#pragma once
// The trust that a legal record rests on: the lines that are illegal with some filling of what is hidden.
// Asked is by what was seen of the tiles alone (dealt, drawn, laid, shown), without the claims of any line,
// its own or others': whether a player held a tile back is not answered by another line that was taken on
// trust itself.

#include <vector>

#include "replay/referee/hands/constraint_store.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

struct AssumptionsFound {
  std::vector<Trust> lines;  ///< in the order of the record, one a line
  bool complete = true;      ///< false: some line could not be decided within the budget
};

AssumptionsFound assumptions_of(ConstraintStore& store, const RoundLog& log, const BreachReporter& reporter);

/// True if the round is legal with all hands that agree with what was seen and with what was assumed, if
/// there are any. `in_order`: nothing but claims on hidden tiles is open. False also if it cannot be decided.
bool is_proven_as_assumed(ConstraintStore& store, const RoundLog& log, bool in_order);

}  // namespace roundhouse::replay
