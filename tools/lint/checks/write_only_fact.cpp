// A fact that is set but that no condition or amount asks about changes nothing: a row was forgotten. One
// that is shown is for the players to see.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace write_only_fact_check {
namespace {

constexpr std::string_view name = "write-only-fact";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    if (!uses.facts_set[i] || uses.facts[i] || !fact.shown.empty() || !linted.is_own(fact.where)) continue;
    findings.push_back(warning(name, fact.where,
                               fmt::format("the fact '{}' is {}, but nothing ever asks about it", fact.name,
                                           fact.chance ? "left to chance" : "set"),
                               "add the row that it was made for, let it be 'shown', or take it out"));
  }
}

}  // namespace
}  // namespace write_only_fact_check

const LintCheck write_only_fact{write_only_fact_check::name,
                                "A fact is set, and neither asked about nor shown.",
                                write_only_fact_check::find};

}  // namespace roundhouse::dsl
