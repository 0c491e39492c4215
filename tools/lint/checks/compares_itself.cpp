// A comparison of a thing with itself says nothing about the game: one side was meant to be another.

#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace compares_itself_check {
namespace {

constexpr std::string_view name = "compares-itself";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for_each_expression(rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (!is_comparison(node.op) || !linted.is_own(node.where)) return;
      // Two literals are the same for everybody to see: that is constant-condition.
      if (node.args[0].op == Op::number || !same_expression(node.args[0], node.args[1])) return;
      findings.push_back(warning(name, node.where, "both sides of this comparison are the same",
                                 "name the other thing that was meant"));
    });
  });
}

}  // namespace
}  // namespace compares_itself_check

const LintCheck compares_itself{compares_itself_check::name, "The two sides of a comparison are the same.",
                                compares_itself_check::find};

}  // namespace roundhouse::dsl
