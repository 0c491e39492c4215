// A part said twice in a chain of `and` or of `or` adds nothing: probably one of the two was to say
// something else.

#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace repeated_condition_check {
namespace {

constexpr std::string_view name = "repeated-condition";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for_each_expression(rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (node.op != Op::logical_and && node.op != Op::logical_or) return;
      for (std::size_t i = 1; i < node.args.size(); ++i) {
        const TypedExpr& later = node.args[i];
        if (!linted.is_own(later.where)) continue;
        for (std::size_t j = 0; j < i; ++j) {
          if (!same_expression(node.args[j], later)) continue;
          Diagnostic& made = findings.emplace_back(
              warning(name, later.where, "this was said already in the same condition"));
          made.labels.push_back({node.args[j].where, "first said here"});
          made.help = "leave one of them out, or say what was meant";
          break;
        }
      }
    });
  });
}

}  // namespace
}  // namespace repeated_condition_check

const LintCheck repeated_condition{repeated_condition_check::name,
                                   "The same part stands twice in one condition.",
                                   repeated_condition_check::find};

}  // namespace roundhouse::dsl
