#pragma once
// The examples of a rule file, judged: does the referee say of each what the file says?

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::replay {

/// The rules with these options ("deal=2") set; none where that cannot be.
using RulesWith =
    std::function<std::shared_ptr<const dsl::CheckedRules>(const std::vector<std::string>& settings)>;

/// Findings, at their places: `failing-example`, of which the referee says something else, and
/// `unreadable-example`, which is no record. A record without `[variant]` is judged by the file as it is;
/// `[variant this deal=2]` by the file with options set.
dsl::Diagnostics run_examples(const dsl::CheckedRules& rules, const RulesWith& rules_with);

}  // namespace roundhouse::replay
