#include <span>

#include "dsl/base/arithmetic.h"
#include "engine/fast/ask.h"
#include "engine/flow.h"

namespace roundhouse::engine {
namespace {

/// The tail of this train, as a serial.
Value tail_of(const Position& position, Value train) {
  for (int i = 0; i < position.end_count; ++i) {
    const End& end = position.ends[static_cast<std::size_t>(i)];
    if (end.train == train && end.tail) return end.serial;
  }
  return absent;
}

[[gnu::noinline]] Value work_out(Evaluation& reading, const fast::GivenValue& given) {
  const Moment& moment = reading.moment;
  const auto seat_value = [](Seat seat) { return seat == no_seat ? absent : seat; };
  const auto train = [&] {
    const auto at = static_cast<std::size_t>(given.value + 1 + moment.me);
    const Value found = reading.program.code.seat_trains[at];
    return found < 0 || reading.position.engine_tile == no_tile ? absent : found;
  };
  switch (given.given) {
    case fast::Given::nothing:
      return absent;
    case fast::Given::number:
      return given.value;
    case fast::Given::decisions:
      return ask(reading, static_cast<fast::DecisionRef>(given.value)) ? 1 : 0;
    case fast::Given::node:
      return evaluate(reading, dsl::NodeRef{given.value});
    case fast::Given::operand:
      return load(reading, reading.program.code.operands[static_cast<std::size_t>(given.value)]);
    case fast::Given::me:
      return seat_value(moment.me);
    case fast::Given::whom:
      return seat_value(moment.whom);
    case fast::Given::tile:
      return moment.tile == no_tile ? absent : moment.tile;
    case fast::Given::end: {
      if (moment.end_gone) return moment.end;
      const Value found = read_root(reading, dsl::Root::end);
      return found == absent ? absent : end_at(reading, found).serial;
    }
    case fast::Given::new_end:
      return find_end(reading.position, moment.new_end, moment.new_index) < 0 ? absent : moment.new_end;
    case fast::Given::train:
      return train();
    case fast::Given::tail:
      return tail_of(reading.position, train());
  }
  return absent;
}

/// An effect is mostly given nothing, or a number that the rules say.
inline Value value_of(Evaluation& reading, const fast::GivenValue& given) {
  if (given.given == fast::Given::nothing) return absent;
  return given.given == fast::Given::number ? given.value : work_out(reading, given);
}

inline PlannedEffect planned(Evaluation& reading, const fast::EffectCode& code) {
  return {&code,
          value_of(reading, code.receiver),
          {value_of(reading, code.args[0]), value_of(reading, code.args[1])}};
}

[[gnu::noinline]] void note_rows(const Flow& flow, const Moment& moment,
                                 const fast::Consequence& consequence) {
  for (const dsl::RuleId rule : consequence.rows) {
    flow.note({.kind = Happening::Kind::row, .rule = rule, .seat = moment.me});
  }
}

/// Sets a fact to, or adds to it, the number that the rules say.
inline void change_plain_fact(Position& position, Seat me, const fast::EffectCode& code) {
  if (code.has_receiver && me == no_seat) return;
  std::int32_t& fact =
      position.facts[static_cast<std::size_t>(code.fact_slot + (code.has_receiver ? me : 0))];
  const std::int32_t number = code.args[0].value;
  fact = code.id == dsl::Effect::set ? number : dsl::sum_of(fact, number);
}

/// Effect by effect, as none changes what is given to another.
void follow_one_by_one(Flow& flow, Evaluation& reading, const fast::Consequence& consequence) {
  for (const fast::EffectCode& code : consequence.effects) {
    if (code.plain_fact) {
      change_plain_fact(flow.position, reading.moment.me, code);
    } else {
      carry_out(flow, reading.moment, planned(reading, code));
    }
  }
}

using Consequences = SmallVector<const fast::Consequence*, 8>;

const fast::Consequence& consequence_of(Evaluation& reading, const fast::EventPart& part) {
  return part.consequences[fast::leaf_of(follow_diagram(reading, part.first[reading.moment.key]))];
}

using PlannedEffects = SmallVector<PlannedEffect, 16>;

/// Plans the effects in an `each` for each element of its set, as the table is now.
void plan(Evaluation& reading, std::span<const fast::EffectCode> effects, PlannedEffects& list) {
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const fast::EffectCode& code = effects[i];
    if (code.inner == 0) {
      list.push_back(planned(reading, code));
      continue;
    }
    const auto inner = effects.subspan(i + 1, code.inner);
    visit_each(reading, dsl::NodeRef{code.args[0].value}, [&] { plan(reading, inner, list); });
    i += code.inner;
  }
}

// All arguments are worked out, and only then does anything change.
[[gnu::noinline]] void follow_planned(Flow& flow, Evaluation& reading, const Consequences& consequences) {
  PlannedEffects effects;
  for (const fast::Consequence* consequence : consequences) plan(reading, consequence->effects, effects);
  for (const PlannedEffect& effect : effects) carry_out(flow, reading.moment, effect);
}

/// Several parts: all are asked first.
[[gnu::noinline]] void look_at_parts(Flow& flow, Evaluation& reading, const fast::EventCode& code) {
  Consequences consequences;
  bool one_by_one = true;
  for (const fast::EventPart& part : code) {
    const fast::Consequence& consequence = consequence_of(reading, part);
    if (consequence.rows.empty()) continue;
    one_by_one = one_by_one && (consequences.empty() ? consequence.one_by_one : consequence.steady);
    consequences.push_back(&consequence);
  }
  if (flow.trace != nullptr) {
    for (const fast::Consequence* consequence : consequences) note_rows(flow, reading.moment, *consequence);
  }
  if (!one_by_one) return follow_planned(flow, reading, consequences);
  for (const fast::Consequence* consequence : consequences) follow_one_by_one(flow, reading, *consequence);
}

[[gnu::noinline]] void follow_chosen(Flow& flow, Evaluation& reading, const fast::Consequence& consequence) {
  note_rows(flow, reading.moment, consequence);
  if (consequence.one_by_one) return follow_one_by_one(flow, reading, consequence);
  Consequences consequences;
  consequences.push_back(&consequence);
  follow_planned(flow, reading, consequences);
}

// All conditions and all arguments see the position as it was when the event came.
void analyze(Flow& flow, dsl::EventId id, const Moment& moment) {
  const fast::EventCode& code = rows_for(flow.program, flow.position).after[id.value];
  if (code.empty()) return;
  Evaluation reading(flow.program, flow.position, moment);
  if (flow.hook != nullptr) {
    if (const ChosenRows* chosen = flow.hook->chosen)
      return id.value < chosen->size() ? follow_chosen(flow, reading, (*chosen)[id.value]) : void();
    (*flow.hook->watcher)(id, flow.position, moment);
  }
  if (code.size() > 1) return look_at_parts(flow, reading, code);
  const fast::Consequence& consequence = consequence_of(reading, code.front());
  if (!consequence.one_by_one) return look_at_parts(flow, reading, code);
  if (flow.trace != nullptr) note_rows(flow, moment, consequence);
  follow_one_by_one(flow, reading, consequence);
}

[[gnu::noinline]] void follow_about_one(Flow& flow, Seat me, const fast::Consequence& consequence) {
  const Moment moment{.me = me};
  Evaluation reading(flow.program, flow.position, moment);
  if (consequence.one_by_one) return follow_one_by_one(flow, reading, consequence);
  Consequences consequences;
  consequences.push_back(&consequence);
  follow_planned(flow, reading, consequences);
}

}  // namespace

void run_events(Flow& flow) {
  while (const Event* event = flow.events.next()) analyze(flow, event->id, event->moment);
}

void happen(Flow& flow, dsl::EventId id, const Moment& moment) {
  flow.events.pass_over();
  analyze(flow, id, moment);
  run_events(flow);
}

void follow(Flow& flow, Seat me, const fast::Consequence& consequence) {
  if (consequence.only_plain_facts) {
    for (const fast::EffectCode& effect : consequence.effects) change_plain_fact(flow.position, me, effect);
    return;
  }
  flow.events.pass_over();
  follow_about_one(flow, me, consequence);
  run_events(flow);
}

void happen(Flow& flow, dsl::EventId id, Seat me) {
  const fast::Code& rules = flow.program.code;
  const fast::EventCode& code = rows_for(flow.program, flow.position).after[id.value];
  if (code.empty()) return;
  // Mostly the code alone decides: no event is needed for that.
  if (code.size() == 1 && flow.trace == nullptr) {
    const fast::DecisionRef answer =
        follow_fields(rules, flow.position, me, code.front().first[fast::no_event_key]);
    if (answer < 0) return follow(flow, me, code.front().consequences[fast::leaf_of(answer)]);
  }
  happen(flow, id, Moment{.me = me});
}

}  // namespace roundhouse::engine
