#pragma once
// lint --coverage: what the examples of a file show of its rows, what they do not, and examples that would.

#include <string>

#include "cli/exit_status.h"
#include "cli/flags.h"
#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"
#include "tools/commands/prove.h"

namespace roundhouse::cli {

/// Prints it row by row. `rules`: those of the file, without errors, with right examples; `sources`: where
/// they stand. Of `flags` seed and budget.
Exit show_coverage(const std::string& file, const dsl::SourceMap& sources, const dsl::CheckedRules& rules,
                   const ProveFlags& flags, const ProveForm& form);

}  // namespace roundhouse::cli
