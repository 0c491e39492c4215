#pragma once
// A part of a condition in the words of the rulebook, with the names of those whom an act is about.

#include <optional>
#include <string>

#include "engine/act.h"
#include "engine/evaluate.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

/// "the 3 of Ann's train bears no marker". `moment`: of the act, before it is done.
/// Facts are spoken of by the sentences of the rows that set them: "“A double on the Mexican Train
/// makes it its player's own” holds in this turn". Empty: it asks for facts of which nothing can be said so.
/// `by`: the row whose sentence is taken, of several that set the fact.
std::string clause_of(const BreachReporter& reporter, RowParts& parts, const Reason& reason,
                      const engine::Position& position, const engine::Act& act, const engine::Moment& moment,
                      std::optional<dsl::RuleId> by = std::nullopt);

/// True if it is so only because something that it speaks of is not there, such as a double at an end.
bool is_about_nothing(RowParts& parts, const Reason& reason, const engine::Position& position,
                      const engine::Moment& moment);

}  // namespace roundhouse::replay
