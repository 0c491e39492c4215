// The rule sets in bench/rules/, by which it is shown that speed is not a matter of the bundled variants:
// they have to be games, and their own rows have to be at work in them.

#include <algorithm>
#include <filesystem>

#include "engine/rules.h"
#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::engine {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> rule_sets() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(tests::source_folder() / "bench/rules"))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

dsl::CheckedRules rules_of(const fs::path& path) { return tests::rules_from_text(tests::read_file(path)); }

TEST_CASE("the rule sets that speed is measured on are games", "[engine]") {
  REQUIRE(rule_sets().size() >= 5);
  for (const fs::path& path : rule_sets()) {
    const dsl::CheckedRules rules = rules_of(path);
    for (const int players : {rules.setup.least_players, 4, rules.setup.most_players}) {
      INFO(path.filename() << " for " << players);
      const engine::Rules program = engine::compile_rules(rules, players);
      const SimulateOptions options{.seed = 5, .games = 10, .unit = Unit::match, .play = {.declared = 0.1}};
      const Figures figures = simulate(program, options);
      CHECK(figures.finished == options.games);
      CHECK(figures.blocked * 4 < figures.rounds * 3);
      CHECK(simulate(program, options, 2) == figures);
    }
  }
}

TEST_CASE("every row of the rule sets that speed is measured on decides something", "[engine]") {
  for (const fs::path& path : rule_sets()) {
    const dsl::CheckedRules rules = rules_of(path);
    const engine::Rules program = engine::compile_rules(rules, 4);
    const Figures figures = simulate(
        program,
        {.seed = 6, .games = 40, .unit = Unit::match, .play = {.declared = 0.1}, .count_rules = true});
    for (std::size_t rule = 0; rule < program.rules.size(); ++rule) {
      const engine::Rules::RuleText& row = program.rules[rule];
      const bool is_own = row.where.file == dsl::FileId{};
      const bool is_counted = row.shape == dsl::Shape::forbid || row.shape == dsl::Shape::after;
      if (!is_own || !is_counted) continue;
      INFO(path.filename() << ": " << row.id);
      CHECK(figures.measured[place_of_rules(4) + rule].amount.value() > 0);
    }
  }
}

TEST_CASE("engine and slow reading agree on the rule sets that speed is measured on", "[engine][agreement]") {
  for (const fs::path& path : rule_sets()) {
    const dsl::CheckedRules rules = rules_of(path);
    roundhouse::Tally tally;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const int players =
          std::clamp(2 + static_cast<int>(seed % 6), rules.setup.least_players, rules.setup.most_players);
      const engine::Rules program = engine::compile_rules(rules, players);
      const std::string trouble = disagreement(rules, program, seed, {2, 10, 2, 3000}, tally);
      if (!trouble.empty()) FAIL(path.filename() << ", seed " << seed << '\n' << trouble);
    }
    CHECK(tally.unfinished == 0);
  }
}

}  // namespace
}  // namespace roundhouse::engine
