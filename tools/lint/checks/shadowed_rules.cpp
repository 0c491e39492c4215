// A `forbid` that holds only where another one of the same acts holds as well never decides anything: the
// family thinks that it has made a rule, and the game is the same without it. Not reported if the other row
// has exceptions that this one does not share: then it counts where the other is lifted.

#include <fmt/format.h>

#include <map>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace shadowed_rules_check {
namespace {

constexpr std::string_view name = "shadowed-rules";

bool covers_acts(const Rule& wide, const Rule& narrow) {
  return all_of(narrow.acts, [&](ActId act) { return contains(wide.acts, act); });
}

bool same_condition(const Rule& a, const Rule& b) {
  if (!a.when || !b.when) return !a.when && !b.when;
  return same_expression(*a.when, *b.when);
}

class Shadows {
 public:
  Shadows(const Linted& linted, Diagnostics& findings)
      : linted_(linted),
        rows_(linted.rules.rules),
        findings_(findings),
        lifted_by_(rows_.size()),
        settled_(rows_.size()) {
    for (const Rule& rule : rows_)
      for (const RuleId id : rule.excepts) lifted_by_[id.value].push_back(&rule);
  }

  void find() {
    find_alike();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Rule& narrow = rows_[i];
      if (settled_[i] || narrow.shape != Shape::forbid || !linted_.is_own(narrow.where)) continue;
      if (never_counts(narrow)) continue;
      for (std::size_t j = 0; j < rows_.size(); ++j) {
        if (i == j || !is_proved(i, j)) continue;
        if (j > i && is_proved(j, i)) continue;
        if (always_counts(rows_[j])) continue;
        report(narrow, rows_[j]);
        break;
      }
    }
  }

 private:
  /// Rows with one condition are found by its hash, without proofs, however many rows there are.
  void find_alike() {
    std::map<std::size_t, std::vector<std::size_t>> rows_by_condition;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].shape == Shape::forbid)
        rows_by_condition[rows_[i].when ? hash_of(*rows_[i].when) : 0].push_back(i);
    for (const auto& [hash, alike] : rows_by_condition) {
      for (const std::size_t i : alike) {
        if (!linted_.is_own(rows_[i].where)) continue;
        const auto found = find_if(alike, [&](std::size_t j) {
          return i != j && same_condition(rows_[i], rows_[j]) && adds_nothing(i, j) &&
                 !(j > i && adds_nothing(j, i));
        });
        if (found == alike.end() || always_counts(rows_[*found])) continue;
        settled_[i] = true;
        if (!never_counts(rows_[i])) report(rows_[i], rows_[*found]);
      }
    }
  }

  /// True if the narrow row adds nothing to the wide one where this one holds.
  bool adds_nothing(std::size_t narrow, std::size_t wide) const {
    return covers_acts(rows_[wide], rows_[narrow]) && all_of(lifted_by_[wide], [&](const Rule* exception) {
             return any_of(exception->excepts, [&](RuleId id) { return id.value == narrow; });
           });
  }

  /// True if it is proved that the narrow row adds nothing. Of two that say the same each adds nothing.
  bool is_proved(std::size_t narrow_at, std::size_t wide_at) const {
    if (!linted_.effort.spend()) return false;
    const Rule &narrow = rows_[narrow_at], &wide = rows_[wide_at];
    if (wide.shape != Shape::forbid || !adds_nothing(narrow_at, wide_at)) return false;
    if (!wide.when) return true;
    std::vector<Claim> claims = claims_of(narrow);
    claims.push_back({&*wide.when, false});
    return impossible_in(linted_, claims, scenes_of(linted_.rules, narrow));
  }

  // Rows that never or always hold are reported elsewhere.
  bool never_counts(const Rule& row) const {
    return row.when && never_holds(linted_, *row.when, TrainsGone::counted, scenes_of(linted_.rules, row));
  }
  bool always_counts(const Rule& row) const { return row.when && always_holds(linted_, *row.when); }

  void report(const Rule& narrow, const Rule& wide) {
    Diagnostic& made = findings_.emplace_back(
        warning(name, narrow.id_where,
                fmt::format("'{}' forbids only what '{}' forbids anyway", narrow.id, wide.id)));
    made.labels.push_back({wide.id_where, "holds whenever it does"});
    made.help = fmt::format(
        "take one of the two out, or let an 'except' lift '{}' where this one is to count", wide.id);
  }

  const Linted& linted_;
  const std::vector<Rule>& rows_;
  Diagnostics& findings_;
  std::vector<std::vector<const Rule*>> lifted_by_;  ///< for each row its exceptions
  std::vector<bool> settled_;                        ///< rows of which nothing more need be proved
};

void find(const Linted& linted, Diagnostics& findings) { Shadows(linted, findings).find(); }

}  // namespace
}  // namespace shadowed_rules_check

const LintCheck shadowed_rules{shadowed_rules_check::name,
                               "A row forbids only what another one forbids anyway.",
                               shadowed_rules_check::find};

}  // namespace roundhouse::dsl
