#include "engine/fast/effect_code.h"

#include <algorithm>

namespace roundhouse::engine::fast {

EffectCode effect_code(const Rules& program, const EffectCall& call, RuleId rule) {
  EffectCode code;
  code.id = call.id;
  code.inner = call.inner;
  code.rule = rule;
  code.fact_slot = call.fact_slot;
  if (call.args[0].given()) {
    const Type type = program.nodes[static_cast<std::size_t>(call.args[0].value)].type;
    code.whole = type == Type::train || type == Type::debts;
  }
  if (call.fact_slot >= 0) {
    const FactSlot& fact = program.facts[call.fact.value];
    code.has_receiver = fact.has_receiver();
    code.can_be_absent = fact.can_be_absent();
  }
  return code;
}

void sum_up(Consequence& consequence) {
  const auto stays = [](const GivenValue& value) {
    return value.given != Given::node && value.given != Given::decisions && value.given != Given::operand;
  };
  const auto& effects = consequence.effects;
  const auto all_stay = [&](auto first) {
    return std::all_of(first, effects.end(), [&](const EffectCode& effect) {
      return stays(effect.receiver) && stays(effect.args[0]) && stays(effect.args[1]);
    });
  };
  consequence.steady = all_stay(effects.begin());
  // Before the first nothing has changed.
  consequence.one_by_one = effects.empty() || all_stay(effects.begin() + 1);
  // Effects for each of a set are planned first, all of them.
  const auto is_each = [](const EffectCode& effect) { return effect.inner > 0; };
  if (std::any_of(effects.begin(), effects.end(), is_each))
    consequence.steady = consequence.one_by_one = false;
  consequence.only_plain_facts =
      std::all_of(effects.begin(), effects.end(), [](const EffectCode& effect) { return effect.plain_fact; });
}

Consequence consequence_of_rows(const Rules& program, const std::vector<AfterRow>& rows) {
  const auto given = [&](const EffectCall&, NodeRef argument) -> GivenValue {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    const bool has_value =
        argument.given() && program.nodes[static_cast<std::size_t>(argument.value)].type != Type::debts;
    return has_value ? GivenValue{Given::node, argument.value} : GivenValue{};
  };
  Consequence consequence;
  for (const AfterRow& row : rows) add_row(program, row, given, consequence);
  sum_up(consequence);
  return consequence;
}

}  // namespace roundhouse::engine::fast
