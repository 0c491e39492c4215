#pragma once
// Objects of JSON that more than one view has: a wrong score, the sections of a rule. Not installed.

#include <string>
#include <vector>

#include "dsl/base/citation.h"
#include "dsl/base/source.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// One JSON object: where it stands, claimed and right, the tiles left, what each counts, and the rows of the
/// rules that gave the points.
std::string wrong_score_json(const dsl::SourceMap& sources, const ScoreDifference& score);

/// An object with `from`, the sections' ids, and, where some are of parents' documents, `from_parents`: by
/// id, the parent. Its keys are meant for the object of the rule.
std::string citations_json(const std::vector<dsl::Citation>& citations);

}  // namespace roundhouse::replay
