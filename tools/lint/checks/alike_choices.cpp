// A choice of names makes a difference by conditions that ask for a name. Two names that nothing asks for are
// one and the same answer to the question.

#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace alike_choices_check {
namespace {

constexpr std::string_view name = "alike-choices";

/// For each option the names that a condition compares it with; an option that is used in any other way needs
/// none.
struct Asked {
  std::vector<std::vector<std::int32_t>> names;
  std::vector<bool> as_value;
};

void note(const TypedExpr& node, Asked& asked) {
  const auto is_option = [](const TypedExpr& side) { return side.op == Op::option; };
  if (node.op == Op::equal || node.op == Op::not_equal) {
    const TypedExpr &a = node.args[0], &b = node.args[1];
    if (is_option(a) && b.op == Op::name)
      return asked.names[static_cast<std::size_t>(a.index)].push_back(b.index);
    if (is_option(b) && a.op == Op::name)
      return asked.names[static_cast<std::size_t>(b.index)].push_back(a.index);
  }
  if (is_option(node)) asked.as_value[static_cast<std::size_t>(node.index)] = true;
  for (const TypedExpr& arg : node.args) note(arg, asked);
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  Asked asked{std::vector<std::vector<std::int32_t>>(rules.options.size()),
              std::vector<bool>(rules.options.size())};
  for_each_expression(rules, [&](const TypedExpr& expression) { note(expression, asked); });
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    // One that nothing asks for at all has a check of its own.
    if (option.type != Type::name || asked.as_value[i] || asked.names[i].empty()) continue;
    if (!linted.is_own(option.where)) continue;
    std::vector<std::string> alike;
    for (const NameId choice : option.choices) {
      const auto& names = asked.names[i];
      if (!contains(names, choice.value)) alike.push_back(fmt::format("'{}'", rules.name_text(choice)));
    }
    if (alike.size() < 2) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, option.where,
                fmt::format("of '{}' the choices {} come to the same", option.name, listed(alike))));
    made.why = "no condition asks for any of them, so that nothing in the game tells them apart";
    made.help = "add the row that makes the difference, or leave one of the choices out";
  }
}

}  // namespace
}  // namespace alike_choices_check

const LintCheck alike_choices{alike_choices_check::name, "Two choices of an option do the same.",
                              alike_choices_check::find};

}  // namespace roundhouse::dsl
