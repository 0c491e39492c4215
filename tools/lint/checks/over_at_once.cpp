// `match: over` is asked after each round. One that holds already while nobody has any points ends the game
// before it has begun: mostly the comparison is turned round.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/reasons.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace over_at_once_check {
namespace {

constexpr std::string_view name = "over-at-once";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  if (!rules.match.over || !linted.is_own(rules.match.over->where)) return;
  GameBounds at_the_start = linted.game;
  at_the_start.totals = at_the_start.points = {0, 0};
  at_the_start.rounds = 1;
  const TypedExpr& over = *rules.match.over;
  const Value value = value_of(over, {.rules = rules, .game = at_the_start, .effort = linted.effort});
  if (value.truth != Truth::yes) return;
  Diagnostic& made = findings.emplace_back(
      warning(name, over.where, "the game is over at once: this holds already while everybody has 0 points"));
  made.why = "'over' is asked after each round, and the first that finds it true ends the game";
  made.help = "turn the comparison round: '>=' for a target that is reached from below, '<=' for one below 0";
}

}  // namespace
}  // namespace over_at_once_check

const LintCheck over_at_once{over_at_once_check::name, "The game is over before anybody has a point.",
                             over_at_once_check::find};

}  // namespace roundhouse::dsl
