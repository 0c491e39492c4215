// A fact that nothing sets is false, 0 or absent for ever, and what asks about it never sees anything else.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace never_set_fact_check {
namespace {

constexpr std::string_view name = "never-set-fact";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    const bool is_shown = !fact.shown.empty();
    if (uses.facts_set[i] || !(uses.facts[i] || is_shown) || !linted.is_own(fact.where)) continue;
    findings.push_back(
        warning(name, fact.where,
                fmt::format("the fact '{}' is {}, but nothing ever sets it", fact.name,
                            uses.facts[i] ? "asked about" : "shown"),
                "let an 'after' row 'set' it or 'add' to it, or let it define itself with 'after' and 'is'"));
  }
}

}  // namespace
}  // namespace never_set_fact_check

const LintCheck never_set_fact{never_set_fact_check::name, "A fact is asked about or shown, and never set.",
                               never_set_fact_check::find};

}  // namespace roundhouse::dsl
