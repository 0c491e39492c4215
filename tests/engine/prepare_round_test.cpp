// Rules made ready for one round play the same games as rules made ready for many.

#include <algorithm>

#include "engine/prepare_round.h"
#include "tests/support/catch.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_from_text.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

void check_games(const dsl::CheckedRules& rules, int players, std::uint64_t games) {
  const engine::Rules fast = engine::compile_rules(rules, players);
  const engine::Rules plain = engine::prepare_for_round(dsl::compile_rules(rules, players));
  const engine::SimulateOptions options{
      .seed = 7, .games = games, .unit = engine::Unit::round, .play = {.declared = 0.2, .most_turns = 400}};
  CHECK(simulate(fast, options) == simulate(plain, options));
  engine::SimulateOptions quiet = options;
  quiet.play.declared = 0;
  CHECK(simulate(fast, quiet) == simulate(plain, quiet));
}

}  // namespace

TEST_CASE("rules made ready for a round play the same games", "[engine]") {
  for (const std::string& variant : all_bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    INFO(variant);
    check_games(rules, std::clamp(4, rules.setup.least_players, rules.setup.most_players), 10);
  }
}

TEST_CASE("rules written at random play the same games when they are made ready for a round", "[engine]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const TriedRules tried = try_rules(random_variant(seed));
    if (!tried.rules) continue;
    const int players = tried.rules->setup.least_players;
    INFO(seed);
    if (!dsl::refuse_players(*tried.rules, players)) check_games(*tried.rules, players, 3);
  }
}

}  // namespace roundhouse::tests
