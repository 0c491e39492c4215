// A condition that holds always, or never, decides nothing: a number out of reach, two parts that exclude
// each other, a choice that leaves nothing out. Only what the language itself makes certain: no option's
// value counts, and a bare `true` or `false` in a word, which a child may change, is let be. The smallest
// such part is named.

#include "dsl/lint/checks/all.h"
#include "dsl/lint/claims.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view name = "constant-condition";

struct Searcher {
  const Linted& linted;
  Diagnostics& findings;

  void tell(const TypedExpr& node, bool always) {
    Diagnostic& made = findings.emplace_back(
        warning(name, node.where, always ? "this is true whatever happens" : "this is never true"));
    if (touches_new(node)) {
      made.why =
          "all rows of an event look at the table before any effect: the place just made has no "
          "marker and no debt yet";
      made.help = "ask about the tile or the end that was laid to";
      return;
    }
    made.help = always ? "leave it out, or say what was meant" : "say what was meant, or take it out";
  }

  static bool touches_new(const TypedExpr& node) {
    bool found = false;
    for_each_node(node, [&](const TypedExpr& part) {
      found = found || (part.op == Op::root && static_cast<Root>(part.index) == Root::new_end);
    });
    return found;
  }

  /// True where the node or something in it was told.
  bool search(const TypedExpr& node) {
    bool told = false;
    for (const TypedExpr& arg : node.args) told = search(arg) || told;
    if (told || node.type != Type::truth || node.op == Op::truth || node.op == Op::word) return told;
    if (!linted.is_own(node.where)) return false;
    // A thing compared with itself has a check of its own.
    if (is_comparison(node.op) && node.args[0].op != Op::number &&
        same_expression(node.args[0], node.args[1])) {
      return true;
    }
    const bool always = always_holds(linted, node, TrainsGone::open);
    if (!always && !never_holds(linted, node, TrainsGone::open)) return false;
    tell(node, always);
    return true;
  }
};

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  Searcher searcher{linted, findings};
  for_each_expression(rules, [&](const TypedExpr& expression) { searcher.search(expression); });
  for (const Rule& rule : rules.rules) {
    // What is permitted always has to say so; all else says it by leaving `when` out.
    if (!rule.when || rule.when->op != Op::truth || !linted.is_own(rule.when->where)) continue;
    if (rule.shape != Shape::permit || rule.when->number == 0)
      searcher.tell(*rule.when, rule.when->number != 0);
  }
}

}  // namespace

const LintCheck constant_condition{name, "A condition, or a part of it, is the same whatever the game.",
                                   find};

}  // namespace roundhouse::dsl
