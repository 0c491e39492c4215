#pragma once
// Collects the diagnostics of all stages for a rule file: `lint` prints them, `lint --fix` mends them.
//
// A stage says nothing about what an earlier one could not read. So a file with errors is read once more with
// the fixes that its complaints propose (and that were tried), and without the entries for which there is
// none. Findings of that reading are added, at their places in the file as it is.

#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

struct AnalysisInput {
  CheckInput check;
  std::vector<std::string> bundled_sections{};  ///< as for check_sections
};

struct Analysis {
  Checked<CheckedRules> rules;  ///< of the file as it is
  Diagnostics findings;         ///< of all stages, sorted
};

Analysis analyze(SourceMap& sources, const VariantReader& reader, const AnalysisInput& input);

/// Returns what is found in `file`, the first one, beside what is known of it: what its errors hide.
Diagnostics found_behind_errors(const SourceMap& sources, const VariantReader& reader,
                                const AnalysisInput& input, FileId file, const Diagnostics& known);

/// Returns the findings of the sections and the lint about checked rules, with the complaints of the check.
Diagnostics findings_about(const Checked<CheckedRules>& rules,
                           const std::vector<std::string>& bundled_sections, FileId file);

}  // namespace roundhouse::dsl
