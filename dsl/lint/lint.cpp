#include "dsl/lint/lint.h"

namespace roundhouse::dsl {

Diagnostics lint(const CheckedRules& rules, FileId file) {
  Diagnostics findings;
  for (const LintCheck& check : all_lint_checks()) {
    Effort effort;
    check.find({rules, file, effort}, findings);
  }
  sort_diagnostics(findings);
  return findings;
}

}  // namespace roundhouse::dsl
