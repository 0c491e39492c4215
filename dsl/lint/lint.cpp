#include "dsl/lint/lint.h"

#include "dsl/lint/game.h"

namespace roundhouse::dsl {

Diagnostics lint(const CheckedRules& rules, FileId file) {
  Diagnostics findings;
  const Game game(rules, file);
  for (const LintCheck& check : all_lint_checks()) {
    Effort effort;
    check.find({rules, file, game, effort}, findings);
  }
  sort_diagnostics(findings);
  return findings;
}

}  // namespace roundhouse::dsl
