// A row that can never apply, whatever the options: it waits for a train that was taken away, for an act or
// event that this game never has, or lifts only rows that never hold. A mistake in its condition taken
// by itself is reported by constant-condition.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace unreachable_rules_check {
namespace {

constexpr std::string_view name = "unreachable-rules";

bool may_be_lead(const CheckedRules& rules, const TypedExpr& from) {
  const auto lead = static_cast<std::int32_t>(SetupName::lead);
  if (from.op == Op::name) return from.index == lead;
  if (from.op == Op::option) {
    const Option& option = rules.options[static_cast<std::size_t>(from.index)];
    return any_of(option.choices, [&](NameId id) { return id.value == static_cast<std::uint16_t>(lead); });
  }
  if (from.op == Op::choose) return may_be_lead(rules, from.args[1]) || may_be_lead(rules, from.args[2]);
  return true;
}

struct Reasons {
  const Linted& linted;
  const CheckedRules& rules = linted.rules;
  bool leads = may_be_lead(rules, rules.setup.engine_from);
  bool covers = has_effect(rules, Effect::cover);

  /// Nobody ever draws, by rows of whatever file.
  std::string why_never_drawn(const Rule& rule) const {
    const auto is_draw = [](EventId event) { return event == event_id(BuiltInEvent::draw); };
    const auto is_draw_act = [](ActId act) { return act == act_id(BuiltInAct::draw); };
    const bool behind = !rule.events.empty() && all_of(rule.events, is_draw);
    const bool advises = rule.shape == Shape::advise && !rule.acts.empty() && all_of(rule.acts, is_draw_act);
    if (!behind && !advises) return {};
    const NeverLegal never = never_legal_act(linted, act_id(BuiltInAct::draw));
    return never ? "nobody may ever draw: " + never.why : std::string();
  }

  /// Why the row can never apply; empty where it may.
  std::string of(const Rule& rule) const {
    if (rule.when && never_holds(linted, *rule.when)) {
      // Reported by constant-condition if no train is to blame.
      return never_holds(linted, *rule.when, TrainsGone::open) || rule.when->op == Op::truth
                 ? std::string()
                 : "it waits for a kind of train that was taken away";
    }
    const auto never_done = [&](ActId act) { return act == act_id(BuiltInAct::lead) && !leads; };
    if (!rule.acts.empty() && all_of(rule.acts, never_done)) {
      return "nobody leads the engine here: 'engine.from' is not 'lead'";
    }
    const auto never_comes = [&](EventId event) {
      return (event == event_id(BuiltInEvent::lead) && !leads) ||
             (event == event_id(BuiltInEvent::cover) && !covers);
    };
    if (!rule.events.empty() && all_of(rule.events, never_comes)) {
      return rule.events.front() == event_id(BuiltInEvent::cover)
                 ? "no row has the effect 'cover', which raises this event"
                 : "nobody leads the engine here: 'engine.from' is not 'lead'";
    }
    if (std::string why = why_never_drawn(rule); !why.empty()) return why;
    const auto never_lifted = [&](RuleId id) { return !of(rules.rules[id.value]).empty(); };
    if (!rule.excepts.empty() && all_of(rule.excepts, never_lifted)) {
      return fmt::format("'{}', which it lifts, can never apply", rules.rules[rule.excepts.front().value].id);
    }
    return {};
  }
};

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Reasons reasons{linted};
  for (const Rule& rule : rules.rules) {
    if (!linted.is_own(rule.where)) continue;
    std::string why = reasons.of(rule);
    if (why.empty()) continue;
    Diagnostic& made =
        findings.emplace_back(warning(name, rule.id_where, fmt::format("'{}' can never apply", rule.id)));
    made.why = std::move(why);
    made.help = "take the row out, or say what was meant";
  }
}

}  // namespace
}  // namespace unreachable_rules_check

const LintCheck unreachable_rules{unreachable_rules_check::name, "A row can never apply.",
                                  unreachable_rules_check::find};

}  // namespace roundhouse::dsl
