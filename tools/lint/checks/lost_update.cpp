// The effects of a row run one after the other, but what they are given was worked out before the first. A
// fact that one effect changes and a later one of the same row sets is as if the first had not been; so is a
// marker that goes on and off, and a next player who is named twice.

#include <fmt/format.h>

#include "dsl/compile/rule_text.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace lost_update_check {
namespace {

constexpr std::string_view name = "lost-update";

/// The part of the earlier effect that is lost; empty: nothing.
std::string lost(const CheckedRules& rules, const TypedEffect& early, const TypedEffect& late) {
  const auto same_target = [&] { return same_expression(early.args[0], late.args[0]); };
  const bool writes_early = early.id == Effect::set || early.id == Effect::add;
  if (writes_early && late.id == Effect::set && same_target())
    return fmt::format("'{}' is overwritten at once", print_typed(rules, early.args[0]));
  if (early.id == Effect::mark && late.id == Effect::unmark && same_target())
    return "the marker that goes on comes off at once";
  if (early.id == Effect::next && late.id == Effect::next) return "the next player is overwritten at once";
  if (early.id == Effect::win && late.id == Effect::win) return "the winner is overwritten at once";
  return {};
}

void find(const Linted& linted, Diagnostics& findings) {
  for (const Rule& rule : linted.rules.rules) {
    if (!linted.is_own(rule.where)) continue;
    for (std::size_t j = 1; j < rule.effects.size(); ++j) {
      const TypedEffect& late = rule.effects[j];
      if (late.depth > 0) continue;
      for (std::size_t i = 0; i < j; ++i) {
        const TypedEffect& early = rule.effects[i];
        if (!linted.effort.spend()) return;
        if (early.depth > 0) continue;
        std::string what = lost(linted.rules, early, late);
        if (what.empty()) continue;
        Diagnostic& made = findings.emplace_back(warning(name, late.where, std::move(what)));
        made.labels.push_back({early.where, "this is lost"});
        made.why = "the effects of a row run in their order, and the last one counts";
        made.help = "leave one of the two out; where both were meant, work both out in one value";
        break;
      }
    }
  }
}

}  // namespace
}  // namespace lost_update_check

const LintCheck lost_update{lost_update_check::name, "An effect is undone by a later one of the same row.",
                            lost_update_check::find};

}  // namespace roundhouse::dsl
