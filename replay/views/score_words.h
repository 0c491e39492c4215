#pragma once
// Why a score is what it is, in words.

#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// "left 12-11 5-3: 23 + 8 = 31", then a line for each row of the rules that gave points, with what it gave.
/// No line ends in a line break.
std::vector<std::string> score_reasons(const dsl::SourceMap& sources, const ScoreDifference& score);

}  // namespace roundhouse::replay
