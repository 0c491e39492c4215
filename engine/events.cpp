#include "engine/ask.h"
#include "engine/flow.h"

namespace roundhouse::engine {
namespace {

Value work_out(Reading& reading, const dsl::GivenValue& given) {
  const Moment& moment = reading.moment;
  const auto seat_value = [](Seat seat) { return seat == no_seat ? absent : seat; };
  switch (given.given) {
    case dsl::Given::nothing:
      return absent;
    case dsl::Given::number:
      return given.value;
    case dsl::Given::tests:
      return ask(reading, static_cast<dsl::TestRef>(given.value)) ? 1 : 0;
    case dsl::Given::node:
      return evaluate(reading.program, reading.position, moment, {given.value});
    case dsl::Given::me:
      return seat_value(moment.me);
    case dsl::Given::whom:
      return seat_value(moment.whom);
    case dsl::Given::tile:
      return moment.tile == no_tile ? absent : moment.tile;
    case dsl::Given::new_end:
      return find_end(reading.position, moment.new_end) < 0 ? absent : moment.new_end;
  }
  return absent;
}

/// What is given is mostly nothing, or a number that the rules say.
inline Value value_of(Reading& reading, const dsl::GivenValue& given) {
  if (given.given == dsl::Given::nothing) return absent;
  return given.given == dsl::Given::number ? given.value : work_out(reading, given);
}

// All conditions and all arguments see the position as it was when the event came; only then does
// anything change.
void look_at(Flow& flow, const Event& event) {
  const dsl::Program& program = flow.program;
  const std::vector<dsl::AfterCode>& rows = rows_for(program, flow.position).after[event.id.value];
  Reading reading{program, flow.position, event.moment, {}};
  Few<PlannedEffect, 16> effects;
  for (const dsl::AfterCode& code : rows) {
    if (!ask(reading, code.when)) continue;
    const dsl::AfterRow& row = program.after[event.id.value][code.row];
    flow.tell({.kind = Happening::Kind::row, .rule = row.rule, .seat = event.moment.me});
    const dsl::GivenValue* given = program.code.given.data() + code.first_given;
    for (const dsl::EffectCall& call : row.effects) {
      PlannedEffect& effect = effects.add();
      effect.call = &call;
      effect.rule = row.rule;
      effect.receiver = value_of(reading, given[0]);
      effect.args[0] = value_of(reading, given[1]);
      effect.args[1] = value_of(reading, given[2]);
      given += 3;
    }
  }
  for (const PlannedEffect& effect : effects) carry_out(flow, event.moment, effect);
}

}  // namespace

void run_events(Flow& flow) {
  while (const Event* event = flow.events.next()) look_at(flow, *event);
}

}  // namespace roundhouse::engine
