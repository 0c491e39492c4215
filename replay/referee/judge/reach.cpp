#include "replay/referee/judge/reach.h"

#include "dsl/base/search.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::replay {

Reach::Reach(const engine::Rules& program, dsl::Aspects aspects, const std::bitset<engine::max_facts>& facts)
    : program_(program), aspects_(aspects), facts_(facts) {
  while (spread()) {
  }
}

bool Reach::spares(const Ruling& ruling) const {
  return any_of(program_.acts, [&](const dsl::ActRules& act) {
    return any_of(act.forbids, [&](const dsl::ForbidRow& row) {
      return program_.rules[row.rule.value].id == ruling.rule && !reaches_row(row);
    });
  });
}

/// True if it reaches farther than before.
bool Reach::spread() {
  const auto aspects = aspects_;
  const auto facts = facts_;
  for (std::size_t event = 0; event < program_.after.size(); ++event) {
    if (dsl::is_of_round_end(event)) continue;
    for (const dsl::AfterRow& row : program_.after[event]) {
      const bool by_row = reaches_row(row);
      for (const dsl::EffectCall& call : row.effects)
        if (by_row || has(dsl::reads_of_effect(program_, call)) ||
            dsl::any_node_of_effect(program_, call, [&](const dsl::Node& made) { return is_reached(made); }))
          add(call);
    }
  }
  return aspects != aspects_ || facts != facts_;
}

void Reach::add(const dsl::EffectCall& call) {
  constexpr dsl::Aspects ends = dsl::aspects::over | dsl::aspects::result | dsl::aspects::game_over;
  const dsl::Aspects writes = dsl::row(call.id).writes;
  aspects_ |= writes & ~(ends | dsl::aspects::facts);
  if ((writes & dsl::aspects::facts) != 0)
    facts_.set(static_cast<std::size_t>(program_.facts[call.fact.value].slot));
}

}  // namespace roundhouse::replay
