// Digests of random games of every bundled variant: over every act of every game, chance included. They are
// the same whatever the machine, the compiler, the number of threads and the way in which a run was cut up.
// When rules or the random player change on purpose, ROUNDHOUSE_UPDATE_GOLDENS=1 writes the new ones.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "dsl/check/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

using engine::Figures;
using engine::SimulateOptions;

struct Row {
  std::string variant;
  int players = 0;
  engine::Unit unit = engine::Unit::match;
  double declared = 0;
};

/// As `roundhouse simulate VARIANT` plays it, and single rounds of a full table with announcements.
std::vector<Row> rows_of(const std::string& variant, const dsl::CheckedRules& rules) {
  return {{variant, std::clamp(4, rules.setup.least_players, rules.setup.most_players)},
          {variant, rules.setup.most_players, engine::Unit::round, 0.2}};
}

Figures in_shards(const engine::Rules& program, const SimulateOptions& options, std::uint64_t shards) {
  Figures all;
  for (std::uint64_t shard = shards; shard-- > 0;) {
    SimulateOptions part = options;
    part.first_game = options.games * shard / shards;
    part.games = options.games * (shard + 1) / shards - part.first_game;
    all += simulate(program, part);
  }
  return all;
}

/// As on a processor that has nothing but what all of its kind have.
Figures with_plain_instructions(const engine::Rules& program, SimulateOptions options) {
  options.play.may_use_wide_instructions = false;
  return simulate(program, options);
}

/// Each row is played once; at most `most` of them, drawn by the seed of the samples, in all other ways, too.
void check_digests(const std::string& file, std::uint64_t games, std::size_t most) {
  std::string text =
      "# variant, players, what is played, how likely declared acts are, how many, digest; seed 1\n";
  const std::vector<std::size_t> chosen = sample(2 * bundled_names().size(), most);
  std::size_t number = 0;
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    for (const Row& row : rows_of(variant, rules)) {
      INFO(variant << " for " << row.players);
      const bool in_all_ways = std::binary_search(chosen.begin(), chosen.end(), number++);
      const engine::Rules program = engine::compile_rules(rules, row.players);
      const SimulateOptions options{
          .seed = 1, .games = games, .unit = row.unit, .play = {.declared = row.declared}};
      const Figures figures = simulate(program, options);
      if (in_all_ways) {
        CHECK(simulate(program, options, 2) == figures);
        CHECK(in_shards(program, options, 7) == figures);
        CHECK(with_plain_instructions(program, options) == figures);
      }
      text += fmt::format("{} {} {} {} {} {:016x}\n", variant, row.players,
                          row.unit == engine::Unit::match ? "games" : "rounds", row.declared, games,
                          figures.digest);
    }
  }
  CHECK(golden_difference(source_folder() / "tests" / "digests" / file, text) == "");
}

TEST_CASE("the rules hashes that records carry are pinned", "[variants]") {
  std::string text =
      "# VARIANT HASH: of the rules as they are bundled; `random` of the hashes of 300 written at random, in "
      "a "
      "row.\n";
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    text += fmt::format("{} {}\n", variant, dsl::rules_hash(rules));
  }
  std::string all;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const TriedRules tried = try_rules(random_variant(seed));
    all += tried.rules ? dsl::rules_hash(*tried.rules) : "-";
  }
  text += fmt::format("random {}\n", dsl::sha256(all));
  CHECK(golden_difference(source_folder() / "tests" / "digests" / "rules-hashes.txt", text) == "");
}

TEST_CASE("the first games of every variant are pinned", "[variants][sanitized][whole]") {
  check_digests("10.txt", 10, SIZE_MAX);
}

TEST_CASE("two hundred games of every variant are pinned", "[variants][sanitized][whole]") {
  check_digests("200.txt", 200, 4);
}

TEST_CASE("ten thousand games of every variant are pinned", "[.long][long][variants]") {
  check_digests("10000.txt", 10'000, SIZE_MAX);
}

}  // namespace
}  // namespace roundhouse::tests
