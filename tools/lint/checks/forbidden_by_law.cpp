// No row need forbid what the laws of every train game forbid: to draw from an empty boneyard, to act out of
// turn, to do what nothing permits. The row would never be quoted, or in place of the law.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace forbidden_by_law_check {
namespace {

constexpr std::string_view name = "forbidden-by-law";

/// The law that the condition speaks of.
Law law_of(const TypedExpr& when) {
  Law law = Law::turn_order;
  for_each_node(when, [&](const TypedExpr& node) {
    if (node.op != Op::member) return;
    if (static_cast<Member>(node.index) == Member::round_boneyard) law = Law::boneyard_empty;
    if (static_cast<Member>(node.index) == Member::round_over) law = Law::round_over;
  });
  return law;
}

void report_law(const Rule& rule, Diagnostics& findings) {
  const LawRow& law = row(law_of(*rule.when));
  Diagnostic& made = findings.emplace_back(
      warning(name, rule.about_where,
              fmt::format("'{}' forbids only what the law '{}' forbids anyway", rule.id, law.name)));
  made.labels.push_back({rule.when->where, "holds only where the law does"});
  made.why = fmt::format("it holds in every train game, and a verdict says: {}", law.sentence);
  made.help = "take the row out";
}

/// True if nothing permits the act where the row forbids it.
bool is_never_permitted(const Linted& linted, const Rule& rule) {
  return all_of(rule.acts, [&](ActId act) {
    const std::vector<std::size_t> permits = permits_of(linted.rules, act);
    return !permits.empty() && all_of(permits, [&](std::size_t at) {
      std::vector<Claim> claims = claims_of(rule);
      for (const Claim& claim : claims_of(linted.rules.rules[at])) claims.push_back(claim);
      return impossible(linted, claims, TrainsGone::counted, {act, std::nullopt, true});
    });
  });
}

void find(const Linted& linted, Diagnostics& findings) {
  for (const Rule& rule : linted.rules.rules) {
    if (rule.shape != Shape::forbid || !rule.when || !linted.is_own(rule.where)) continue;
    const TypedExpr& when = *rule.when;
    const auto never = [&](bool laws) {
      return never_holds(linted, when, TrainsGone::counted, scenes_of(linted.rules, rule, laws));
    };
    if (never(false)) continue;  // reported elsewhere
    if (never(true)) {
      report_law(rule, findings);
    } else if (is_never_permitted(linted, rule)) {
      const ActId act = rule.acts.front();
      Diagnostic& made =
          findings.emplace_back(warning(name, rule.id_where,
                                        fmt::format("'{}' forbids '{}' only where it is not permitted anyway",
                                                    rule.id, linted.rules.act_name(act))));
      for (const std::size_t at : permits_of(linted.rules, act)) {
        const Rule& permit = linted.rules.rules[at];
        made.labels.push_back({permit.when ? permit.when->where : permit.id_where, "permitted only here"});
      }
      made.why =
          "a declared act is legal only where its own 'when' or a 'permit' holds, and there this row does "
          "not";
      made.help = "take the row out, or say what was meant";
    }
  }
}

}  // namespace
}  // namespace forbidden_by_law_check

const LintCheck forbidden_by_law{forbidden_by_law_check::name,
                                 "A row forbids only what a law forbids anyway.",
                                 forbidden_by_law_check::find};

}  // namespace roundhouse::dsl
