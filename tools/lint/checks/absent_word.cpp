// A word that is always absent where it stands says nothing there. Setup values are worked out before play. A
// word that is known only later is absent in them, so that the value is never what it says: a lot is drawn in
// every round, or no round has an engine.

#include <fmt/format.h>

#include <optional>

#include "dsl/base/search.h"
#include "dsl/check/absent_words.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace absent_word_check {
namespace {

constexpr std::string_view name = "absent-word";

// --- in rows ---

std::string about(const CheckedRules& rules, const Rule& rule) {
  if (!rule.acts.empty()) return fmt::format("in a row about '{}'", rules.act_name(rule.acts.front()));
  return fmt::format("in '{}'", rule.id);
}

bool is_by_referee(const CheckedRules& rules, const Scene& scene) {
  std::optional<std::size_t> act;
  if (scene.act && scene.act->value >= built_in_acts) act = scene.act->value - built_in_acts;
  if (scene.event && scene.event->value >= built_in_events) act = scene.event->value - built_in_events;
  return act && rules.acts[*act].by == ActBy::referee;
}

/// True before the winner is known: if the winner ends the round, that is only when nobody acts any more. A
/// referee's act may come then.
bool is_before_the_end(const CheckedRules& rules, const Scene& scene) {
  if (scene.act) return !is_by_referee(rules, scene);
  return scene.event == event_id(BuiltInEvent::lay) || scene.event == event_id(BuiltInEvent::draw);
}

void find_in_rows(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (!linted.is_own(rule.where)) continue;
    const std::vector<Scene> scenes = scenes_of(rules, rule);
    if (scenes.empty()) continue;
    const bool no_winner = linted.game.winner_ends && all_of(scenes, [&](const Scene& scene) {
                             return is_before_the_end(rules, scene);
                           });
    const bool nobody_acts = all_of(scenes, [&](const Scene& scene) { return is_by_referee(rules, scene); });
    if (!no_winner && !nobody_acts) continue;
    const auto look = [&](const TypedExpr& expression) {
      for_each_node(expression, [&](const TypedExpr& node) {
        const bool me = node.op == Op::root && static_cast<Root>(node.index) == Root::me;
        const bool winner = node.op == Op::member && static_cast<Member>(node.index) == Member::round_winner;
        if (!(me && nobody_acts) && !(winner && no_winner)) return;
        if (!linted.is_own(node.where)) return;
        Diagnostic& made = findings.emplace_back(
            warning(name, node.where,
                    fmt::format("'{}' is always absent {}", me ? "me" : "round.winner", about(rules, rule))));
        made.why =
            me ? "the referee does the act, and is no player; an effect on nobody does nothing"
               : "every row that says who has won ends the round with it, and then nobody acts any more";
        made.help = me ? "write 'whom' for the player that the act is about"
                       : "to ask who won the round before, write 'match.last_out'";
      });
    };
    for_each_expression_of(rule, look);
    // Things that are set belong to somebody, too.
  }
}

void find(const Linted& linted, Diagnostics& findings) {
  find_in_rows(linted, findings);
  for (const AbsentWord& absent : absent_words(linted.rules)) {
    if (!linted.is_own(absent.where)) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, absent.where, fmt::format("'{}' is always absent in '{}'", absent.word, absent.value)));
    if (absent.asked != absent.where) made.labels.push_back({absent.asked, "asked for here"});
    made.why = "the value is worked out while the round is set up, before this is known";
    made.help = "ask for something that is known by then, or say what was meant";
  }
}

}  // namespace
}  // namespace absent_word_check

const LintCheck absent_word{absent_word_check::name, "A word is asked for where it is always absent.",
                            absent_word_check::find};

}  // namespace roundhouse::dsl
