// A verdict quotes the sentence of the row. Without one it shows the condition in words, which is well for
// one or two parts; a long one nobody at a table understands.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace missing_says_check {
namespace {

constexpr std::string_view name = "missing-says";

constexpr int most_parts = 3;

int parts_of(const TypedExpr& node) {
  int parts = is_quantifier(node.op) ? 1 : 0;
  const bool joins = node.op == Op::logical_and || node.op == Op::logical_or || node.op == Op::logical_not ||
                     node.op == Op::choose || is_quantifier(node.op);
  for (const TypedExpr& arg : node.args) {
    if (joins) parts += parts_of(arg);
  }
  return joins ? parts : 1;
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    const bool quoted =
        rule.shape == Shape::forbid || rule.shape == Shape::permit || rule.shape == Shape::advise;
    if (!quoted || !rule.says.empty() || !rule.when || !linted.is_own(rule.where)) continue;
    if (parts_of(*rule.when) <= most_parts) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, rule.id_where, fmt::format("'{}' has a long condition and no sentence", rule.id)));
    made.labels.push_back({rule.when->where, "a verdict would have to quote this"});
    made.help = "add 'says', as it would be said at the table";
  }
}

}  // namespace
}  // namespace missing_says_check

const LintCheck missing_says{missing_says_check::name,
                             "A long condition without a sentence for a verdict to quote.",
                             missing_says_check::find};

}  // namespace roundhouse::dsl
