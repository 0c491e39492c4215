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
  return any_of(teller_.program.after, [&](const auto& rows) { return any_of(rows, warns); });
}

void HeededAdvice::tell(const FoldAct& step, const engine::Position& position, std::vector<Ruling>& told) {
  engine::Moment moment = moment_before(position, step.act);
  if (step.act.kind == engine::ActKind::draw)
    moment.tile = engine::no_tile;  // what comes up is not known before
  for (const dsl::ForbidRow& row : rules_of(teller_.program, step.act)->advice)
    if (has(row.rule) && row_holds(teller_.program, position, moment, row))
      told.push_back(teller_.row(step, position, row.rule));
}

void HeededAdvice::tell(const FoldAct& step, const engine::Position& after, const engine::Trace& trace,
                        std::vector<Ruling>& told) {
  for (const engine::Happening& happening : trace)
    if (happening.kind == engine::Happening::Kind::warned && has(happening.rule))
      told.push_back(teller_.row(step, after, happening.rule));
}

}  // namespace roundhouse::replay
