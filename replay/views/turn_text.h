#pragma once
// The explanation of the acts of a turn, as text and as JSON.

#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "replay/referee/judge/explain_turn.h"

namespace roundhouse::replay {

/// Other rules by which the turn would be illegal: an option and its value.
struct NotLegalWith {
  std::string option;
  std::string value;
};

/// "does not forbid it", "would forbid it, but the exception wild holds".
std::string answer_text(const ExplainedRow& row);

std::string render_turn_text(const dsl::SourceMap& sources, const std::vector<ExplainedAct>& acts,
                             const std::vector<NotLegalWith>& others);
/// One object on one line: `acts`, and `illegal_with`.
std::string render_turn_json(const dsl::SourceMap& sources, const std::vector<ExplainedAct>& acts,
                             const std::vector<NotLegalWith>& others);

}  // namespace roundhouse::replay
