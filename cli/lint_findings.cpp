#include "cli/lint_findings.h"

#include "cli/variant_folder.h"
#include "dsl/lint/analyze.h"
#include "dsl/sources/document.h"

namespace roundhouse::cli {

std::vector<std::string> bundled_sections() {
  const auto folder = variant_folder();
  if (!folder) return {};
  dsl::SourceMap sources;
  return dsl::section_ids(dsl::read_documents(sources, *folder / "sources").value);
}

dsl::Diagnostics lint_findings(const dsl::Checked<dsl::CheckedRules>& rules) {
  return dsl::findings_about(rules, bundled_sections(), dsl::FileId{});  // the first that was read
}

}  // namespace roundhouse::cli
