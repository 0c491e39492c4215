#pragma once
// Collects the diagnostics of all stages for a rule file: `lint` prints them, `lint --fix` mends them.
//
// A stage says nothing about what an earlier one could not read. So a file with errors is read once more with
// the fixes that its complaints propose (and that were tried), and without the entries for which there is
// none. Findings of that reading are added, at their places in the file as it is.

#include <functional>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
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

// Inherited rules that are unreachable under the options in force: rows that never apply, acts that are never
// legal, facts and options that nothing in force reads. No mistake, so the lint does not speak of
// them unless it is asked. `roundhouse list` leaves such options out.

/// Notes, each at the inherited entry, in the order of rules, acts, facts and options, each with
/// the options that decide it, or what else does. Of rules without errors only. `file`: the one whose
/// parents' entries are looked at.
Diagnostics leftovers(const CheckedRules& rules, FileId file);

// `lint --fix`: puts into a rule file what has one safe cure, and nothing else. A cure is a text that a
// complaint proposes; it is safe if its code stands in the table of fix.cpp, if it is the only one that fixes
// it, and if the file has fewer findings with it, and no new error. Every byte besides stays as it is.

/// The findings in the text, were it the file; places in it have the file id `file` of fix_text.
using FindAgain = std::function<Diagnostics(const std::string& text)>;

struct Fixed {
  std::string text;
  Diagnostics cured;  ///< in the order in which they were mended; places are those of the text at that time
  Diagnostics left;   ///< findings left in `text`
  std::size_t before = 0;  ///< the number of findings that there were
};

/// Applies fixes that lie apart together, then the rest one by one. Without a change that leaves fewer
/// findings the text is as it was.
Fixed fix_text(const std::string& text, FileId file, const FindAgain& find);

}  // namespace roundhouse::dsl
