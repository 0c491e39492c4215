// A fact that lasts a turn is cleared when a turn begins. One that only the events before the first turn set
// is gone before a turn can ask for it.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/lint/checks/all.h"
#include "dsl/lint/claims.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view name = "cleared-fact";

bool is_before_first_turn(EventId event) {
  return event == event_id(BuiltInEvent::lead) || event == event_id(BuiltInEvent::engine) ||
         event == event_id(BuiltInEvent::deal) || event == event_id(BuiltInEvent::dealt);
}

bool sets(const Rule& rule, std::size_t fact) {
  return std::any_of(rule.effects.begin(), rule.effects.end(), [&](const TypedEffect& effect) {
    return (effect.id == Effect::set || effect.id == Effect::add) &&
           static_cast<std::size_t>(effect.args[0].index) == fact;
  });
}

/// Set by something, and by nothing but the events before the first turn.
bool is_set_early(const CheckedRules& rules, std::size_t fact) {
  bool is_set = false;
  for (const Rule& rule : rules.rules) {
    if (!sets(rule, fact)) continue;
    is_set = true;
    if (!std::all_of(rule.events.begin(), rule.events.end(), is_before_first_turn)) return false;
  }
  return is_set;
}

/// A row of the events before the first turn may be the one that asks. Words are not followed: one that asks
/// may be used there.
bool may_be_asked_early(const CheckedRules& rules, std::size_t fact) {
  const auto asks = [&](const TypedExpr& expression) {
    bool found = false;
    for_each_node(expression, [&](const TypedExpr& node) {
      found = found || node.op == Op::word ||
              (node.op == Op::fact && static_cast<std::size_t>(node.index) == fact);
    });
    return found;
  };
  return std::any_of(rules.rules.begin(), rules.rules.end(), [&](const Rule& rule) {
    if (std::none_of(rule.events.begin(), rule.events.end(), is_before_first_turn)) return false;
    if (rule.when && asks(*rule.when)) return true;
    return std::any_of(rule.effects.begin(), rule.effects.end(), [&](const TypedEffect& effect) {
      const bool changes = effect.id == Effect::set || effect.id == Effect::add;
      return std::any_of(effect.args.begin() + (changes ? 1 : 0), effect.args.end(), asks);
    });
  });
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    const bool is_told =
        uses.facts[i] && linted.is_own(fact.where);  // unused facts have a check of their own
    if (!is_told || fact.per != Scope::turn || !is_set_early(rules, i) || may_be_asked_early(rules, i))
      continue;
    Diagnostic& made = findings.emplace_back(warning(
        name, fact.where,
        fmt::format("the fact '{}' is set before the first turn, and cleared when that begins", fact.name)));
    made.why = "a fact of the turn lasts until the next turn begins, and nothing asks for it before";
    made.help = "let it last longer, with 'of: round', or let it be set in a turn";
  }
}

}  // namespace

const LintCheck cleared_fact{name, "A fact of the turn is set only before the first turn, which clears it.",
                             find};

}  // namespace roundhouse::dsl
