// Debts of `owe` are paid by `cover` or let off by `forgive`. Rules that have neither leave every debt open
// to the end of the round.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace never_covered_check {
namespace {

constexpr std::string_view name = "never-covered";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  if (has_effect(rules, Effect::cover) || has_effect(rules, Effect::forgive)) return;
  for (const Rule& rule : rules.rules) {
    for (const TypedEffect& effect : rule.effects) {
      if (effect.id != Effect::owe || !linted.is_own(effect.where)) continue;
      Diagnostic& made = findings.emplace_back(
          warning(name, effect.where, fmt::format("what '{}' makes owed is never paid", rule.id)));
      made.why =
          "no row has the effect 'cover' or 'forgive', so that the double stays uncovered whatever is laid "
          "to it";
      made.help = "add a row 'after: lay' with 'when: end.owed' and 'do: cover(end)'";
      return;
    }
  }
}

}  // namespace
}  // namespace never_covered_check

const LintCheck never_covered{never_covered_check::name, "A double owes covers, and nothing ever pays them.",
                              never_covered_check::find};

}  // namespace roundhouse::dsl
