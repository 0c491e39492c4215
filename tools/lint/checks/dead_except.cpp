// An exception counts only where the row that it lifts holds. If both can never hold at once, it lifts
// nothing, however often its own condition is true.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace dead_except_check {
namespace {

constexpr std::string_view name = "dead-except";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (rule.shape != Shape::except || !rule.when || !linted.is_own(rule.where)) continue;
    if (never_holds(linted, *rule.when, TrainsGone::counted, scenes_of(rules, rule)))
      continue;  // reported elsewhere
    for (const RuleId id : rule.excepts) {
      const Rule& lifted = rules.rules[id.value];
      if (!lifted.when || never_holds(linted, *lifted.when)) continue;
      if (!impossible_in(linted, {{&*rule.when, true}, {&*lifted.when, true}}, scenes_of(rules, lifted)))
        continue;
      Diagnostic& made = findings.emplace_back(
          warning(name, rule.when->where,
                  fmt::format("'{}' never lifts '{}': the two never hold together", rule.id, lifted.id)));
      made.labels.push_back({lifted.when->where, fmt::format("when '{}' holds", lifted.id)});
      made.help = fmt::format("say when '{}' is not to hold, or name the row that was meant", lifted.id);
    }
  }
}

}  // namespace
}  // namespace dead_except_check

const LintCheck dead_except{dead_except_check::name,
                            "An exception holds only where the row that it lifts does not.",
                            dead_except_check::find};

}  // namespace roundhouse::dsl
