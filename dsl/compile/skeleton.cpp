#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/player_numbers.h"
#include "dsl/compile/expression_compiler.h"
#include "dsl/program.h"

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

namespace {

constexpr int greatest_highest = 18;
/// A deal that goes by the round is tried for so many rounds, where their number is not known.
constexpr int rounds_tried = 40;

std::optional<std::string> refuse_deal(const CheckedRules& rules, const Program& program, int round,
                                       const std::string& when) {
  const std::optional<std::int32_t> deal = constant_of(rules, program, rules.setup.deal, round);
  // A deal that depends on more than the number of the round is checked at the table.
  if (!deal) {
    return rules.setup.deal.op == Op::table
               ? std::optional(fmt::format("the deal is not given for {}{}",
                                           players_text(program.players, program.players), when))
               : std::nullopt;
  }
  const std::string players = players_text(program.players, program.players);
  if (*deal < 1) return fmt::format("the deal for {}{} is {} tiles", players, when, *deal);
  // An engine that is set aside or turned over is dealt to nobody.
  const std::optional<std::int32_t> from = constant_of(rules, program, rules.setup.engine_from);
  const bool nobodys = from == static_cast<std::int32_t>(SetupName::aside) ||
                       from == static_cast<std::int32_t>(SetupName::turned);
  const int tiles = program.tile_kinds * program.copies - (nobodys ? 1 : 0);
  if (std::int64_t{*deal} * program.players > tiles) {
    return fmt::format("{} with {} tiles each need more than the {} tiles there are{}",
                       players_text(program.players, program.players), *deal, tiles, when);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> refuse_players(const CheckedRules& rules, int players) {
  const Setup& setup = rules.setup;
  if (!is_for(setup, players))
    return fmt::format("this game is for {}, not for {}", players_text(setup), players);
  const Program program = program_skeleton(rules, players);
  if (program.highest < 1 || program.highest > greatest_highest) {
    return fmt::format("the highest number of a set is 1 to {}, not {}", greatest_highest, program.highest);
  }
  if (program.copies < 1 || program.copies > 2) {
    return fmt::format("1 or 2 sets are mixed, not {}", program.copies);
  }
  if (program.trains.size() > max_trains) {
    return fmt::format("with {} there are more than {} trains", players_text(players, players), max_trains);
  }
  if (program.fact_slots > max_fact_slots) {
    return fmt::format("with {} the facts take {} places, and there are {}", players_text(players, players),
                       program.fact_slots, max_fact_slots);
  }
  if (constant_of(rules, program, setup.deal)) return refuse_deal(rules, program, 1, "");
  const std::int32_t rounds = rules.match.rounds
                                  ? constant_of(rules, program, *rules.match.rounds).value_or(rounds_tried)
                              : rules.match.over ? rounds_tried
                                                 : 1;
  for (int round = 1; round <= std::clamp(rounds, 1, rounds_tried); ++round) {
    if (auto trouble = refuse_deal(rules, program, round, fmt::format(" in round {}", round))) return trouble;
  }
  return std::nullopt;
}

}  // namespace roundhouse::dsl
