#pragma once
// The findings of `lint` about a rule file, or about rules that were loaded, for the commands that show them.

#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/base/text_file.h"
#include "dsl/check/check.h"
#include "tools/lint/analyze.h"

namespace roundhouse::cli {

/// All that is found in `file`. `asked` gets the paths of all files that were asked for, those that are not
/// there included.
dsl::Analysis look_at_file(dsl::SourceMap& sources, const std::string& file, const dsl::ReadingBounds& bounds,
                           std::vector<std::string>* asked = nullptr);

/// Complaints, sections that no document lists, and what the checks find.
dsl::Diagnostics lint_findings(const dsl::Checked<dsl::CheckedRules>& rules);

/// The section ids of the bundled documents.
std::vector<std::string> bundled_sections();

}  // namespace roundhouse::cli
