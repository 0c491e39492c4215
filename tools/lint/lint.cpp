#include "tools/lint/lint.h"

#include "dsl/base/diagnostic.h"
#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/check_codes.h"
#include "dsl/syntax/allow_comments.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/yaml_codes.h"
#include "tools/lint/allow_codes.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/game_bounds.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace roundhouse::dsl {
namespace {

// Takes out of the lint's findings what comments of the file allow, and says where such a comment is of no
// use.

constexpr std::string_view form = "write '# roundhouse: allow CHECK because REASON'";

std::vector<std::string> warning_names() {
  std::vector<std::string> names;
  for (const LintCheck& check : all_lint_checks()) names.emplace_back(check.name);
  return names;
}

bool is_error_code(std::string_view name) {
  bool found = false;
  for (const YamlCodeRow& row : yaml_codes) found = found || row.code == name;
#define X(id, code, sentence) found = found || (name == (code));
  ROUNDHOUSE_EXPRESSION_CODES(X)
  ROUNDHOUSE_CHECK_CODES(X)
#undef X
  return found;
}

Diagnostic& warn_of(std::string_view code, Span where, std::string message, Diagnostics& findings) {
  Diagnostic& made = findings.emplace_back();
  made.code = code;
  made.severity = Severity::warning;
  made.where = where;
  made.message = std::move(message);
  return made;
}

void complain_fault(const AllowComment& allow, Diagnostics& findings) {
  switch (allow.fault) {
    case AllowFault::none:
      return;
    case AllowFault::form:
      warn_of(bad_allow_code, allow.where, "this comment allows nothing: it is not of the form that is read",
              findings)
          .help = form;
      return;
    case AllowFault::reason:
      warn_of(bad_allow_code, allow.where, "this comment allows nothing: it gives no reason", findings).help =
          "say behind 'because' why it is no mistake here, for the next reader of the file";
      return;
    case AllowFault::trailing:
      warn_of(bad_allow_code, allow.where, "this comment allows nothing: it stands behind something else",
              findings)
          .help = "put it on a line of its own, above the entry that it is about";
      return;
  }
}

void complain_unknown(const AllowComment& allow, const std::vector<std::string>& names,
                      Diagnostics& findings) {
  if (is_error_code(allow.check)) {
    Diagnostic& made =
        warn_of(unknown_check_code, allow.check_where,
                fmt::format("'{}' is an error, and errors cannot be allowed", allow.check), findings);
    made.why = "with an error nobody knows what the rules are";
    return;
  }
  Diagnostic& made = warn_of(unknown_check_code, allow.check_where,
                             fmt::format("'{}' is no check that warns", allow.check.substr(0, 80)), findings);
  made.help = "the name of a check stands in brackets behind 'warning'";
  for (const std::string& near : nearest_names(allow.check, names, 3))
    suggest_fix(made, {allow.check_where, near, fmt::format("did you mean '{}'?", near)});
}

/// Only warnings of the checks of all_lint_checks() in what a comment covers go; errors never do. Every
/// comment that allows nothing, cannot be read or names no check becomes a finding itself.
void apply_allows(const std::vector<AllowComment>& allows, Diagnostics& findings) {
  if (allows.empty()) return;
  const std::vector<std::string> names = warning_names();
  std::vector<bool> used(allows.size(), false);
  std::erase_if(findings, [&](const Diagnostic& finding) {
    bool allowed = false;
    for (std::size_t i = 0; i < allows.size(); ++i) {
      const bool fits = allows[i].fault == AllowFault::none && allows[i].check == finding.code &&
                        finding.severity == Severity::warning && lies_in(finding.where, allows[i].covers);
      if (fits) used[i] = allowed = true;
    }
    return allowed;
  });
  for (std::size_t i = 0; i < allows.size(); ++i) {
    const AllowComment& allow = allows[i];
    if (allow.fault != AllowFault::none) {
      complain_fault(allow, findings);
    } else if (!contains(names, allow.check)) {
      complain_unknown(allow, names, findings);
    } else if (!used[i]) {
      Diagnostic& made =
          warn_of(needless_allow_code, allow.where,
                  fmt::format("nothing is warned of that '{}' could allow here", allow.check), findings);
      suggest_fix(made, {allow.line, "", "take the comment out"});
    }
  }
}

/// One slip, one finding: a condition that is never true for an empty range in it is reported as the range.
void drop_consequences(Diagnostics& findings) {
  const Diagnostics all = findings;
  std::erase_if(findings, [&](const Diagnostic& finding) {
    return finding.code == constant_condition.name && any_of(all, [&](const Diagnostic& other) {
             return other.code == empty_range.name && lies_in(other.where, finding.where);
           });
  });
}

/// The note that a check has not come to all rows, so that this is not passed over in silence.
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
