// If each double is the engine once at most, a game cannot have more rounds than the set has doubles.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"
#include "tools/lint/reasons.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace too_many_rounds_check {
namespace {

constexpr std::string_view name = "too-many-rounds";

/// `match.used(tile.high)` in a condition.
const TypedExpr* asks_whether_used(const TypedExpr& wanted) {
  const TypedExpr* found = nullptr;
  for_each_node(wanted, [&](const TypedExpr& node) {
    if (node.op != Op::member || static_cast<Member>(node.index) != Member::match_used) return;
    const TypedExpr& pip = node.args[1];
    const bool of_tile = pip.op == Op::member && pip.args[0].op == Op::root &&
                         static_cast<Root>(pip.args[0].index) == Root::tile;
    if (of_tile) found = &node;
  });
  return found;
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  if (!rules.setup.wanted || !rules.match.rounds) return;
  std::vector<Span> places;
  for (const auto& [key, where] : rules.match.places)
    if (key == "rounds") places.push_back(where);
  for (const auto& [key, where] : rules.setup.places)
    if (key == "engine.wanted" || key == "set.highest") places.push_back(where);
  for (std::size_t i = 0; i < rules.options.size(); ++i)
    if (linted.game.sizes[i]) places.push_back(rules.options[i].value_where);
  const auto own = find_if(places, [&](Span where) { return linted.is_own(where); });
  if (own == places.end()) return;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    if (!linted.effort.spend(1'000)) return;
    Known known;
    known.players = players;
    const TypedExpr wanted = simplify(*rules.setup.wanted, rules, known);
    const TypedExpr* used = asks_whether_used(wanted);
    const ConstantValue highest = constant_value(rules.setup.highest, rules, players);
    const ConstantValue rounds = constant_value(*rules.match.rounds, rules, players);
    if (!used || !highest.is_known() || !rounds.is_known()) continue;
    const std::int64_t doubles = highest.value + 1;
    if (rounds.value <= doubles) continue;
    const TypedExpr is_double = truth_of(Root::tile, Member::tile_double);
    if (!impossible(linted, {{&wanted, true}, {used, true}}) ||
        !impossible(linted, {{&wanted, true}, {&is_double, false}}))
      continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, *own,
                fmt::format("{} are played, and there are {} doubles to begin them with",
                            counted(rounds.value, "rounds"), doubles)));
    made.why = fmt::format("each double of the {} set is the engine once at most, so that round {} has none",
                           set_text(static_cast<std::int32_t>(highest.value)), doubles + 1);
    made.help = fmt::format("play {} or fewer, or take a larger set", counted(doubles, "rounds"));
    return;
  }
}

}  // namespace
}  // namespace too_many_rounds_check

const LintCheck too_many_rounds{too_many_rounds_check::name,
                                "More rounds than doubles that may be the engine.",
                                too_many_rounds_check::find};

}  // namespace roundhouse::dsl
