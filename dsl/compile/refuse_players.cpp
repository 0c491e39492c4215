#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/player_numbers.h"
#include "dsl/compile/skeleton.h"
#include "dsl/program.h"

namespace roundhouse::dsl {
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
