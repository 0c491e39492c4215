#include "engine/flow.h"

namespace roundhouse::engine {
namespace {

bool row_applies(const Flow& flow, const Moment& moment, const dsl::AfterRow& row) {
  if (!holds(flow.program, flow.position, moment, row.when)) return false;
  for (const dsl::ExceptRow& except : row.excepts) {
    if (holds(flow.program, flow.position, moment, except.when)) return false;
  }
  return true;
}

PlannedEffect plan(const Flow& flow, const Moment& moment, dsl::RuleId rule, const dsl::EffectCall& call) {
  const auto value = [&](dsl::NodeRef node) {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    if (!node.given() || flow.program.nodes[static_cast<std::size_t>(node.value)].type == dsl::Type::debts) {
      return absent;
    }
    return evaluate(flow.program, flow.position, moment, node);
  };
  return {.call = &call,
          .rule = rule,
          .receiver = value(call.receiver),
          .args = {value(call.args[0]), value(call.args[1])}};
}

// All conditions and all arguments see the position as it was when the event came; only then does
// anything change.
void look_at(Flow& flow, const Event& event) {
  Few<PlannedEffect, 16> effects;
  for (const dsl::AfterRow& row : flow.program.after[event.id.value]) {
    if (!row_applies(flow, event.moment, row)) continue;
    flow.tell({.kind = Happening::Kind::row, .rule = row.rule, .seat = event.moment.me});
    for (const dsl::EffectCall& call : row.effects) {
      effects.push_back(plan(flow, event.moment, row.rule, call));
    }
  }
  for (const PlannedEffect& effect : effects) carry_out(flow, event.moment, effect);
}

}  // namespace

void raise_event(Flow& flow, dsl::EventId id, const Moment& moment) {
  if (flow.events.size() < max_events) flow.events.push_back({id, moment});
}

void run_events(Flow& flow) {
  while (flow.looked_at < flow.events.size()) look_at(flow, flow.events[flow.looked_at++]);
  flow.events.clear();
  flow.looked_at = 0;
}

}  // namespace roundhouse::engine
