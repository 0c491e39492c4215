#include "dsl/compile/skeleton.h"

#include <algorithm>

#include "dsl/compile/expression_compiler.h"

namespace roundhouse::dsl {
namespace {

void place_facts(const CheckedRules& rules, Program& program) {
  for (const Fact& fact : rules.facts) {
    const int places = fact.of == Scope::player  ? program.players
                       : fact.of == Scope::train ? static_cast<int>(program.trains.size())
                                                 : 1;
    FactSlot slot{program.fact_slots, places, fact.of, fact.per, fact.type};
    if (fact.chance) {
      const bool of_players = fact.type == Type::player;
      slot.least = of_players ? 0 : fact.chance->first;
      slot.greatest = of_players ? program.players - 1 : fact.chance->second;
    }
    program.facts.push_back(slot);
    program.fact_names.push_back(fact.name);
    program.fact_labels.push_back(fact.shown);
    program.fact_slots += places;
  }
  if (!rules.match.points) return;
  program.placement_slot = program.fact_slots;
  program.fact_slots += program.players;
}

void lay_out_trains(const CheckedRules& rules, Program& program) {
  const auto players = static_cast<std::size_t>(program.players);
  program.first_train.assign(rules.trains.size() * players, -1);
  for (std::size_t k = 0; k < rules.trains.size(); ++k) {
    const TrainKind& kind = rules.trains[k];
    if (kind.gone) continue;
    const std::int32_t count = kind.count ? constant_of(rules, program, *kind.count).value_or(0) : 1;
    const std::size_t owners = kind.of == TrainOwner::each ? players : 1;
    for (std::size_t owner = 0; owner < owners && count > 0; ++owner) {
      program.first_train[k * players + owner] = static_cast<std::int16_t>(program.trains.size());
      // One more than fit are enough for the refusal.
      for (std::int32_t number = 0; number < count && program.trains.size() <= max_trains; ++number) {
        TrainSlot place;
        place.kind = {static_cast<std::uint16_t>(k)};
        place.kind_name = kind.name_id;
        place.owner = static_cast<std::int8_t>(kind.of == TrainOwner::each ? static_cast<int>(owner) : -1);
        place.starts = kind.starts;
        place.number = static_cast<std::uint8_t>(number);
        program.trains.push_back(place);
      }
    }
  }
}

}  // namespace

std::optional<std::int32_t> constant_of(const CheckedRules& rules, const Program& skeleton,
                                        const TypedExpr& expression, std::optional<int> round) {
  Program scratch = skeleton;
  ExpressionCompiler compiler(rules, scratch, round);
  return compiler.constant_value(compiler.compile(expression));
}

Program program_skeleton(const CheckedRules& rules, int players) {
  Program program;
  program.players = players;
  program.variant = rules.name;
  program.names = rules.names;
  for (const Option& option : rules.options) program.tables.push_back({option.by, option.table});
  program.highest = constant_of(rules, program, rules.setup.highest).value_or(0);
  program.copies = constant_of(rules, program, rules.setup.copies).value_or(0);
  program.tile_kinds = (program.highest + 1) * (program.highest + 2) / 2;
  lay_out_trains(rules, program);
  place_facts(rules, program);
  return program;
}

}  // namespace roundhouse::dsl
