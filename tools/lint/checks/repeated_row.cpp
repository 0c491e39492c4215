// Two rows with the same event, the same condition and the same effects: what they do is done twice, which of
// points and covers nobody means. Mostly a parent's row was written once more under another id.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace repeated_row_check {
namespace {

constexpr std::string_view name = "repeated-row";

bool same_effects(const Rule& a, const Rule& b) {
  return std::equal(a.effects.begin(), a.effects.end(), b.effects.begin(), b.effects.end(),
                    [](const TypedEffect& x, const TypedEffect& y) {
                      return x.id == y.id && x.depth == y.depth &&
                             std::equal(x.args.begin(), x.args.end(), y.args.begin(), y.args.end(),
                                        same_expression);
                    });
}

bool same_condition(const Rule& a, const Rule& b) {
  if (!a.when || !b.when) return !a.when && !b.when;
  return same_expression(*a.when, *b.when);
}

bool adds_up(const Rule& rule) {
  return any_of(rule.effects, [](const TypedEffect& effect) { return row(effect.id).twice == Twice::more; });
}

void find(const Linted& linted, Diagnostics& findings) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t j = 1; j < rules.size(); ++j) {
    const Rule& later = rules[j];
    if (later.shape != Shape::after || later.origin != Origin::rule || !linted.is_own(later.where)) continue;
    for (std::size_t i = 0; i < j; ++i) {
      const Rule& first = rules[i];
      if (!linted.effort.spend()) return;
      if (first.shape != Shape::after || first.events != later.events || first.effects.empty()) continue;
      if (!same_condition(first, later) || !same_effects(first, later)) continue;
      // Exceptions may distinguish them.
      if (!exceptions_of(linted.rules, i).empty() || !exceptions_of(linted.rules, j).empty()) continue;
      Diagnostic& made = findings.emplace_back(
          warning(name, later.id_where,
                  adds_up(later)
                      ? fmt::format("'{}' does once more what '{}' does: it counts twice", later.id, first.id)
                      : fmt::format("'{}' does only what '{}' does anyway", later.id, first.id)));
      made.labels.push_back({first.id_where, "the same event, condition and effects"});
      made.help =
          fmt::format("take one of the two out; to say it in other words, use 'sentences: {}'", first.id);
      break;
    }
  }
}

}  // namespace
}  // namespace repeated_row_check

const LintCheck repeated_row{repeated_row_check::name, "A row does what another one does.",
                             repeated_row_check::find};

}  // namespace roundhouse::dsl
