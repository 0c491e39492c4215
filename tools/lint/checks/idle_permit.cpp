// A permit is one more occasion for an act. One that holds only where another one does as well, or where the
// act is forbidden all the same, is none.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace idle_permit_check {
namespace {

constexpr std::string_view name = "idle-permit";

bool covers(const Linted& linted, const Rule& wide, const Rule& narrow) {
  return all_of(narrow.acts, [&](ActId act) {
    if (!contains(wide.acts, act)) return false;
    if (!wide.when) return true;
    std::vector<Claim> claims = claims_of(narrow);
    claims.push_back({&*wide.when, false});
    return impossible(linted, claims, TrainsGone::counted, {act, std::nullopt, true});
  });
}

/// Another permit that holds wherever this one does.
const Rule* covered_by(const Linted& linted, std::size_t at) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t j = 0; j < rules.size(); ++j) {
    if (j == at || rules[j].shape != Shape::permit) continue;
    if (!covers(linted, rules[j], rules[at])) continue;
    if (j > at && covers(linted, rules[at], rules[j])) continue;
    return &rules[j];
  }
  return nullptr;
}

void find(const Linted& linted, Diagnostics& findings) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    if (rule.shape != Shape::permit || !linted.is_own(rule.where)) continue;
    const std::vector<Scene> scenes = scenes_of(linted.rules, rule);
    if (rule.when && never_holds(linted, *rule.when, TrainsGone::counted, scenes))
      continue;  // reported elsewhere
    const auto report = [&](const Rule& other, std::string message, std::string_view help) {
      Diagnostic& made = findings.emplace_back(warning(name, rule.id_where, std::move(message)));
      made.labels.push_back({other.id_where, "holds whenever it does"});
      made.help = help;
    };
    if (const Rule* wide = covered_by(linted, i)) {
      report(*wide, fmt::format("'{}' permits only what '{}' permits anyway", rule.id, wide->id),
             "take it out, or say which other occasion was meant");
      continue;
    }
    const bool is_one_of_several = all_of(rule.acts, [&](ActId act) {
      return permits_of(linted.rules, act).size() > 1 && !never_legal_act(linted, act);
    });
    if (!is_one_of_several) continue;
    const Rule* forbid = nullptr;
    const bool forbidden = all_of(rule.acts, [&](ActId act) {
      forbid = forbids_wherever(linted, act, claims_of(rule));
      return forbid != nullptr;
    });
    if (forbidden && forbid)
      report(*forbid, fmt::format("'{}' permits only what '{}' forbids all the same", rule.id, forbid->id),
             "let an 'except' lift the row that forbids it, or take the permit out");
  }
}

}  // namespace
}  // namespace idle_permit_check

const LintCheck idle_permit{idle_permit_check::name,
                            "A row permits only what is permitted, or forbidden, anyway.",
                            idle_permit_check::find};

}  // namespace roundhouse::dsl
