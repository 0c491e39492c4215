// Courtesy begins where the rules leave a choice. Advice against what is forbidden anyway is never given.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace idle_advice_check {
namespace {

constexpr std::string_view name = "idle-advice";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (rule.shape != Shape::advise || !linted.is_own(rule.where)) continue;
    const std::vector<Scene> scenes = scenes_of(rules, rule);
    if (rule.when && never_holds(linted, *rule.when, TrainsGone::counted, scenes))
      continue;  // reported elsewhere
    const Rule* anyway = nullptr;
    const bool all = all_of(rule.acts, [&](ActId act) {
      anyway = forbids_wherever(linted, act, claims_of(rule));
      return anyway != nullptr;
    });
    if (!all || !anyway || !anyway->when) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, rule.id_where,
                fmt::format("the advice of '{}' is never given: '{}' forbids all that it is about", rule.id,
                            anyway->id)));
    made.labels.push_back({anyway->id_where, "holds whenever it does"});
    made.why = "advice is for what is legal; of an illegal act the row that forbids it is reported";
    made.help = "take the row out, or advise against something that is legal";
  }
}

}  // namespace
}  // namespace idle_advice_check

const LintCheck idle_advice{idle_advice_check::name, "A row advises against what is forbidden anyway.",
                            idle_advice_check::find};

}  // namespace roundhouse::dsl
