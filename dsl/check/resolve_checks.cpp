#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/check/dangling_removals.h"
#include "dsl/check/resolve.h"
#include "dsl/check/says.h"
#include "dsl/check/scoped_names.h"

namespace roundhouse::dsl {
namespace {

void add_event_site(Context& context, const CheckedRules& rules, EventId event) {
  const bool is_built_in = event.value < built_in_events;
  const Site site = is_built_in ? row(static_cast<BuiltInEvent>(event.value)).site : Site::after_declared;
  if (!contains(context.sites, site)) context.sites.push_back(site);
  if (is_built_in) return;
  const DeclaredAct& act = rules.acts[event.value - built_in_events];
  if (!act.whom) context.act_without_whom = act.name;
  if (act.tile == ActTile::none) context.act_without_tile = act.name;
  if (!act.amount) context.act_without_amount = act.name;
}

void resolve_example(const DraftExample& source, const Draft& draft, CheckedRules& rules,
                     Findings& findings) {
  Example example{source.says, source.record->text, source.record->where, source.legal, {}, source.where};
  if (source.because) {
    example.because = source.because->text;
    std::vector<std::string> ids;
    const auto forbids = [](const Rule& rule) { return rule.shape == Shape::forbid; };
    for (const Rule& rule : rules.rules)
      if (forbids(rule)) ids.push_back(rule.id);
    const bool known = find_law(example.because) != nullptr || contains(ids, example.because);
    if (!known && !draft.broken.contains(example.because) &&
        !reported_as_removed(draft, example.because, source.because->where, findings)) {
      findings.unknown(CheckCode::unknown_rule, source.because->where, example.because,
                       "rule that forbids, nor a law", findings.crowded() ? std::vector<std::string>{} : ids);
      return;
    }
  }
  rules.examples.push_back(std::move(example));
}

}  // namespace

void resolve_checks(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                    Findings& findings) {
  for (const DraftCheck& source : draft.checks) {
    Check check;
    check.id = shown_name(draft, source.id.text);
    check.where = source.id.where;
    check.always = source.always;
    check.says = saying_in_force(source.texts, draft, names, typer, rules, findings).says;
    Context context;
    bool known = true;
    for (const Named& name : source.at) {
      if (const EventId* event = find_in(names.events, meant_name(draft, name.text, name.where))) {
        check.events.push_back(*event);
        add_event_site(context, rules, *event);
        continue;
      }
      known = false;
      if (!draft.broken.contains(name.text) && !reported_as_removed(draft, name.text, name.where, findings))
        findings.unknown(CheckCode::unknown_event, name.where, name.text, "event", names_in(names.events));
    }
    if (source.at.empty()) context.sites.push_back(Site::position);
    const std::string what = fmt::format("what {} holds", source.always ? "always" : "never");
    if (known) check.condition = typer.type(*source.condition, context, {Type::truth, what});
    rules.checks.push_back(std::move(check));
  }
  for (const DraftExample& example : draft.examples) resolve_example(example, draft, rules, findings);
}

}  // namespace roundhouse::dsl
