#include "replay/referee/judge/heeded_advice.h"

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "replay/fold/act_rows.h"

namespace roundhouse::replay {

bool HeededAdvice::has_warnings() {
  const auto warns = [&](const dsl::AfterRow& row) {
    const bool any =
        any_of(row.effects, [](const dsl::EffectCall& call) { return call.id == dsl::Effect::warn; });
    return any && has(row.rule);
  };
  return any_of(reporter_.program.after, [&](const auto& rows) { return any_of(rows, warns); });
}

void HeededAdvice::report(const FoldAct& step, const Position& position, std::vector<Ruling>& rulings) {
  engine::Moment moment = moment_before(position, step.act);
  if (step.act.kind == ActKind::draw) moment.tile = no_tile;  // what comes up is not known before
  for (const dsl::ForbidRow& row : rules_of(reporter_.program, step.act)->advice)
    if (has(row.rule) && row_holds(reporter_.program, position, moment, row))
      rulings.push_back(reporter_.row(step, position, row.rule));
}

void HeededAdvice::report(const FoldAct& step, const Position& after, const engine::Trace& trace,
                          std::vector<Ruling>& rulings) {
  for (const engine::Happening& happening : trace)
    if (happening.kind == engine::Happening::Kind::warned && has(happening.rule))
      rulings.push_back(reporter_.row(step, after, happening.rule));
}

}  // namespace roundhouse::replay
