// A player who can neither lay nor draw has to be able to end the turn, or the round stands still. The
// boneyard may be empty, and rows that oblige to draw are easily written without a thought of it.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace stuck_player_check {
namespace {

constexpr std::string_view name = "stuck-player";

TypedExpr can(BuiltInAct act) {
  TypedExpr made;
  made.op = Op::can;
  made.type = Type::truth;
  made.index = static_cast<std::int32_t>(act);
  return made;
}

/// True if not every tile fits everywhere: a row about laying looks at the tile or at the number that is
/// open.
bool some_tile_may_not_fit(const Linted& linted) {
  const std::vector<std::size_t> forbids = forbids_of(linted.rules, act_id(BuiltInAct::lay));
  return any_of(forbids, [&](std::size_t at) {
    const Rule& rule = linted.rules.rules[at];
    constexpr auto fits =
        static_cast<std::uint32_t>(Mention::tile) | static_cast<std::uint32_t>(Mention::pip);
    return rule.when && (mentions_of(*rule.when, linted.game) & fits) != 0;
  });
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const ActId done = act_id(BuiltInAct::done);
  if (has_effect(rules, Effect::end_turn) || !some_tile_may_not_fit(linted)) return;
  if (never_legal_act(linted, done)) return;  // reported elsewhere
  const TypedExpr empty = is_number(Root::round, Member::round_boneyard, 0);
  const TypedExpr laid = is_number(Root::turn, Member::turn_laid, 0);
  const TypedExpr drew = is_number(Root::turn, Member::turn_drew, 0);
  const TypedExpr drawn = is_number(Root::turn, Member::turn_drawn, 0);
  const TypedExpr can_lay = can(BuiltInAct::lay), can_draw = can(BuiltInAct::draw);
  const std::vector<Claim> claims{{&empty, true}, {&laid, true},     {&drew, true},
                                  {&drawn, true}, {&can_lay, false}, {&can_draw, false}};
  const Rule* rule = forbids_wherever(linted, done, claims);
  if (!rule || !linted.is_own(rule->where)) return;
  Diagnostic& made =
      findings.emplace_back(warning(name, rule->about_where,
                                    fmt::format("a player who has no tile that fits is stuck once the "
                                                "boneyard is empty: '{}' forbids to end the turn",
                                                rule->id)));
  if (rule->when) made.labels.push_back({rule->when->where, "holds then, too"});
  made.why =
      "nothing can be laid and nothing drawn, and the turn may not end, so that the round stands still";
  made.help = "let it hold only where something can be done: 'can.draw' or 'round.boneyard > 0'";
}

}  // namespace
}  // namespace stuck_player_check

const LintCheck stuck_player{stuck_player_check::name,
                             "A player who can neither lay nor draw may not end the turn.",
                             stuck_player_check::find};

}  // namespace roundhouse::dsl
