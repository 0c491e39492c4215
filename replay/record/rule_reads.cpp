#include "replay/record/rule_reads.h"

#include <vector>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/fold.h"

namespace roundhouse::replay {

using dsl::any_node;
using dsl::is_member;
using dsl::is_root;

bool reads_member(const engine::Rules& program, dsl::NodeRef node, dsl::Member member) {
  return any_node(program, node, [&](const dsl::Node& n) { return is_member(n, member); });
}

bool reads_tile(const engine::Rules& program, dsl::NodeRef node) {
  return (dsl::reads(program, node) & dsl::aspects::tile) != 0;
}

bool reads_given_tile(const engine::Rules& program, std::uint16_t declared) {
  const dsl::ActId id{static_cast<std::uint16_t>(dsl::built_in_acts + declared)};
  const dsl::ActRules& rules = program.acts[id.value];
  const auto reads = [](dsl::Aspects aspects) { return (aspects & dsl::aspects::tile) != 0; };
  const auto reads_row = [&](const auto& row) { return reads(dsl::reads_of_row(program, row)); };
  const auto reads_effect = [&](const dsl::EffectCall& call) {
    return reads(dsl::reads_of_effect(program, call));
  };
  const std::vector<dsl::AfterRow>& after = program.after[dsl::event_of(id).value];
  return any_of(rules.forbids, reads_row) || any_of(rules.advice, reads_row) ||
         any_of(rules.optional, reads_row) ||
         any_of(rules.permits,
                [&](const dsl::PermitRow& permit) { return reads(dsl::reads(program, permit.when)); }) ||
         any_of(after, [&](const dsl::AfterRow& row) {
           return reads_row(row) || any_of(row.effects, reads_effect);
         });
}

bool reads_hands(const engine::Rules& program, dsl::NodeRef node) {
  return (dsl::reads(program, node) & dsl::aspects::hands) != 0;
}

bool reads_kept_of_others(const engine::Rules& program, dsl::NodeRef node) {
  return any_node(program, node, [&](const dsl::Node& n) {
    if (!is_member(n, dsl::Member::player_kept)) return false;
    return !is_root(dsl::node_at(program, dsl::argument(program, n, 0)), dsl::Root::holder);
  });
}

bool rests_on_numbers(const engine::Rules& program, dsl::NodeRef node) {
  // The double scheduled is asked for by the rule that says which it is.
  return (dsl::reads(program, node) & ~dsl::aspects::schedule) == 0;
}

bool may_end_early(const engine::Rules& program) {
  return program.match.over.given() || has_effect(program, dsl::Effect::end_game);
}

bool asks_fact(const engine::Rules& program, const dsl::FactSlot& fact) {
  return any_of(program.nodes,
                [&](const dsl::Node& node) { return node.op == dsl::Op::fact && node.value == fact.slot; });
}

bool asks_ages(const engine::Rules& program) {
  return any_of(program.nodes, [](const dsl::Node& n) { return is_member(n, dsl::Member::player_age); });
}

bool asks_ages(const engine::Rules& program, dsl::RuleId rule) {
  const auto asks = [&](const auto& row) {
    return row.rule == rule && (dsl::reads_of_row(program, row) & dsl::aspects::ages) != 0;
  };
  const auto permits = [&](const dsl::PermitRow& row) {
    return row.rule == rule && (dsl::reads(program, row.when) & dsl::aspects::ages) != 0;
  };
  const auto follows = [&](const dsl::AfterRow& row) {
    const auto reads = [&](const dsl::EffectCall& call) {
      return (dsl::reads_of_effect(program, call) & dsl::aspects::ages) != 0;
    };
    return asks(row) || (row.rule == rule && any_of(row.effects, reads));
  };
  return any_of(program.acts,
                [&](const dsl::ActRules& act) {
                  return any_of(act.forbids, asks) || any_of(act.permits, permits);
                }) ||
         any_of(program.after, [&](const std::vector<dsl::AfterRow>& rows) { return any_of(rows, follows); });
}

namespace {

bool has_it(const std::vector<dsl::AfterRow>& rows, dsl::Effect effect) {
  const auto is_it = [&](const dsl::EffectCall& call) { return call.id == effect; };
  return any_of(rows, [&](const dsl::AfterRow& row) { return any_of(row.effects, is_it); });
}

}  // namespace

bool has_effect(const engine::Rules& program, dsl::Effect effect) {
  return any_of(program.after, [&](const std::vector<dsl::AfterRow>& rows) { return has_it(rows, effect); });
}

bool has_effect_at(const engine::Rules& program, dsl::EventId event, dsl::Effect effect) {
  return has_it(program.after[event.value], effect);
}

bool may_end_game_at_the_end(const engine::Rules& program) {
  for (std::size_t event = 0; event < program.after.size(); ++event)
    if (dsl::is_of_round_end(event) && has_it(program.after[event], dsl::Effect::end_game)) return true;
  return false;
}

namespace {

/// True if `reads` holds of a condition of some row, or of what one of its effects is given.
template <class Reads>
bool any_row(const engine::Rules& program, const Reads& reads) {
  const auto reads_row = [&](const auto& row) {
    return reads(row.when) ||
           any_of(row.excepts, [&](const dsl::ExceptRow& except) { return reads(except.when); });
  };
  for (const dsl::ActRules& act : program.acts) {
    if (any_of(act.forbids, reads_row)) return true;
    if (any_of(act.permits, [&](const dsl::PermitRow& permit) { return reads(permit.when); })) return true;
  }
  for (const std::vector<dsl::AfterRow>& rows : program.after)
    for (const dsl::AfterRow& row : rows) {
      if (reads_row(row)) return true;
      for (const dsl::EffectCall& call : row.effects)
        if (reads(call.receiver) || reads(call.args[0]) || reads(call.args[1])) return true;
    }
  return false;
}

}  // namespace

bool tiles_may_lie_anyhow(const engine::Rules& program) {
  return engine::may_turn_tiles(program) || has_effect(program, dsl::Effect::show) ||
         !program.code.rows[0].lay_matches;
}

bool any_row_reads(const engine::Rules& program, dsl::Aspects aspects) {
  return any_row(program, [&](dsl::NodeRef node) { return (dsl::reads(program, node) & aspects) != 0; });
}

MembersRead::MembersRead(const engine::Rules& program) : read_(dsl::all_members().size()) {
  const auto note = [&](const dsl::Node& node) {
    if (node.op == dsl::Op::member) read_[static_cast<std::size_t>(node.value)] = true;
  };
  any_row(program, [&](dsl::NodeRef root) {
    dsl::visit_nodes(program, root, note);
    return false;
  });
}

bool any_row_reads_lasting_facts(const engine::Rules& program) {
  std::vector<bool> changes(program.facts.size());
  for (const std::vector<dsl::AfterRow>& rows : program.after)
    for (const dsl::AfterRow& row : rows)
      for (const dsl::EffectCall& call : row.effects)
        if (dsl::writes(call.id, dsl::aspects::facts)) changes[call.fact.value] = true;
  const auto lasts = [&](const dsl::Node& node) {
    if (node.op != dsl::Op::fact) return false;
    for (std::size_t i = 0; i < program.facts.size(); ++i) {
      const dsl::FactSlot& fact = program.facts[i];
      if (fact.slot == node.value)
        return changes[i] && (fact.per == dsl::Scope::game || fact.per == dsl::Scope::match);
    }
    return false;
  };
  return any_row(program, [&](dsl::NodeRef node) { return node.given() && any_node(program, node, lasts); });
}

bool reads_facts_of_play(const engine::Rules& program, dsl::NodeRef node, dsl::Aspects left_by_play) {
  using dsl::BuiltInEvent;
  constexpr BuiltInEvent before_turns[] = {BuiltInEvent::lead, BuiltInEvent::engine, BuiltInEvent::deal,
                                           BuiltInEvent::dealt};
  constexpr BuiltInEvent behind_turns[] = {BuiltInEvent::ending, BuiltInEvent::counting, BuiltInEvent::scored,
                                           BuiltInEvent::round_over};
  const auto is_one_of = [](const auto& events, std::size_t event) {
    return any_of(events, [&](BuiltInEvent one) { return dsl::event_id(one).value == event; });
  };
  const auto is_left_by_play = [&](const dsl::AfterRow& row, const dsl::EffectCall& call) {
    dsl::Aspects reads = dsl::reads_of_row(program, row) | dsl::reads(program, call.receiver);
    for (const dsl::NodeRef argument : call.args) reads |= dsl::reads(program, argument);
    return (reads & left_by_play) != 0;
  };
  const auto is_of_play = [&](const dsl::Node& read) {
    if (read.op != dsl::Op::fact) return false;
    for (std::size_t event = 0; event < program.after.size(); ++event) {
      if (is_one_of(before_turns, event)) continue;
      for (const dsl::AfterRow& row : program.after[event])
        for (const dsl::EffectCall& call : row.effects) {
          const bool sets =
              dsl::writes(call.id, dsl::aspects::facts) && program.facts[call.fact.value].slot == read.value;
          if (sets && (!is_one_of(behind_turns, event) || is_left_by_play(row, call))) return true;
        }
    }
    return false;
  };
  return node.given() && dsl::any_node(program, node, is_of_play);
}

bool has_effect_by_rule(const engine::Rules& program, dsl::Effect effect) {
  for (std::size_t event = 0; event < dsl::built_in_events; ++event)
    if (has_effect_at(program, dsl::event_id(static_cast<dsl::BuiltInEvent>(event)), effect)) return true;
  return false;
}

bool draws_before_turn(const engine::Rules& program) {
  using dsl::BuiltInEvent;
  constexpr BuiltInEvent events[] = {BuiltInEvent::lead, BuiltInEvent::engine, BuiltInEvent::deal,
                                     BuiltInEvent::dealt, BuiltInEvent::turn_begins};
  return any_of(events, [&](BuiltInEvent event) {
    return has_effect_at(program, dsl::event_id(event), dsl::Effect::draw);
  });
}

}  // namespace roundhouse::replay
