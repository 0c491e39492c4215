#include "dsl/lint/lint.h"

namespace roundhouse::dsl {

Diagnostics lint(const CheckedRules& rules) {
  Diagnostics findings;
  for (const LintCheck& check : all_lint_checks()) check.find(rules, findings);
  sort_diagnostics(findings);
  return findings;
}

}  // namespace roundhouse::dsl
