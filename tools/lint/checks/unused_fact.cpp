// A fact that is neither set, asked about nor shown is left over from something, or waits for a row that was
// forgotten.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace unused_fact_check {
namespace {

constexpr std::string_view name = "unused-fact";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    if (uses.facts_set[i] || uses.facts[i] || !fact.shown.empty() || !linted.is_own(fact.where)) continue;
    findings.push_back(warning(name, fact.where,
                               fmt::format("the fact '{}' is neither set nor asked about", fact.name),
                               "take it out, or add the rows that it was made for"));
  }
}

}  // namespace
}  // namespace unused_fact_check

const LintCheck unused_fact{unused_fact_check::name, "A fact is neither set, asked about nor shown.",
                            unused_fact_check::find};

}  // namespace roundhouse::dsl
