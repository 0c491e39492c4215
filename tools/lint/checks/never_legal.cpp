// An act that nobody may ever do: all that permits it is forbidden again, or the rows that forbid it leave no
// occasion. Of the acts that every game has, to draw may be forbidden for good; to lay and to end a turn may
// not.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace never_legal_check {
namespace {

constexpr std::string_view name = "never-legal";

const Rule* last_own(const Linted& linted, const std::vector<const Rule*>& rows) {
  const Rule* found = nullptr;
  for (const Rule* row : rows)
    if (linted.is_own(row->where)) found = row;
  return found;
}

void find_built_in(const Linted& linted, BuiltInAct act, std::string_view message, std::string_view help,
                   Diagnostics& findings) {
  const NeverLegal never = never_legal_act(linted, act_id(act));
  const Rule* own = never ? last_own(linted, never.rows) : nullptr;
  if (!own) return;
  Diagnostic& made = findings.emplace_back(warning(name, own->about_where, std::string(message)));
  for (const Rule* row : never.rows)
    if (row != own) made.labels.push_back({row->about_where, "forbids it, too"});
  made.why = never.why;
  made.help = help;
}

void find_declared(const Linted& linted, std::size_t index, Diagnostics& findings) {
  const DeclaredAct& declared = linted.rules.acts[index];
  const ActId act{static_cast<std::uint16_t>(built_in_acts + index)};
  const NeverLegal never = never_legal_act(linted, act);
  if (!never || !(linted.is_own(declared.where) || last_own(linted, never.rows))) return;
  // A row without a condition, and with a sentence, says just that: a manner of the table that is forbidden.
  if (any_of(never.rows, [](const Rule* row) { return !row->when && !row->says.empty(); })) return;
  Span where = declared.where;
  for (const std::size_t at : permits_of(linted.rules, act)) {
    const Rule& permit = linted.rules.rules[at];
    if (permit.when && linted.is_own(permit.when->where)) {
      where = permit.when->where;
      break;
    }
  }
  if (!linted.is_own(where)) where = last_own(linted, never.rows)->about_where;
  Diagnostic& made =
      findings.emplace_back(warning(name, where, fmt::format("nobody may ever do '{}'", declared.name)));
  for (const Rule* row : never.rows) made.labels.push_back({row->id_where, "forbids it"});
  made.why = never.why;
  made.help = "narrow the row that forbids it, or take the act out";
}

void find(const Linted& linted, Diagnostics& findings) {
  find_built_in(linted, BuiltInAct::lay, "nobody may ever lay a tile",
                "leave an occasion for it: let one of the rows hold less often, or an 'except' lift it",
                findings);
  // A turn that an effect ends needs no act.
  if (!has_effect(linted.rules, Effect::end_turn))
    find_built_in(linted, BuiltInAct::done, "nobody may ever end a turn",
                  "leave an occasion for it: let one of the rows hold less often, or an 'except' lift it",
                  findings);
  for (std::size_t i = 0; i < linted.rules.acts.size(); ++i) find_declared(linted, i, findings);
}

}  // namespace
}  // namespace never_legal_check

const LintCheck never_legal{never_legal_check::name, "An act that nobody may ever do.",
                            never_legal_check::find};

}  // namespace roundhouse::dsl
