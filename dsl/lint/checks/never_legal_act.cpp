// A declared act is legal only when its own `when` or one of its permits holds. An act with neither can never
// be done, and whatever follows of it never happens.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/lint/checks/all.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view name = "never-legal-act";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (std::size_t i = 0; i < rules.acts.size(); ++i) {
    const DeclaredAct& act = rules.acts[i];
    if (!linted.is_own(act.where)) continue;
    const bool permitted = std::any_of(rules.rules.begin(), rules.rules.end(), [&](const Rule& rule) {
      return rule.shape == Shape::permit && std::any_of(rule.acts.begin(), rule.acts.end(), [&](ActId id) {
               return id.value == built_in_acts + i;
             });
    });
    if (permitted) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, act.where, fmt::format("nothing permits '{}', so nobody can ever do it", act.name)));
    made.why = "a declared act is legal only when its own 'when' or a 'permit' row holds";
    made.help = "give it a 'when' (true, if it is always allowed)";
  }
}

}  // namespace

const LintCheck never_legal_act{name, "An act that nothing permits.", find};

}  // namespace roundhouse::dsl
