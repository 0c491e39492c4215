// A target that nobody can reach: where points are only ever taken off no total comes to 100. Where nothing
// else ends the game it never ends.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"
#include "tools/lint/reasons.h"

namespace roundhouse::dsl {
namespace never_over_check {
namespace {

constexpr std::string_view name = "never-over";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  if (!rules.match.over || !linted.is_own(rules.match.over->where)) return;
  const TypedExpr& over = *rules.match.over;
  if (over.op == Op::truth || !never_holds(linted, over)) return;
  const bool ends = rules.match.rounds || has_effect(rules, Effect::end_game);
  Diagnostic& made = findings.emplace_back(
      warning(name, over.where,
              ends ? "the game is never over by this: it can never be true"
                   : "the game never ends: this can never be true, and nothing else ends it"));
  const std::string why = why_constant(linted, over, {});
  made.why = why.empty() ? "no points that the rules give make it true" : why;
  made.help = "ask for totals as the rules count them: where points are taken off, they go below 0";
}

}  // namespace
}  // namespace never_over_check

const LintCheck never_over{never_over_check::name, "The condition that ends the game can never be true.",
                           never_over_check::find};

}  // namespace roundhouse::dsl
