// Of a ladder, or of `if a then b else c`, the first step whose condition holds is taken. A step that can
// hold only where an earlier one does is never taken. The last, which has no condition, has to be there and
// is let be.

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace unreachable_step_check {
namespace {

constexpr std::string_view name = "unreachable-step";

void climb(const Linted& linted, const TypedExpr& first, Diagnostics& findings) {
  std::vector<Claim> passed;
  for (const TypedExpr* step = &first; step->op == Op::choose; step = &step->args[2]) {
    const TypedExpr& condition = step->args[0];
    std::vector<Claim> here = passed;
    here.push_back({&condition, true});
    const bool reported = never_holds(linted, condition) || !linted.is_own(condition.where);
    if (!passed.empty() && !reported && impossible(linted, here)) {
      Diagnostic& made = findings.emplace_back(
          warning(name, condition.where, "this step is never reached: an earlier one is taken first"));
      made.labels.push_back({passed.back().condition->where, "the step before"});
      made.help = "put the narrower step first, or take this one out";
    }
    passed.push_back({&condition, false});
  }
}

void find(const Linted& linted, Diagnostics& findings) {
  for_each_expression(linted.rules, [&](const TypedExpr& expression) {
    // The steps after the first are choices, too, but begin no ladder of their own.
    std::vector<const TypedExpr*> steps;
    for_each_node(expression, [&](const TypedExpr& node) {
      if (node.op != Op::choose) return;
      const bool goes_on = contains(steps, &node);
      steps.push_back(&node.args[2]);
      if (!goes_on) climb(linted, node, findings);
    });
  });
}

}  // namespace
}  // namespace unreachable_step_check

const LintCheck unreachable_step{unreachable_step_check::name,
                                 "A step of a ladder, or a choice, that is never reached.",
                                 unreachable_step_check::find};

}  // namespace roundhouse::dsl
