#pragma once
// The findings of `lint` in the forms that other programs read. People get dsl/base/diagnostic.h's.

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/base/text_file.h"
#include "dsl/check/check.h"
#include "tools/lint/analyze.h"

namespace roundhouse::cli {

/// The file that was checked: `named` is how the user called it, for findings without a place in any text.
struct FindingsOf {
  const dsl::SourceMap& sources;
  const std::string& named;
};

/// A JSON line: docs/commands.md has the fields.
std::string finding_as_json(const FindingsOf& file, const dsl::Diagnostic& finding);

/// `family.yaml:14:11: error[unknown-key]: 'playres' is no key of setup`, as editors read it. The help stands
/// behind it in brackets where it is short.
std::string finding_as_line(const FindingsOf& file, const dsl::Diagnostic& finding);

/// A workflow command of GitHub Actions: `::error file=...,line=...::message`.
std::string finding_as_workflow_command(const FindingsOf& file, const dsl::Diagnostic& finding);

/// A log in SARIF 2.1.0 of all files of a command: one run, with a rule for each code that was found.
class SarifLog {
 public:
  void add(const FindingsOf& file, const dsl::Diagnostics& findings);
  /// All of it, ending in a newline. `complete`: every file could be read.
  std::string text(bool complete) const;

 private:
  nlohmann::ordered_json results_ = nlohmann::ordered_json::array();
};

// The findings of `lint` about a rule file, or about rules that were loaded, for the commands that show them.

/// All that is found in `file`. `asked` gets the paths of all files that were asked for, those that are not
/// there included.
dsl::Analysis look_at_file(dsl::SourceMap& sources, const std::string& file, const dsl::ReadingBounds& bounds,
                           std::vector<std::string>* asked = nullptr);

/// Complaints, sections that no document lists, and what the checks find.
dsl::Diagnostics lint_findings(const dsl::Checked<dsl::CheckedRules>& rules);

/// The section ids of the bundled documents.
std::vector<std::string> bundled_sections();

}  // namespace roundhouse::cli
