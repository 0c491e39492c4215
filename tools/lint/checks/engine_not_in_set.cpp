// The double that is scheduled for a round has to be in the set, or the round has no engine. All rounds and
// numbers of players are gone through, with the options as they are.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/reasons.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace engine_not_in_set_check {
namespace {

constexpr std::string_view name = "engine-not-in-set";

constexpr std::int64_t most_rounds = 60;

struct Missing {
  std::int32_t players = 0;
  std::int64_t highest = 0;
  std::int64_t rounds = 0;  ///< of a game
  struct Round {
    std::int32_t number;
    std::int64_t pip;
  };
  std::vector<Round> all{};
};

bool asks_for_scheduled(const CheckedRules& rules, const TypedExpr& expression) {
  bool found = false;
  for_each_node(expression, [&](const TypedExpr& node) {
    if (node.op == Op::member && static_cast<Member>(node.index) == Member::round_double) found = true;
    if (node.op == Op::word)
      found = found || asks_for_scheduled(rules, rules.words[static_cast<std::size_t>(node.index)].is);
  });
  return found;
}

/// The rounds that have no engine for so many players.
Missing missing_for(const CheckedRules& rules, std::int32_t players) {
  Missing missing;
  missing.players = players;
  Known known;
  known.players = players;
  if (rules.setup.wanted && !asks_for_scheduled(rules, simplify(*rules.setup.wanted, rules, known)))
    return missing;
  const ConstantValue highest = constant_value(rules.setup.highest, rules, players);
  const ConstantValue rounds = rules.match.rounds ? constant_value(*rules.match.rounds, rules, players)
                                                  : ConstantValue{ConstantValue::State::known, 1};
  if (!highest.is_known() || !rounds.is_known()) return missing;
  missing.highest = highest.value;
  missing.rounds = rounds.value;
  for (std::int32_t number = 1; number <= std::min(rounds.value, most_rounds); ++number) {
    known.round = number;
    const TypedExpr pip = simplify(*rules.match.scheduled, rules, known);
    if (pip.op == Op::number && (pip.number < 0 || pip.number > highest.value))
      missing.all.push_back({number, pip.number});
  }
  return missing;
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  if (!rules.match.scheduled) return;
  std::vector<Span> places;
  for (const std::string_view wanted : {"double", "rounds"})
    for (const auto& [key, where] : rules.match.places)
      if (key == wanted) places.push_back(where);
  for (const auto& [key, where] : rules.setup.places)
    if (key == "set.highest") places.push_back(where);
  for (const Option& option : rules.options) {
    const auto at = static_cast<std::size_t>(&option - rules.options.data());
    if (linted.game.sizes[at]) places.push_back(option.value_where);
  }
  const auto own = find_if(places, [&](Span where) { return linted.is_own(where); });
  if (own == places.end()) return;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    if (!linted.effort.spend(2'000)) return;
    const Missing missing = missing_for(rules, players);
    if (missing.all.empty()) continue;
    const Missing::Round& first = missing.all.front();
    Diagnostic& made = findings.emplace_back(
        warning(name, *own,
                fmt::format("the double {} is scheduled for round {}, and the {} set has none", first.pip,
                            first.number, set_text(static_cast<std::int32_t>(missing.highest)))));
    made.why = fmt::format("with {} {} of {} have no engine: doubles go from 0 to {}",
                           players_text(players, players), missing.all.size(),
                           counted(missing.rounds, "rounds"), missing.highest);
    made.help = first.pip < 0 ? "play fewer rounds, or begin again with another double"
                              : fmt::format("begin with the double {} or a lower one", missing.highest);
    return;
  }
}

}  // namespace
}  // namespace engine_not_in_set_check

const LintCheck engine_not_in_set{engine_not_in_set_check::name,
                                  "For some round a double is scheduled that the set does not have.",
                                  engine_not_in_set_check::find};

}  // namespace roundhouse::dsl
