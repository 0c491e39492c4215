#include "replay/act_rows.h"

#include <algorithm>

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Moment;
using engine::Position;

namespace {

constexpr std::size_t no_act = SIZE_MAX;

std::size_t act_index(const Act& act) {
  switch (act.kind) {
    case ActKind::lead:
      return dsl::act_id(dsl::BuiltInAct::lead).value;
    case ActKind::lay:
      return dsl::act_id(dsl::BuiltInAct::lay).value;
    case ActKind::draw:
      return dsl::act_id(dsl::BuiltInAct::draw).value;
    case ActKind::done:
      return dsl::act_id(dsl::BuiltInAct::done).value;
    case ActKind::declared:
      return std::size_t{dsl::built_in_acts} + act.declared;
    case ActKind::lot:
    case ActKind::first:
    case ActKind::deal:
    case ActKind::pick:
    case ActKind::reveal:
    case ActKind::turn_over:
    case ActKind::redeal:
    case ActKind::engine:
    case ActKind::pull:
      break;
  }
  return no_act;
}

}  // namespace

std::optional<dsl::ActId> act_id_of(const Act& act) {
  const std::size_t index = act_index(act);
  if (index == no_act) return std::nullopt;
  return dsl::ActId{static_cast<std::uint16_t>(index)};
}

const dsl::ActRules* rules_of(const dsl::Program& program, const Act& act) {
  const std::size_t index = act_index(act);
  return index == no_act ? nullptr : &program.acts[index];
}

bool lays_a_tile(const Act& act) { return act.kind == ActKind::lay || act.kind == ActKind::lead; }

Moment moment_of(const Position& position, const Act& act) {
  Moment moment;
  moment.me = act.actor;
  moment.tile = act.tile;
  moment.whom = act.whom;
  moment.amount = act.amount;
  if (act.kind == ActKind::lay) {
    moment.end = act.end;
    const int index = engine::find_end(position, act.end);
    if (index >= 0) moment.end_snapshot = position.ends[static_cast<std::size_t>(index)];
  }
  return moment;
}

bool row_holds(const dsl::Program& program, const Position& position, const Moment& moment,
               const dsl::ForbidRow& row) {
  return engine::holds(program, position, moment, row.when) &&
         std::none_of(row.excepts.begin(), row.excepts.end(), [&](const dsl::ExceptRow& except) {
           return engine::holds(program, position, moment, except.when);
         });
}

bool any_permit(const dsl::Program& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules) {
  return std::any_of(rules.permits.begin(), rules.permits.end(), [&](const dsl::PermitRow& permit) {
    return engine::holds(program, position, moment, permit.when);
  });
}

}  // namespace roundhouse::replay
