#pragma once
// The JSON of a wrong score, as verdicts and score sheets both have it. Not installed.

#include <string>

#include "dsl/base/source.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// One JSON object: where it stands, claimed and right, the tiles left, what each counts, and the rows of the
/// rules that gave the points.
std::string wrong_score_json(const dsl::SourceMap& sources, const ScoreDifference& score);

}  // namespace roundhouse::replay
