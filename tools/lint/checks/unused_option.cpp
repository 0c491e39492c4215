// An option that no expression reads and no sentence quotes is a question whose answer changes nothing. A
// parent's own are the parent's concern.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace unused_option_check {
namespace {

constexpr std::string_view name = "unused-option";

/// True if quoted in a text that is printed but not part of a row.
bool is_quoted(const CheckedRules& rules, const std::string& option) {
  const std::string piece = "{" + option + "}";
  const auto in = [&](const auto& entries) {
    return any_of(entries, [&](const auto& entry) { return entry.says.find(piece) != std::string::npos; });
  };
  const auto in_steps = [&](const std::vector<StepSayings>& ladders) {
    return any_of(ladders, [&](const StepSayings& ladder) { return in(ladder.steps); });
  };
  return in(rules.words) || in(rules.facts) || in(rules.trains) || in(rules.acts) ||
         in(rules.setup.sayings) || in(rules.match.sayings) || in_steps(rules.setup.step_sayings) ||
         in_steps(rules.match.step_sayings);
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    if (uses.options[i] || !linted.is_own(option.where) || is_quoted(rules, option.name)) continue;
    findings.push_back(warning(name, option.where,
                               fmt::format("nothing depends on the option '{}'", option.name),
                               "use it in a condition or an amount, or take it out"));
  }
}

}  // namespace
}  // namespace unused_option_check

const LintCheck unused_option{unused_option_check::name, "An option changes nothing.",
                              unused_option_check::find};

}  // namespace roundhouse::dsl
