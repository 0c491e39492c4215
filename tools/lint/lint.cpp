#include "tools/lint/lint.h"

#include "dsl/base/search.h"
#include "tools/lint/allow.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/game_bounds.h"

namespace roundhouse::dsl {
namespace {

/// One slip, one finding: a condition that is never true for an empty range in it is reported as the range.
void drop_consequences(Diagnostics& findings) {
  const Diagnostics all = findings;
  std::erase_if(findings, [&](const Diagnostic& finding) {
    return finding.code == constant_condition.name && any_of(all, [&](const Diagnostic& other) {
             return other.code == empty_range.name && lies_in(other.where, finding.where);
           });
  });
}

/// What a check does not come to is not passed over in silence.
Diagnostic unfinished(const LintCheck& check, FileId file) {
  Diagnostic note =
      warning(check.name, {file, 0, 0},
              "not all was looked at for this: the rows are too many, or their conditions too long");
  note.severity = Severity::note;
  note.why = "what was found of it is so, and there may be more";
  return note;
}

}  // namespace

std::span<const LintCheck> all_lint_checks() {
  static const LintCheck checks[] = {ROUNDHOUSE_LINT_CHECKS};
  return checks;
}

Diagnostics lint(const CheckedRules& rules, FileId file) {
  Diagnostics findings;
  const GameBounds game(rules, file);
  for (const LintCheck& check : all_lint_checks()) {
    Effort effort;
    check.find({rules, file, game, effort}, findings);
    if (effort.left == 0) findings.push_back(unfinished(check, file));
  }
  drop_consequences(findings);
  apply_allows(rules.allows, findings);
  sort_diagnostics(findings);
  return findings;
}

}  // namespace roundhouse::dsl
