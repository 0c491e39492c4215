#pragma once
// The sections of a rule in JSON.

#include <string>
#include <vector>

#include "dsl/base/citation.h"

namespace roundhouse::replay {

/// An object with `from`, the sections' ids, and, where some are of parents' documents, `from_parents`: by
/// id, the parent. Its keys are meant for the object of the rule.
std::string citations_json(const std::vector<dsl::Citation>& citations);

}  // namespace roundhouse::replay
