// A condition that holds always, or never, decides nothing: a number out of reach, two parts that exclude
// each other, a choice that leaves nothing out. Only what the language and the size of the game make certain:
// no option's value counts, and a bare `true` or `false` in a word, which a child may change, is let be. The
// smallest such part is named.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/reasons.h"

namespace roundhouse::dsl {
namespace constant_condition_check {
namespace {

constexpr std::string_view name = "constant-condition";

struct Searcher {
  const Linted& linted;
  Diagnostics& findings;
  std::vector<Scene> scenes{};

  Diagnostic& report(const TypedExpr& node, bool always) {
    Diagnostic& made = findings.emplace_back(warning(
        name, node.where,
        fmt::format("{} is {}", quoted(linted, node), always ? "true whatever happens" : "never true")));
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
        Diagnostic& made = findings.emplace_back(
            warning(name, node.args[j].where,
                    always ? fmt::format("either {} is true or {} is, whatever happens",
                                         quoted(linted, node.args[i]), quoted(linted, node.args[j]))
                           : fmt::format("{} is never true where {} is", quoted(linted, node.args[j]),
                                         quoted(linted, node.args[i]))));
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
    for_each_node(node, [&](const TypedExpr& part) {
      found = found || (part.op == Op::root && static_cast<Root>(part.index) == Root::new_end);
    });
    return found;
  }

  /// True of a word that is always absent here, which has a check of its own.
  bool asks_for_absent(const TypedExpr& node) const {
    bool found = false;
    if (!linted.game.winner_ends || (!scenes.front().act && !scenes.front().event)) return found;
    for_each_node(node, [&](const TypedExpr& part) {
      found = found || (part.op == Op::member && static_cast<Member>(part.index) == Member::round_winner);
    });
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

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  Searcher searcher{linted, findings};
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

}  // namespace
}  // namespace constant_condition_check

const LintCheck constant_condition{constant_condition_check::name,
                                   "A condition, or a part of it, is the same whatever the game.",
                                   constant_condition_check::find};

}  // namespace roundhouse::dsl
