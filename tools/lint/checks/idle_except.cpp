// An exception that holds only where another one lifts the same row as well changes nothing.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace idle_except_check {
namespace {

constexpr std::string_view name = "idle-except";

bool lifts(const Rule& exception, RuleId row) { return contains(exception.excepts, row); }

/// True if the wide one lifts every row that the narrow one lifts, wherever that does.
bool covers(const Linted& linted, const Rule& wide, const Rule& narrow) {
  return all_of(narrow.excepts, [&](RuleId id) {
    if (!lifts(wide, id)) return false;
    if (!wide.when) return true;
    const Rule& row = linted.rules.rules[id.value];
    std::vector<Claim> claims = claims_of(narrow);
    for (const Claim& claim : claims_of(row)) claims.push_back(claim);
    claims.push_back({&*wide.when, false});
    return impossible_in(linted, claims, scenes_of(linted.rules, row));
  });
}

/// True if it lifts something at all: one that lifts nothing is reported elsewhere.
bool counts(const Linted& linted, const Rule& exception) {
  return any_of(exception.excepts, [&](RuleId id) {
    const Rule& row = linted.rules.rules[id.value];
    std::vector<Claim> claims = claims_of(exception);
    for (const Claim& claim : claims_of(row)) claims.push_back(claim);
    return !impossible_in(linted, claims, scenes_of(linted.rules, row));
  });
}

void find(const Linted& linted, Diagnostics& findings) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& narrow = rules[i];
    if (narrow.shape != Shape::except || !linted.is_own(narrow.where)) continue;
    for (std::size_t j = 0; j < rules.size(); ++j) {
      const Rule& wide = rules[j];
      if (!linted.effort.spend()) return;
      if (i == j || wide.shape != Shape::except || !covers(linted, wide, narrow)) continue;
      // Of two that lift the same the later one is reported.
      if (j > i && covers(linted, narrow, wide)) continue;
      if (!counts(linted, narrow)) break;
      Diagnostic& made = findings.emplace_back(warning(
          name, narrow.id_where, fmt::format("'{}' lifts only what '{}' lifts anyway", narrow.id, wide.id)));
      made.labels.push_back({wide.id_where, "holds whenever it does"});
      made.help = "take one of the two out, or narrow the condition of the wider one";
      break;
    }
  }
}

}  // namespace
}  // namespace idle_except_check

const LintCheck idle_except{idle_except_check::name, "An exception lifts only what another one lifts anyway.",
                            idle_except_check::find};

}  // namespace roundhouse::dsl
