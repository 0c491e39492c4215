// Play that stops, or never comes to its end.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace {

// Debts of `owe` are paid by `cover` or let off by `forgive`. Rules that have neither leave every debt open
// to the end of the round.
void find_never_covered(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  if (has_effect(rules, Effect::cover) || has_effect(rules, Effect::forgive)) return;
  for (const Rule& rule : rules.rules) {
    for (const TypedEffect& effect : rule.effects) {
      if (effect.id != Effect::owe || !linted.is_own(effect.where)) continue;
      Diagnostic& made =
          linted.warn(effect.where, fmt::format("what '{}' makes owed is never paid", rule.id));
      made.why =
          "no row has the effect 'cover' or 'forgive', so that the double stays uncovered whatever is laid "
          "to it";
      made.help = "add a row 'after: lay' with 'when: end.owed' and 'do: cover(end)'";
      return;
    }
  }
}

// A target that nobody can reach: where points are only ever taken off no total comes to 100. Where nothing
// else ends the game it never ends.
void find_never_over(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  if (!rules.match.over || !linted.is_own(rules.match.over->where)) return;
  const TypedExpr& over = *rules.match.over;
  if (over.op == Op::truth || !never_holds(linted, over)) return;
  const bool ends = rules.match.rounds || has_effect(rules, Effect::end_game);
  Diagnostic& made =
      linted.warn(over.where, ends ? "the game is never over by this: it can never be true"
                                   : "the game never ends: this can never be true, and nothing else ends it");
  const std::string why = why_constant(linted, over, {});
  made.why = why.empty() ? "no points that the rules give make it true" : why;
  made.help = "ask for totals as the rules count them: where points are taken off, they go below 0";
}

// `match: over` is asked after each round. One that holds already while nobody has any points ends the game
// before it has begun: mostly the comparison is turned round.
void find_over_at_once(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  if (!rules.match.over || !linted.is_own(rules.match.over->where)) return;
  GameBounds at_the_start = linted.game;
  at_the_start.totals = at_the_start.points = {0, 0};
  at_the_start.rounds = 1;
  const TypedExpr& over = *rules.match.over;
  const AbstractValue value = value_of(over, {.rules = rules, .game = at_the_start, .effort = linted.effort});
  if (value.truth != Truth::yes) return;
  Diagnostic& made =
      linted.warn(over.where, "the game is over at once: this holds already while everybody has 0 points");
  made.why = "'over' is asked after each round, and the first that finds it true ends the game";
  made.help = "turn the comparison round: '>=' for a target that is reached from below, '<=' for one below 0";
}

// A player who can neither lay nor draw has to be able to end the turn, or the round stands still. The
// boneyard may be empty, and rows that oblige to draw are easily written without a thought of it.
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

void find_stuck_player(const Linted& linted) {
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
      linted.warn(rule->about_where, fmt::format("a player who has no tile that fits is stuck once the "
                                                 "boneyard is empty: '{}' forbids to end the turn",
                                                 rule->id));
  if (rule->when) made.labels.push_back({rule->when->where, "holds then, too"});
  made.why =
      "nothing can be laid and nothing drawn, and the turn may not end, so that the round stands still";
  made.help = "let it hold only where something can be done: 'can.draw' or 'round.boneyard > 0'";
}

// If each double is the engine once at most, a game cannot have more rounds than the set has doubles.
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

void find_too_many_rounds(const Linted& linted) {
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
    KnownFacts known;
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
    Diagnostic& made =
        linted.warn(*own, fmt::format("{} are played, and there are {} doubles to begin them with",
                                      counted(rounds.value, "rounds"), doubles));
    made.why = fmt::format("each double of the {} set is the engine once at most, so that round {} has none",
                           set_text(static_cast<std::int32_t>(highest.value)), doubles + 1);
    made.help = fmt::format("play {} or fewer, or take a larger set", counted(doubles, "rounds"));
    return;
  }
}

// A double is covered by another tile of its number. Where the rows about laying leave none, every double
// stays open for good. The double itself is no help: it lies on the table, and a set has it once.
TypedExpr tile_fits() {
  TypedExpr made;
  made.op = Op::has;
  made.type = Type::truth;
  TypedExpr tile;
  tile.op = Op::root;
  tile.type = Type::tile;
  tile.index = static_cast<std::int32_t>(Root::tile);
  made.args.push_back(std::move(tile));
  made.args.push_back(truth_of(Root::end, Member::end_pip));
  return made;
}

void find_uncoverable_double(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const ActId lay = act_id(BuiltInAct::lay);
  if (linted.game.copies > 1 || !has_effect(rules, Effect::owe) || has_effect(rules, Effect::show)) return;
  const TypedExpr owed = truth_of(Root::end, Member::end_owed);
  const TypedExpr is_double = truth_of(Root::tile, Member::tile_double);
  const TypedExpr fits = tile_fits();
  std::vector<const Rule*> by_others, by_doubles;
  if (!is_forbidden_wherever(linted, lay, {{&owed, true}, {&is_double, false}}, &by_others)) return;
  if (!is_forbidden_wherever(linted, lay, {{&owed, true}, {&is_double, true}, {&fits, false}}, &by_doubles))
    return;
  const auto own = std::find_if(by_others.rbegin(), by_others.rend(),
                                [&](const Rule* row) { return linted.is_own(row->where); });
  if (own == by_others.rend() || never_legal_act(linted, lay)) return;
  Diagnostic& made =
      linted.warn((*own)->about_where,
                  fmt::format("nobody can ever cover a double: '{}' forbids every tile for it", (*own)->id));
  if ((*own)->when) made.labels.push_back({(*own)->when->where, "holds of all that could be laid to it"});
  made.why = "only the double itself has its number twice, and it lies on the table already";
  made.help = "let the row hold for some of the other tiles only";
}

}  // namespace

const LintCheck turns_checks[] = {
    {"never-covered", "A double owes covers, and nothing ever pays them.", find_never_covered},
    {"never-over", "The condition that ends the game can never be true.", find_never_over},
    {"over-at-once", "The game is over before anybody has a point.", find_over_at_once},
    {"stuck-player", "A player who can neither lay nor draw may not end the turn.", find_stuck_player},
    {"too-many-rounds", "More rounds than doubles that may be the engine.", find_too_many_rounds},
    {"uncoverable-double", "No tile may be laid to a double that has to be covered.",
     find_uncoverable_double},
};

}  // namespace roundhouse::dsl
