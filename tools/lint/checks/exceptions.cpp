// Exceptions that lift nothing, or all of a rule.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

// A row that an exception lifts wherever it holds never applies. Only where the row is the file's own: to
// lift an inherited one for good is a way of taking it away.
void find_always_lifted(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& rule = rules.rules[i];
    if (rule.shape == Shape::except || !linted.is_own(rule.where)) continue;
    const std::vector<const Rule*> exceptions = exceptions_of(rules, i);
    if (exceptions.empty()) continue;
    const std::vector<Scene> scenes = scenes_of(rules, rule);
    if (rule.when && never_holds(linted, *rule.when, TrainsGone::counted, scenes))
      continue;  // reported elsewhere
    std::vector<Claim> claims = claims_of(rule);
    bool always = false;
    for (const Rule* exception : exceptions) {
      if (!exception->when) {
        always = true;
        break;
      }
      claims.push_back({&*exception->when, false});
    }
    if (!always && !impossible_in(linted, claims, scenes)) continue;
    Diagnostic& made = linted.warn(
        rule.id_where, fmt::format("'{}' never applies: it is always lifted where it holds", rule.id));
    for (const Rule* exception : exceptions) made.labels.push_back({exception->id_where, "lifts it"});
    made.why = exceptions.size() == 1
                   ? fmt::format("'{}' holds whenever '{}' does", exceptions.front()->id, rule.id)
                   : fmt::format("one of its {} exceptions holds whenever it does", exceptions.size());
    made.help = "take both out, or say under 'when' of the exception where the row is to be lifted";
  }
}

// An exception counts only where the row that it lifts holds. If both can never hold at once, it lifts
// nothing, however often its own condition is true. So it is where the tile behind which it would lift the
// row may not be laid.
/// Only where no option of the file's own has a say in it: those are open.
bool waits_for_a_forbidden_tile(const Linted& linted, const Rule& rule) {
  const auto asks_own = [&](const TypedExpr& condition) {
    return any_of(options_of(condition, linted.rules),
                  [&](std::size_t at) { return linted.is_own(linted.rules.options[at].where); });
  };
  const bool open = asks_own(*rule.when) || any_of(linted.rules.rules, [&](const Rule& forbid) {
                      return forbid.shape == Shape::forbid && forbid.when && asks_own(*forbid.when);
                    });
  return !open && never_follows_a_lay(linted, rule);
}

void find_dead_except(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (rule.shape != Shape::except || !rule.when || !linted.is_own(rule.where)) continue;
    if (never_holds(linted, *rule.when, TrainsGone::counted, scenes_of(rules, rule)))
      continue;  // reported elsewhere
    if (waits_for_a_forbidden_tile(linted, rule)) {
      Diagnostic& made =
          linted.warn(rule.when->where, fmt::format("'{}' never lifts '{}': such a tile may not be laid",
                                                    rule.id, rules.rules[rule.excepts.front().value].id));
      made.help = "take it out, or let the tile be laid";
      continue;
    }
    for (const RuleId id : rule.excepts) {
      const Rule& lifted = rules.rules[id.value];
      if (!lifted.when || never_holds(linted, *lifted.when)) continue;
      if (!impossible_in(linted, {{&*rule.when, true}, {&*lifted.when, true}}, scenes_of(rules, lifted)))
        continue;
      Diagnostic& made =
          linted.warn(rule.when->where,
                      fmt::format("'{}' never lifts '{}': the two never hold together", rule.id, lifted.id));
      made.labels.push_back({lifted.when->where, fmt::format("when '{}' holds", lifted.id)});
      made.help = fmt::format("say when '{}' is not to hold, or name the row that was meant", lifted.id);
    }
  }
}

// An exception that holds only where another one lifts the same row as well changes nothing.
bool lifts(const Rule& exception, RuleId row) { return contains(exception.excepts, row); }

/// True if the wide one lifts every row that the narrow one lifts, wherever that does.
bool lifts_as_much(const Linted& linted, const Rule& wide, const Rule& narrow) {
  return all_of(narrow.excepts, [&](RuleId id) {
    if (!lifts(wide, id)) return false;
    if (!wide.when) return true;
    const Rule& row = linted.rules.rules[id.value];
    std::vector<Claim> claims = claims_of(narrow);
    for (const Claim& claim : claims_of(row)) claims.push_back(claim);
    claims.push_back({&*wide.when, false});
    return impossible_in(linted, claims, scenes_of(linted.rules, row));
  });
}

/// True if it lifts something at all: one that lifts nothing is reported elsewhere.
bool counts(const Linted& linted, const Rule& exception) {
  return any_of(exception.excepts, [&](RuleId id) {
    const Rule& row = linted.rules.rules[id.value];
    std::vector<Claim> claims = claims_of(exception);
    for (const Claim& claim : claims_of(row)) claims.push_back(claim);
    return !impossible_in(linted, claims, scenes_of(linted.rules, row));
  });
}

void find_idle_except(const Linted& linted) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& narrow = rules[i];
    if (narrow.shape != Shape::except || !linted.is_own(narrow.where)) continue;
    for (std::size_t j = 0; j < rules.size(); ++j) {
      const Rule& wide = rules[j];
      if (!linted.effort.spend()) return;
      if (i == j || wide.shape != Shape::except || !lifts_as_much(linted, wide, narrow)) continue;
      // Of two that lift the same the later one is reported.
      if (j > i && lifts_as_much(linted, narrow, wide)) continue;
      if (!counts(linted, narrow)) break;
      Diagnostic& made = linted.warn(
          narrow.id_where, fmt::format("'{}' lifts only what '{}' lifts anyway", narrow.id, wide.id));
      made.labels.push_back({wide.id_where, "holds whenever it does"});
      made.help = "take one of the two out, or narrow the condition of the wider one";
      break;
    }
  }
}

}  // namespace

const LintCheck exceptions_checks[] = {
    {"always-lifted", "A row is lifted by exceptions wherever it holds.", find_always_lifted},
    {"dead-except", "An exception holds only where the row that it lifts does not.", find_dead_except},
    {"idle-except", "An exception lifts only what another one lifts anyway.", find_idle_except},
};

}  // namespace roundhouse::dsl
