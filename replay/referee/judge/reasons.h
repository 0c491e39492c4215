#pragma once
// Why a rule applies where it was broken: which parts of its condition hold, since which line and by which
// rule, which exceptions there are and why none of them holds. Decides nothing; what it says is asked of the
// positions that the record went through.

#include <cstdint>
#include <vector>

#include "replay/referee/judge/causes.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Adds the reasons to a ruling on an act of the log. `parts`: nullptr: for laws alone. `steps`: what may be
/// spent, of the search's steps; takes off what it took, and adds nothing where that is too little.
void explain(const BreachReporter& reporter, const RoundLog& log, RowParts* parts, Causes& causes, int act,
             Ruling& ruling, std::int64_t& steps);

/// The lines since which the row's own condition holds at an act of the log, as `because` of a ruling has
/// them.
std::vector<Because> since_when(const BreachReporter& reporter, const RoundLog& log, RowParts& parts,
                                Causes& causes, int act, dsl::RuleId row);

}  // namespace roundhouse::replay
