// `x in 5..1` holds for no x: the numbers of a range stand the wrong way round.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace empty_range_check {
namespace {

constexpr std::string_view name = "empty-range";

void find(const Linted& linted, Diagnostics& findings) {
  for_each_expression(linted.rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (node.op != Op::between || !linted.is_own(node.where)) return;
      const TypedExpr& low = node.args[1];
      const TypedExpr& high = node.args[2];
      if (low.op != Op::number || high.op != Op::number || low.number <= high.number) return;
      const Span range{node.where.file, low.where.begin, high.where.end};
      Diagnostic& made = findings.emplace_back(
          warning(name, range,
                  fmt::format("the range {}..{} is empty, so this never holds", low.number, high.number)));
      const std::string turned = fmt::format("{}..{}", high.number, low.number);
      suggest_fix(made, {range, turned, fmt::format("the smaller number comes first: write '{}'", turned)});
    });
  });
}

}  // namespace
}  // namespace empty_range_check

const LintCheck empty_range{empty_range_check::name, "A range whose first number is greater than its second.",
                            empty_range_check::find};

}  // namespace roundhouse::dsl
