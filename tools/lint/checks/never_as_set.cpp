// A row that waits for another choice of a parent's option than the one in force: `doubles == follow-up` at a
// table that satisfies doubles. A record could set the option otherwise, but who writes the row plays with
// what stands in the file. Options that the file itself declares are meant to be chosen, so rows may wait for
// them.

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/rule_text.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/option_values.h"

namespace roundhouse::dsl {
namespace never_as_set_check {
namespace {

constexpr std::string_view name = "never-as-set";

bool is_never_true(const TypedExpr& condition, const CheckedRules& rules) {
  return is_false(simplify(condition, rules, Known{}));
}

/// An option that alone keeps the row from applying, and how a file would let it.
struct InTheWay {
  std::size_t option = 0;
  std::string in_force;  ///< the value as it is written
  std::string needed;
};

std::optional<InTheWay> option_in_the_way(const Linted& linted, const TypedExpr& condition,
                                          const std::vector<std::size_t>& asked) {
  CheckedRules other = linted.rules;
  for (const std::size_t at : asked) {
    Option& option = other.options[at];
    // Numbers are tuned from evening to evening, and rows wait for them.
    if (option.type == Type::number) continue;
    const OptionId id{static_cast<std::uint16_t>(at)};
    const std::int32_t in_force = option.value;
    for (const std::int32_t value : distinguishing_values(option)) {
      option.value = value;
      if (!linted.effort.spend(100)) return std::nullopt;
      if (!is_never_true(condition, other))
        return InTheWay{at, option_text(linted.rules, id, 0, 0), option_text(other, id, 0, 0)};
    }
    option.value = in_force;
  }
  return std::nullopt;
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (!rule.when || !linted.is_own(rule.when->where)) continue;
    const std::vector<std::size_t> asked = options_of(*rule.when, rules);
    const auto own = [&](std::size_t at) { return linted.is_own(rules.options[at].where); };
    if (asked.empty() || any_of(asked, own)) continue;
    if (!linted.effort.spend(10) || !is_never_true(*rule.when, rules)) continue;
    // A condition that no option can mend has checks of its own.
    if (never_holds(linted, *rule.when)) continue;
    // To copy the rules takes its time, too.
    if (!linted.effort.spend(10 * rules.rules.size())) return;
    const auto found = option_in_the_way(linted, *rule.when, asked);
    if (!found) continue;
    const Option& option = rules.options[found->option];
    Diagnostic& made = findings.emplace_back(warning(
        name, rule.when->where,
        fmt::format("'{}' never applies as long as '{}' is {}", rule.id, option.name, found->in_force)));
    const bool here = linted.is_own(option.value_where);
    if (here)
      made.labels.push_back({option.value_where, "set here"});
    else
      made.why = fmt::format("this file leaves '{}' as its parent has it", option.name);
    made.help = fmt::format("if it is to apply, write '{}: {}' under 'options'; else leave the row out",
                            option.name, found->needed);
  }
}

}  // namespace
}  // namespace never_as_set_check

const LintCheck never_as_set{never_as_set_check::name,
                             "A row waits for another choice of a parent's option than the one in force.",
                             never_as_set_check::find};

}  // namespace roundhouse::dsl
