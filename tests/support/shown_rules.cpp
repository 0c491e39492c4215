#include "tests/support/shown_rules.h"

#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

const char* const shown_facts_yaml = R"(
facts:
  turn_double: { of: turn, after: lay, when: tile.double, shown: A double }
  turn_pips: { of: turn, after: lay, add: tile.pips, shown: Pips laid }
  turn_guest: { of: turn, after: lay, is: end.train.owner, shown: Guest of }
  turn_tile: { of: turn, after: lay, is: tile, shown: Newest tile }
  round_marked: { of: round, after: done, is: any(e in ends where e.marked), shown: Some train is open }
  round_doubles: { of: round, after: lay, when: tile.double, add: 1, shown: Doubles on the table }
  round_marker: { of: round, after: lay, when: tile.double, is: me, shown: "Doubles marker, \u0142" }
  round_heavy: { of: round, after: lay, when: tile.pips > 9, is: tile, shown: Heaviest by now }
  match_blank: { of: match, after: lay, when: tile has 0 and tile.double, shown: Double blank was laid }
  match_draws: { of: match, after: draw, add: 0 - 1, shown: Left in the pot }
  match_winner: { of: match, after: round-over, is: round.winner, shown: Last winner }
  match_engine: { of: match, after: engine, is: round.engine, shown: Last engine }
  match_round: { of: match, per: round, after: done, add: 1, shown: Turns of this round }
  kept_by_round: { of: round, per: match, after: cover, add: 1, shown: Covers }
  has_drawn: { of: player, per: turn, after: draw, shown: Has drawn }
  laid_pips: { of: player, after: lay, add: tile.pips, shown: Own pips }
  host: { of: player, per: match, after: lay, is: end.train.owner, shown: Guest in }
  keepsake: { of: player, per: match, after: lay, when: tile.double, is: tile, shown: Last double of all }
)";

std::string value_in(const slow::Value& value, const std::vector<std::string>& names) {
  if (const auto* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const auto* tile = std::get_if<slow::Tile>(&value)) return slow::text(*tile);
  if (const auto* player = std::get_if<slow::Player>(&value))
    return names[static_cast<std::size_t>(player->seat)];
  return {};
}

bool is_clear(const slow::Value& value) {
  const auto* number = std::get_if<int>(&value);
  const auto* truth = std::get_if<bool>(&value);
  return slow::is_absent(value) || (number != nullptr && *number == 0) || (truth != nullptr && !*truth);
}

}  // namespace

dsl::CheckedRules rules_with_shown_facts(const std::string& variant) {
  const std::string players = bundled_rules(variant).setup.least_players > 2 ? "6" : "2..4";
  return rules_from_text("roundhouse: 1\nname: All is shown\nextends: " + variant +
                         "\nsetup: { players: " + players + " }\n" + shown_facts_yaml);
}

std::vector<ShownInSlow> shown_in(const slow::SlowGame& game, const std::vector<std::string>& names) {
  std::vector<ShownInSlow> shown;
  for (std::size_t i = 0; i < game.rules.facts.size(); ++i) {
    const dsl::Fact& fact = game.rules.facts[i];
    if (fact.shown.empty()) continue;
    const bool of_player = fact.of == dsl::Scope::player;
    const int first = of_player ? 0 : -1;
    const int behind = of_player ? static_cast<int>(names.size()) : 0;
    for (int seat = first; seat < behind; ++seat) {
      const auto found = game.table.facts.find({i, static_cast<slow::Seat>(seat)});
      if (found == game.table.facts.end() || is_clear(found->second)) continue;
      shown.push_back({fact.name, fact.shown, of_player ? names[static_cast<std::size_t>(seat)] : "",
                       fact.type, value_in(found->second, names),
                       fact.of == dsl::Scope::match || fact.per == dsl::Scope::match});
    }
  }
  return shown;
}

}  // namespace roundhouse::tests
