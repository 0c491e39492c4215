#pragma once
// The findings of `lint` about rules that were loaded, for the commands that show them.

#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/check.h"

namespace roundhouse::cli {

/// Complaints, sections that no document lists, and what the checks find.
dsl::Diagnostics lint_findings(const dsl::Checked<dsl::CheckedRules>& rules);

/// The section ids of the bundled documents.
std::vector<std::string> bundled_sections();

}  // namespace roundhouse::cli
