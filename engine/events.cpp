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

using Effects = Few<PlannedEffect, 16>;

void plan(Flow& flow, Reading& reading, const Event& event, const dsl::AfterCode& code, Effects& effects) {
  const dsl::AfterRow& row = flow.program.after[event.id.value][code.row];
  flow.tell({.kind = Happening::Kind::row, .rule = row.rule, .seat = event.moment.me});
  const dsl::GivenValue* given = flow.program.code.given.data() + code.first_given;
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

// All conditions and all arguments see the position as it was when the event came; only then does
// anything change.
void look_at(Flow& flow, const Event& event) {
  const dsl::EventCode& code = rows_for(flow.program, flow.position).after[event.id.value];
  Reading reading(flow.program, flow.position, event.moment);
  Effects effects;
  if (code.together) {
    const dsl::TestRef answer = code.first < 0 ? code.first : follow_tests(reading, code.first);
    for (const std::uint16_t row : code.outcomes[dsl::outcome_of(answer)]) {
      plan(flow, reading, event, code.rows[row], effects);
    }
  } else {
    for (const dsl::AfterCode& row : code.rows) {
      if (ask(reading, row.when)) plan(flow, reading, event, row, effects);
    }
  }
  for (const PlannedEffect& effect : effects) carry_out(flow, event.moment, effect);
}

}  // namespace

void run_events(Flow& flow) {
  while (const Event* event = flow.events.next()) look_at(flow, *event);
}

}  // namespace roundhouse::engine
