#include "replay/fold/act_rows.h"

#include "dsl/base/search.h"

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Moment;
using engine::Position;

const dsl::ActRules* rules_of(const engine::Rules& program, const Act& act) {
  return engine::is_by_rows(act.kind) ? &program.acts[engine::act_id_of(act).value] : nullptr;
}

bool lays_a_tile(const Act& act) { return act.kind == ActKind::lay || act.kind == ActKind::lead; }

Moment moment_before(const Position& position, const Act& act) {
  Moment moment{.me = act.actor, .tile = act.tile, .whom = act.whom, .amount = act.amount};
  if (act.kind == ActKind::lay) {
    moment.end = act.end;
    const int index = engine::find_end(position, act.end);
    if (index >= 0) moment.end_snapshot = position.ends[static_cast<std::size_t>(index)];
  }
  return moment;
}

bool row_holds(const engine::Rules& program, const Position& position, const Moment& moment,
               const dsl::ForbidRow& row) {
  return engine::holds(program, position, moment, row.when) &&
         none_of(row.excepts, [&](const dsl::ExceptRow& except) {
           return engine::holds(program, position, moment, except.when);
         });
}

bool any_permit(const engine::Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules) {
  return any_of(rules.permits, [&](const dsl::PermitRow& permit) {
    return engine::holds(program, position, moment, permit.when);
  });
}

}  // namespace roundhouse::replay
