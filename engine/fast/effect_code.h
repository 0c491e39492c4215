#pragma once
// Effects in the form in which the fold carries them out. Called by event_parts.cpp, and by readers that have
// judged the rows themselves (replay/fold/partial_apply.h); they differ in what they know of the
// arguments.

#include <vector>

#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// All but the arguments.
EffectCode effect_code(const Rules& program, const EffectCall& call, RuleId rule);

/// With all effects in place: what holds of all of them.
void sum_up(Consequence& consequence);

/// Adds a row's effects; `given(EffectCall, NodeRef)` says what an argument of the call is.
template <class Given>
void add_row(const Rules& program, const AfterRow& row, Given given, Consequence& consequence) {
  consequence.rows.push_back(row.rule);
  for (const EffectCall& call : row.effects) {
    EffectCode code = effect_code(program, call, row.rule);
    code.receiver = given(call, call.receiver);
    code.args = {given(call, call.args[0]), given(call, call.args[1])};
    const bool changes_fact = call.id == Effect::set || call.id == Effect::add;
    const bool is_at_hand = !code.has_receiver || code.receiver.given == fast::Given::me;
    code.plain_fact = changes_fact && is_at_hand && code.args[0].given == fast::Given::number;
    consequence.effects.push_back(code);
  }
}

/// The consequence where all of these rows stand.
Consequence consequence_of_rows(const Rules& program, const std::vector<AfterRow>& rows);

}  // namespace roundhouse::engine::fast
