// A fact that nothing sets is false, 0 or absent for ever, and what asks about it never sees anything else.

#include <fmt/format.h>

#include "dsl/lint/checks/all.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view name = "never-set-fact";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    if (uses.facts_set[i] || !uses.facts[i] || !linted.is_own(fact.where)) continue;
    Diagnostic& made = findings.emplace_back(warning(
        name, fact.where, fmt::format("the fact '{}' is asked about, but nothing ever sets it", fact.name)));
    made.help = "let an 'after' row 'set' it or 'add' to it, or let it define itself with 'after' and 'is'";
  }
}

}  // namespace

const LintCheck never_set_fact{name, "A fact is asked about and never set.", find};

}  // namespace roundhouse::dsl
