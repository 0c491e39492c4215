// Effects that undo each other.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/compile/rule_text.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

// All rows of an event look at the table at once; then their effects run in the order of the file. Where two
// of them pull the same thing two ways, a row moved up or down changes the game without a word. Rows that
// exclude each other, by their conditions or because an exception lifts one where the other holds, are no
// conflict, nor are the steps of one row.
bool are(const TypedEffect& a, const TypedEffect& b, Effect first, Effect second) {
  return (a.id == first && b.id == second) || (a.id == second && b.id == first);
}

/// True if it is the same thing, or an end and its train.
bool touch(const TypedExpr& a, const TypedExpr& b) {
  const auto is_train_of = [](const TypedExpr& train, const TypedExpr& end) {
    return train.op == Op::member && static_cast<Member>(train.index) == Member::end_train &&
           same_expression(train.args[0], end);
  };
  return same_expression(a, b) || is_train_of(a, b) || is_train_of(b, a);
}

/// The thing that two effects disagree about; empty where their order makes no difference. Nothing is claimed
/// of what is done for each of a set: the two may never meet the same of it.
std::string conflict(const TypedEffect& a, const TypedEffect& b) {
  if (a.depth > 0 || b.depth > 0) return {};
  const auto same_target = [&] { return same_expression(a.args[0], b.args[0]); };
  const auto same_value = [&] { return same_expression(a.args.back(), b.args.back()); };
  if (are(a, b, Effect::set, Effect::set) && same_target() && !same_value()) {
    return "both set the same fact";
  }
  if (are(a, b, Effect::set, Effect::add) && same_target()) return "one sets the fact that the other adds to";
  if (are(a, b, Effect::mark, Effect::unmark) && touch(a.args[0], b.args[0])) {
    return "one takes off the marker that the other puts on";
  }
  if (are(a, b, Effect::owe, Effect::cover) && same_target()) return "one covers what the other makes owed";
  if (are(a, b, Effect::next, Effect::next) && !same_value()) return "both say who has the next turn";
  if (are(a, b, Effect::win, Effect::win) && !same_value()) return "both say who has won";
  return {};
}

bool share_event(const Rule& a, const Rule& b) {
  return any_of(a.events, [&](EventId event) { return contains(b.events, event); });
}

bool exclude_each_other(const Linted& linted, std::size_t first, std::size_t second) {
  // If nothing can be shown any more, nothing is claimed.
  const CheckedRules& rules = linted.rules;
  if (!linted.effort.spend(rules.rules.size())) return true;
  std::vector<Claim> claims;
  for (const std::size_t at : {first, second}) {
    for (const Claim& claim : claims_of(rules.rules[at])) claims.push_back(claim);
    for (const Rule* exception : exceptions_of(rules, at)) {
      if (!exception->when) return true;
      claims.push_back({&*exception->when, false});
    }
  }
  std::vector<Scene> shared;
  for (const Scene& scene : scenes_of(rules, rules.rules[first]))
    for (const Scene& other : scenes_of(rules, rules.rules[second]))
      if (scene == other) shared.push_back(scene);
  return impossible_in(linted, claims, shared);
}

void find_conflicting_effects(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    for (std::size_t j = i + 1; j < rules.rules.size(); ++j) {
      const Rule &first = rules.rules[i], &second = rules.rules[j];
      if (!linted.is_own(first.where) && !linted.is_own(second.where)) continue;
      // Facts that define themselves come first by the law of the language, not by their place.
      if (first.origin != second.origin || !share_event(first, second)) continue;
      for (const TypedEffect& a : first.effects) {
        for (const TypedEffect& b : second.effects) {
          std::string what = conflict(a, b);
          if (what.empty() || exclude_each_other(linted, i, j)) continue;
          const bool later_is_own = linted.is_own(second.where);
          Diagnostic& made =
              linted.warn(later_is_own ? b.where : a.where,
                          fmt::format("'{}' and '{}' pull the same thing two ways", first.id, second.id));
          made.labels.push_back({later_is_own ? a.where : b.where, "the other effect"});
          made.why = fmt::format("{}; where both apply, the later row in the file has the last word", what);
          made.help = "let their conditions exclude each other, or make one row of the two";
        }
      }
    }
  }
}

// The effects of a row run one after the other, but what they are given was worked out before the first. A
// fact that one effect changes and a later one of the same row sets is as if the first had not been; so is a
// marker that goes on and off, and a next player who is named twice.
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

void find_lost_update(const Linted& linted) {
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
        Diagnostic& made = linted.warn(late.where, std::move(what));
        made.labels.push_back({early.where, "this is lost"});
        made.why = "the effects of a row run in their order, and the last one counts";
        made.help = "leave one of the two out; where both were meant, work both out in one value";
        break;
      }
    }
  }
}

}  // namespace

const LintCheck effects_checks[] = {
    {"conflicting-effects",
     "Two rows of one event do opposite things to the same thing, and their order decides.",
     find_conflicting_effects},
    {"lost-update", "An effect is undone by a later one of the same row.", find_lost_update},
};

}  // namespace roundhouse::dsl
