// Mistakes within one condition.

#include <fmt/format.h>

#include <optional>

#include "dsl/base/search.h"
#include "dsl/check/absent_words.h"
#include "dsl/check/simplify.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace {

// A word that is always absent where it stands says nothing there. Setup values are worked out before play. A
// word that is known only later is absent in them, so that the value is never what it says: a lot is drawn in
// every round, or no round has an engine.
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

void find_in_rows(const Linted& linted) {
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
        const bool me = is_root(node, Root::me);
        const bool winner = is_member(node, Member::round_winner);
        if (!(me && nobody_acts) && !(winner && no_winner)) return;
        if (!linted.is_own(node.where)) return;
        Diagnostic& made = linted.warn(
            node.where,
            fmt::format("'{}' is always absent {}", me ? "me" : "round.winner", about(rules, rule)));
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

/// An engine that comes out of no hand is held by nobody.
void find_holder(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Setup& setup = rules.setup;
  const std::vector<std::size_t> asked = options_of(setup.engine_from, rules);
  const TypedExpr from = simplify(setup.engine_from, rules, {});
  const bool of_no_hand = from.op == Op::name && (from.index == static_cast<std::int32_t>(SetupName::aside) ||
                                                  from.index == static_cast<std::int32_t>(SetupName::turned));
  if (!of_no_hand || any_of(asked, [&](std::size_t at) { return linted.is_own(rules.options[at].where); }))
    return;
  each_setting(rules, [&](const SettingRow& setting, const TypedExpr& value) {
    bool found = false;
    for_each_node(simplify(value, rules, {}), [&](const TypedExpr& node) {
      if (found || !is_root(node, Root::holder) || !linted.is_own(node.where)) return;
      found = true;
      Diagnostic& made =
          linted.warn(node.where, fmt::format("'holder' is always absent in 'setup.{}'", setting.whole),
                      "ask for something else, or let the engine come out of a hand");
      made.why = from.index == static_cast<std::int32_t>(SetupName::aside)
                     ? "the engine is set aside before the deal, and nobody holds it"
                     : "the engine is turned over, and nobody holds it";
    });
  });
}

void find_absent_word(const Linted& linted) {
  find_in_rows(linted);
  find_holder(linted);
  for (const AbsentWord& absent : absent_words(linted.rules)) {
    if (!linted.is_own(absent.where)) continue;
    Diagnostic& made =
        linted.warn(absent.where, fmt::format("'{}' is always {} in '{}'", absent.word,
                                              absent.is_nought ? "0" : "absent", absent.value));
    if (absent.asked != absent.where) made.labels.push_back({absent.asked, "asked for here"});
    made.why = absent.is_nought
                   ? "the value is worked out while the round is set up, before anything is counted"
                   : "the value is worked out while the round is set up, before this is known";
    made.help = "ask for something that is known by then, or say what was meant";
  }
}

// A comparison of a thing with itself says nothing about the game: one side was meant to be another.
void find_compares_itself(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for_each_expression(rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (!is_comparison(node.op) || !linted.is_own(node.where)) return;
      // Two literals are the same for everybody to see: that is constant-condition.
      if (node.args[0].op == Op::number || !same_expression(node.args[0], node.args[1])) return;
      linted.warn(node.where, "both sides of this comparison are the same",
                  "name the other thing that was meant");
    });
  });
}

// A condition that holds always, or never, decides nothing: a number out of reach, two parts that exclude
// each other, a choice that leaves nothing out. Only what the language and the size of the game make certain:
// no option's value counts, and a bare `true` or `false` in a word, which a child may change, is let be. The
// smallest such part is named.
struct Searcher {
  const Linted& linted;
  std::vector<Scene> scenes{};

  Diagnostic& report(const TypedExpr& node, bool always) {
    Diagnostic& made = linted.warn(node.where, fmt::format("{} is {}", quoted(linted, node),
                                                           always ? "true whatever happens" : "never true"));
    if (touches_new(node)) {
      made.why =
          "all rows of an event look at the table before any effect: the place just made has no "
          "marker and no debt yet";
      made.help = "ask about the tile or the end that was laid to";
      return made;
    }
    made.why = why_constant(linted, node, scenes);
    made.help = always ? "leave it out, or say what was meant" : "say what was meant, or take it out";
    return made;
  }

  /// Of many parts that cannot go together two, if two suffice.
  void report_junction(const TypedExpr& node, bool always) {
    for (std::size_t j = 1; j < node.args.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        if (node.args.size() == 2) break;
        const std::vector<Claim> two{{&node.args[i], !always}, {&node.args[j], !always}};
        if (!impossible_in(linted, two, scenes, TrainsGone::open)) continue;
        Diagnostic& made =
            linted.warn(node.args[j].where,
                        always ? fmt::format("either {} is true or {} is, whatever happens",
                                             quoted(linted, node.args[i]), quoted(linted, node.args[j]))
                               : fmt::format("{} is never true where {} is", quoted(linted, node.args[j]),
                                             quoted(linted, node.args[i])));
        made.labels.push_back({node.args[i].where, "the other part"});
        made.why = why_constant(linted, node, scenes);
        made.help = always ? "write 'and' where both are to hold, or say what was meant"
                           : "say what was meant, or take the row out";
        return;
      }
    }
    report(node, always);
  }

  static bool touches_new(const TypedExpr& node) {
    bool found = false;
    for_each_node(node, [&](const TypedExpr& part) { found = found || is_root(part, Root::new_end); });
    return found;
  }

  /// True of a word that is always absent here, which has a check of its own.
  bool asks_for_absent(const TypedExpr& node) const {
    bool found = false;
    if (!linted.game.winner_ends || (!scenes.front().act && !scenes.front().event)) return found;
    for_each_node(node,
                  [&](const TypedExpr& part) { found = found || is_member(part, Member::round_winner); });
    return found;
  }

  /// True if the node or something in it was reported.
  bool search(const TypedExpr& node) {
    bool reported = false;
    for (const TypedExpr& arg : node.args) reported = search(arg) || reported;
    if (reported || node.type != Type::truth || node.op == Op::truth || node.op == Op::word) return reported;
    if (!linted.is_own(node.where)) return false;
    // A thing compared with itself has a check of its own.
    if (is_comparison(node.op) && node.args[0].op != Op::number &&
        same_expression(node.args[0], node.args[1])) {
      return true;
    }
    if (asks_for_absent(node)) return false;
    const bool always = always_holds(linted, node, TrainsGone::open, scenes);
    if (!always && !never_holds(linted, node, TrainsGone::open, scenes)) return false;
    const bool joins = node.op == (always ? Op::logical_or : Op::logical_and);
    if (joins) {
      report_junction(node, always);
    } else {
      report(node, always);
    }
    return true;
  }
};

void find_constant_condition(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  Searcher searcher{linted};
  const auto search = [&](const TypedExpr& expression, std::vector<Scene> scenes) {
    const std::uint32_t mentions = mentions_of(expression, linted.game);
    for (Scene& scene : scenes)
      scene.sizes_open = (mentions & static_cast<std::uint32_t>(Mention::sizes)) != 0;
    searcher.scenes = std::move(scenes);
    searcher.search(expression);
  };
  for_each_value(rules, [&](const TypedExpr& expression) {
    // A game that is never over has a check of its own.
    if (rules.match.over && &expression == &*rules.match.over) return;
    search(expression, {Scene{}});
  });
  for (const Rule& rule : rules.rules) {
    // Acts that a law forbids anyway have a check of their own.
    const std::vector<Scene> scenes = scenes_of(rules, rule, rule.shape != Shape::forbid);
    for_each_expression_of(rule, [&](const TypedExpr& expression) { search(expression, scenes); });
    // A permit that always holds has to say so; all else says it by leaving `when` out.
    if (!rule.when || rule.when->op != Op::truth || !linted.is_own(rule.when->where)) continue;
    if (rule.shape != Shape::permit || rule.when->number == 0)
      searcher.report(*rule.when, rule.when->number != 0);
  }
}

// `x in 5..1` holds for no x: the numbers of a range stand the wrong way round.
void find_empty_range(const Linted& linted) {
  for_each_expression(linted.rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (node.op != Op::between || !linted.is_own(node.where)) return;
      const TypedExpr& low = node.args[1];
      const TypedExpr& high = node.args[2];
      if (low.op != Op::number || high.op != Op::number || low.number <= high.number) return;
      const Span range{node.where.file, low.where.begin, high.where.end};
      Diagnostic& made = linted.warn(
          range, fmt::format("the range {}..{} is empty, so this never holds", low.number, high.number));
      const std::string turned = fmt::format("{}..{}", high.number, low.number);
      suggest_fix(made, {range, turned, fmt::format("the smaller number comes first: write '{}'", turned)});
    });
  });
}

// A part said twice in a chain of `and` or of `or` adds nothing: probably one of the two was to say
// something else.
void find_repeated_condition(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for_each_expression(rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (row(node.op).form != Form::junction) return;
      for (std::size_t i = 1; i < node.args.size(); ++i) {
        const TypedExpr& later = node.args[i];
        if (!linted.is_own(later.where)) continue;
        for (std::size_t j = 0; j < i; ++j) {
          if (!same_expression(node.args[j], later)) continue;
          Diagnostic& made = linted.warn(later.where, "this was said already in the same condition");
          made.labels.push_back({node.args[j].where, "first said here"});
          made.help = "leave one of them out, or say what was meant";
          break;
        }
      }
    });
  });
}

}  // namespace

const LintCheck conditions_checks[] = {
    {"absent-word", "A word is asked for where it is always absent, or 0.", find_absent_word},
    {"compares-itself", "The two sides of a comparison are the same.", find_compares_itself},
    {"constant-condition", "A condition, or a part of it, is the same whatever the game.",
     find_constant_condition},
    {"empty-range", "A range whose first number is greater than its second.", find_empty_range},
    {"repeated-condition", "The same part stands twice in one condition.", find_repeated_condition},
};

}  // namespace roundhouse::dsl
