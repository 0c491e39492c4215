// If exactly all tiles are dealt nothing is left to draw. That may be meant where nobody draws; where the
// rules speak of drawing it is a slip of the table of hands.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/hands_dealt.h"
#include "tools/lint/legality.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace no_boneyard_check {
namespace {

constexpr std::string_view name = "no-boneyard";

/// True if under the options as they are nobody ever draws.
bool nobody_draws(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const ActId draw = act_id(BuiltInAct::draw);
  if (never_legal_act(linted, draw)) return true;
  std::vector<TypedExpr> conditions;
  for (const std::size_t at : forbids_of(rules, draw)) {
    const Rule& rule = rules.rules[at];
    if (!rule.when) return true;
    conditions.push_back(in_force(linted, *rule.when));
  }
  std::vector<Claim> claims;
  for (const TypedExpr& condition : conditions) {
    if (is_true(condition)) return true;
    claims.push_back({&condition, false});
  }
  return !claims.empty() && impossible(linted, claims, TrainsGone::counted, {draw, std::nullopt, true});
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  std::vector<HandsDealt> bare;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    const auto dealt = hands_dealt(rules, players);
    if (dealt && dealt->needed == dealt->tiles) bare.push_back(*dealt);
  }
  if (bare.empty()) return;
  // The largest table may take all there is; where a larger one has some left it was no such thought.
  const bool only_largest = bare.size() == 1 && bare.front().players == rules.setup.most_players;
  if (only_largest && rules.setup.most_players > rules.setup.least_players) return;
  const std::optional<Span> place = own_place_of_deal(linted);
  if (!place || nobody_draws(linted)) return;
  const HandsDealt& first = bare.front();
  Diagnostic& made = findings.emplace_back(warning(name, *place,
                                                   fmt::format("with {} the boneyard is empty from the start",
                                                               players_text(first.players, first.players))));
  made.why =
      fmt::format("{} hands of {} are all {} tiles of the {} set, and the rules let players draw",
                  first.players, first.each, first.tiles, set_text(static_cast<std::int32_t>(first.highest)));
  made.help = "deal fewer tiles to so many players";
}

}  // namespace
}  // namespace no_boneyard_check

const LintCheck no_boneyard{no_boneyard_check::name, "All tiles are dealt though players may draw.",
                            no_boneyard_check::find};

}  // namespace roundhouse::dsl
