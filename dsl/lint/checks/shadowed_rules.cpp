// A `forbid` that holds only where another one of the same acts holds as well never decides anything: the
// family thinks that it has made a rule, and the game is the same without it. Not reported if the other row
// has exceptions that this one does not share: then it counts where the other is lifted.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/lint/checks/all.h"
#include "dsl/lint/claims.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace shadowed_rules_check {
namespace {

constexpr std::string_view name = "shadowed-rules";

bool covers_acts(const Rule& wide, const Rule& narrow) {
  return all_of(narrow.acts, [&](ActId act) { return contains(wide.acts, act); });
}

bool is_shadowed(const Linted& linted, std::size_t narrow_at, std::size_t wide_at) {
  const CheckedRules& rules = linted.rules;
  if (!linted.effort.spend()) return false;
  const Rule &narrow = rules.rules[narrow_at], &wide = rules.rules[wide_at];
  if (wide.shape != Shape::forbid || !covers_acts(wide, narrow)) return false;
  if (wide.when) {
    std::vector<Claim> claims = claims_of(narrow);
    claims.push_back({&*wide.when, false});
    if (!impossible_in(linted, claims, scenes_of(rules, narrow))) return false;
  }
  if (!linted.effort.spend(rules.rules.size())) return false;
  const std::vector<const Rule*> exceptions = exceptions_of(rules, wide_at);
  return all_of(exceptions, [&](const Rule* exception) {
    const auto& lifts = exception->excepts;
    return any_of(lifts, [&](RuleId id) { return id.value == narrow_at; });
  });
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& narrow = rules.rules[i];
    if (narrow.shape != Shape::forbid || !linted.is_own(narrow.where)) continue;
    if (narrow.when && never_holds(linted, *narrow.when, TrainsGone::counted, scenes_of(rules, narrow)))
      continue;  // reported elsewhere
    for (std::size_t j = 0; j < rules.rules.size(); ++j) {
      if (i == j || !is_shadowed(linted, i, j)) continue;
      // Of two that say the same the later one is reported.
      if (j > i && is_shadowed(linted, j, i)) continue;
      const Rule& wide = rules.rules[j];
      if (wide.when && always_holds(linted, *wide.when)) continue;  // reported elsewhere
      Diagnostic& made = findings.emplace_back(
          warning(name, narrow.id_where,
                  fmt::format("'{}' forbids only what '{}' forbids anyway", narrow.id, wide.id)));
      made.labels.push_back({wide.id_where, "holds whenever it does"});
      made.help = fmt::format(
          "take one of the two out, or let an 'except' lift '{}' where this one is to count", wide.id);
      break;
    }
  }
}

}  // namespace
}  // namespace shadowed_rules_check

const LintCheck shadowed_rules{shadowed_rules_check::name,
                               "A row forbids only what another one forbids anyway.",
                               shadowed_rules_check::find};

}  // namespace roundhouse::dsl
