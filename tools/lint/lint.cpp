#include "tools/lint/lint.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/check_codes.h"
#include "dsl/syntax/allow_comments.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/yaml_codes.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/game_bounds.h"

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

/// One slip, one finding: a condition that is never true for an empty range, or an absent word, in it is
/// reported as that.
void drop_consequences(Diagnostics& findings) {
  std::vector<Span> empty;
  for (const Diagnostic& finding : findings)
    if (finding.code == "empty-range" || finding.code == "absent-word") empty.push_back(finding.where);
  std::erase_if(findings, [&](const Diagnostic& finding) {
    return finding.code == "constant-condition" &&
           any_of(empty, [&](const Span& range) { return lies_in(range, finding.where); });
  });
}

/// Notes that a check has not come to all rows, so that this is not passed over in silence.
void note_unfinished(const Linted& linted) {
  Diagnostic& note =
      linted.warn({linted.file, 0, 0},
                  "not all was looked at for this: the rows are too many, or their conditions too long");
  note.severity = Severity::note;
  note.why = "what was found of it is so, and there may be more";
}

std::size_t begin_of_line(const std::string& text, std::size_t offset) {
  const std::size_t end = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  return end == std::string::npos ? 0 : end + 1;
}

/// The line with which the entry of a block begins, or the block itself.
std::size_t begin_of_entry(const std::string& text, std::size_t offset) {
  std::size_t line = begin_of_line(text, offset);
  const auto is_within = [&] {
    const std::size_t first = text.find_first_not_of(' ', line);
    return first == std::string::npos || first > line + 2 || text[first] == '\n' || text[first] == '#';
  };
  while (line > 0 && is_within()) line = begin_of_line(text, line - 1);
  return line;
}

std::string without_needless(std::string text, const Diagnostics& findings) {
  for (std::size_t i = findings.size(); i-- > 0;) {
    if (findings[i].code != needless_allow_code) continue;
    const std::size_t line = begin_of_line(text, findings[i].where.begin);
    text.erase(line, text.find('\n', line) + 1 - line);
  }
  return text;
}

}  // namespace

Diagnostic& Linted::warn(Span where, std::string message, std::string help) const {
  Diagnostic& made = warn_of({}, where, std::move(message), findings);
  made.help = std::move(help);
  return made;
}

std::span<const LintCheck> all_lint_checks() {
  static const std::vector<LintCheck> checks = [] {
    std::vector<LintCheck> all;
    const std::initializer_list<std::span<const LintCheck>> themes{
        conditions_checks, effects_checks, exceptions_checks, facts_checks, names_checks,
        options_checks,    rows_checks,    setup_checks,      turns_checks};
    for (const std::span<const LintCheck> theme : themes) all.insert(all.end(), theme.begin(), theme.end());
    sort(all, [](const LintCheck& a, const LintCheck& b) { return a.name < b.name; });
    return all;
  }();
  return checks;
}

Diagnostics lint(const CheckedRules& rules, FileId file) {
  Diagnostics findings;
  const GameBounds game(rules, file);
  for (const LintCheck& check : all_lint_checks()) {
    Effort effort;
    const Linted linted{rules, file, game, effort, findings};
    const std::size_t before = findings.size();
    check.find(linted);
    if (effort.left == 0) note_unfinished(linted);
    for (std::size_t i = before; i < findings.size(); ++i) findings[i].code = check.name;
  }
  drop_consequences(findings);
  apply_allows(rules.allows, findings);
  sort_diagnostics(findings);
  return findings;
}

std::string settle_allows(std::string text, std::string_view because, const Diagnostics& known,
                          const std::function<Diagnostics(const std::string& text)>& look) {
  const Diagnostics findings = look(text);
  text = without_needless(std::move(text), findings);
  std::map<std::size_t, std::set<std::string>> codes;  // by the line above which they are allowed
  for (const Diagnostic& found : look(text)) {
    const auto is_it = [&](const Diagnostic& other) {
      return other.code == found.code && other.message == found.message;
    };
    if (found.severity != Severity::warning || found.where.file != FileId{} || any_of(known, is_it)) continue;
    codes[begin_of_entry(text, found.where.begin)].insert(std::string(found.code));
  }
  std::string allowed;
  std::size_t at = 0;
  for (const auto& [line, names] : codes) {
    allowed += text.substr(at, line - at);
    const std::string indent(text.find_first_not_of(' ', line) - line, ' ');
    for (const std::string& name : names)
      allowed += fmt::format("{}# roundhouse: allow {} because {}\n", indent, name, because);
    at = line;
  }
  return allowed + text.substr(at);
}

}  // namespace roundhouse::dsl
