// A fact that is only ever set to what it is when it is cleared remembers nothing.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/game_bounds.h"

namespace roundhouse::dsl {
namespace constant_fact_check {
namespace {

constexpr std::string_view name = "constant-fact";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    const bool is_truth = fact.type == Type::truth;
    if (!is_truth && fact.type != Type::number) continue;
    const bool is_reported = uses.facts_set[i] && uses.facts[i] && linted.is_own(fact.where);
    if (!is_reported || fact.chance || !linted.game.constant_facts[i]) continue;
    Diagnostic& made =
        findings.emplace_back(warning(name, fact.where,
                                      fmt::format("the fact '{}' is set, but never to {}", fact.name,
                                                  is_truth ? "true" : "anything but 0")));
    for (const Rule& rule : rules.rules)
      for (const TypedEffect& effect : rule.effects)
        if ((effect.id == Effect::set || effect.id == Effect::add) &&
            static_cast<std::size_t>(effect.args[0].index) == i)
          made.labels.push_back({effect.where, "set here"});
    made.why = fmt::format("it begins as {}, and so it stays", is_truth ? "false" : "0");
    made.help = fmt::format("add a row that sets it to {}, or take it out with all that asks for it",
                            is_truth ? "true" : "something else");
  }
}

}  // namespace
}  // namespace constant_fact_check

const LintCheck constant_fact{constant_fact_check::name,
                              "A fact is only ever set to what it is at the beginning.",
                              constant_fact_check::find};

}  // namespace roundhouse::dsl
