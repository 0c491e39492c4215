#pragma once
// A part of a condition in the words of the rulebook, with the names of those whom an act is about.

#include <string>

#include "engine/act.h"
#include "engine/evaluate.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

/// "the 3 of Ann's train bears no marker". `moment`: of the act, before it is done.
std::string clause_of(const BreachReporter& reporter, const RowParts& parts, const Reason& reason,
                      const engine::Position& position, const engine::Act& act, const engine::Moment& moment);

}  // namespace roundhouse::replay
