// A row that an exception lifts wherever it holds never applies. Only where the row is the file's own: to
// lift an inherited one for good is a way of taking it away.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace always_lifted_check {
namespace {

constexpr std::string_view name = "always-lifted";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& rule = rules.rules[i];
    if (rule.shape == Shape::except || !linted.is_own(rule.where)) continue;
    const std::vector<const Rule*> exceptions = exceptions_of(rules, i);
    if (exceptions.empty()) continue;
    const std::vector<Scene> scenes = scenes_of(rules, rule);
    if (rule.when && never_holds(linted, *rule.when, TrainsGone::counted, scenes))
      continue;  // reported elsewhere
    std::vector<Claim> claims = claims_of(rule);
    bool always = false;
    for (const Rule* exception : exceptions) {
      if (!exception->when) {
        always = true;
        break;
      }
      claims.push_back({&*exception->when, false});
    }
    if (!always && !impossible_in(linted, claims, scenes)) continue;
    Diagnostic& made = findings.emplace_back(warning(
        name, rule.id_where, fmt::format("'{}' never applies: it is always lifted where it holds", rule.id)));
    for (const Rule* exception : exceptions) made.labels.push_back({exception->id_where, "lifts it"});
    made.why = exceptions.size() == 1
                   ? fmt::format("'{}' holds whenever '{}' does", exceptions.front()->id, rule.id)
                   : fmt::format("one of its {} exceptions holds whenever it does", exceptions.size());
    made.help = "take both out, or say under 'when' of the exception where the row is to be lifted";
  }
}

}  // namespace
}  // namespace always_lifted_check

const LintCheck always_lifted{always_lifted_check::name, "A row is lifted by exceptions wherever it holds.",
                              always_lifted_check::find};

}  // namespace roundhouse::dsl
