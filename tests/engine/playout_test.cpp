// Random rounds of every bundled variant, over its numbers of players and the values of its options: what
// holds of any game holds after every act.

#include "tests/support/catch.h"
#include "tests/support/properties.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"
#include "tools/simulate/simulate.h"

using namespace roundhouse;
using namespace roundhouse::engine;

namespace {

struct Tally {
  Figures figures;
  int refused = 0;
};

void play_table(const tests::VariantTable& table, std::uint64_t rounds, Tally& tally) {
  const tests::SetTable played = tests::set_up(table);
  if (!played.program) {
    ++tally.refused;
    return;
  }
  const engine::Rules& program = *played.program;
  INFO(table.text());
  SimulateOptions options{.seed = 7, .games = 1, .unit = Unit::round, .play = {.declared = 0.2}};
  ActList acts;
  std::string trouble;
  const auto note = [&](const std::string& found) {
    if (trouble.empty()) trouble = found;
  };
  // Scores are those that the end of the round made, before a referee's points come on top.
  bool over = false;
  const auto count_scores = [&](const Position& ended) {
    if (over || ended.phase != Phase::over || ended.engine_tile == no_tile) return;
    over = true;
    const std::vector<int> counts = tests::count_hands(played.rules, program, ended);
    for (std::size_t seat = 0; seat < counts.size(); ++seat) {
      if (ended.players[seat].points != counts[seat]) note("a score is wrong");
    }
  };
  const Observer observer{
      .round_begins = [&](const Position&) { over = false; },
      .act =
          [&](const Act&, const Position& after) {
            note(tests::trouble_with(program, after));
            note(tests::trouble_with_acts(program, after, acts));
            count_scores(after);
          },
      .round_ends = count_scores,
  };
  for (std::uint64_t round = 0; round < rounds; ++round) {
    INFO("game " << round);
    const Figures figures = simulate_game(program, options, round, observer);
    REQUIRE(trouble == "");
    REQUIRE(figures.dead_ends == 0);
    REQUIRE(figures.too_long == 0);
    tally.figures += figures;
  }
}

/// Spreads so many rounds over the tables of a variant.
void play_variant(const std::string& variant, std::uint64_t rounds) {
  const std::vector<tests::VariantTable> tables = tests::tables_of(variant);
  Tally tally;
  for (const tests::VariantTable& table : tables) play_table(table, rounds / tables.size() + 1, tally);
  INFO(variant << ": " << tally.refused << " of " << tables.size() << " tables refused");
  CHECK(static_cast<std::size_t>(tally.refused) * 2 < tables.size());
  CHECK(tally.figures.rounds * 2 > rounds);
  // Blocked rounds are rare where nearly every train is open.
  if (rounds >= 10'000) CHECK(tally.figures.blocked > 0);
  CHECK(tally.figures.blocked < tally.figures.rounds);
  for (const std::uint64_t times : tally.figures.declared) CHECK(times > 0);
}

}  // namespace

TEST_CASE("random rounds of every variant keep their tiles and come to an end", "[variants]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) { play_variant(variant, 400); }
  }
}

TEST_CASE("some random rounds of every variant keep their tiles and come to an end",
          "[variants][.sanitized][whole]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) { play_variant(variant, 100); }
  }
}

TEST_CASE("ten thousand random rounds of every variant keep their tiles and come to an end",
          "[.long][long][variants]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) { play_variant(variant, 10'000); }
  }
}

TEST_CASE("whole matches of every variant come to an end", "[variants]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) {
      const dsl::CheckedRules rules = tests::bundled_rules(variant);
      const engine::Rules program = engine::compile_rules(rules, rules.setup.least_players);
      const Figures figures = simulate(program, {.seed = 3, .games = 5, .unit = Unit::match});
      CHECK(figures.finished == 5);
      CHECK(figures.rounds > 5);
    }
  }
}
