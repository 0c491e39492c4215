// The compiled engine against the slow reading, over random rounds of every bundled variant.

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tests/agreement.h"
#include "tests/catch.h"
#include "tests/random_rules.h"
#include "tests/rules_from_text.h"

namespace {

using namespace roundhouse;

std::string value_text(const dsl::CheckedRules& rules, const dsl::Option& option, int value) {
  if (option.type == dsl::Type::truth) return value != 0 ? "true" : "false";
  if (option.type == dsl::Type::name) return std::string(rules.names[static_cast<std::size_t>(value)]);
  return std::to_string(value);
}

/// No setting at all, then every option by itself at each value worth trying: both truths, each choice, the
/// ends and the middle of a range.
std::vector<std::vector<dsl::OptionSetting>> settings_of(const dsl::CheckedRules& rules) {
  std::vector<std::vector<dsl::OptionSetting>> all{{}};
  for (const dsl::Option& option : rules.options) {
    std::vector<int> values;
    if (option.type == dsl::Type::truth) values = {0, 1};
    for (const dsl::NameId choice : option.choices) values.push_back(choice.value);
    if (option.type == dsl::Type::number && option.range && option.by.empty()) {
      const auto [low, high] = *option.range;
      values = {low, (low + high) / 2, high};
    }
    for (const int value : values) {
      if (option.by.empty() && value == option.value) continue;
      all.push_back({{option.name, value_text(rules, option, value), {}}});
    }
  }
  return all;
}

/// One set of rules for one number of players.
struct Game {
  std::string label;
  dsl::CheckedRules rules;
  dsl::Program program;
};

std::vector<Game> games_of(const std::string& variant) {
  std::vector<Game> games;
  for (const auto& settings : settings_of(tests::bundled_rules(variant))) {
    std::string label = variant;
    for (const auto& setting : settings) label += " " + setting.name + "=" + setting.value;
    const tests::TriedRules tried = tests::try_bundled(variant, settings);
    if (!tried.rules) continue;  // a value that does not go with the others
    const dsl::CheckedRules& rules = *tried.rules;
    for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      if (dsl::refuse_players(rules, players)) continue;
      games.push_back(
          {label + " players=" + std::to_string(players), rules, dsl::compile_rules(rules, players)});
    }
  }
  return games;
}

/// About so many rounds, spread over all games of the variant.
void agree(const std::string& variant, int rounds, const Pace& pace, std::uint64_t seed) {
  const std::vector<Game> games = games_of(variant);
  REQUIRE_FALSE(games.empty());
  // A stride that shares no factor with the number of games, so that few rounds are spread, too.
  const auto begin = std::chrono::steady_clock::now();
  Tally tally;
  for (std::uint64_t i = 0; tally.rounds < rounds; ++i) {
    const Game& game = games[(i * 7919) % games.size()];
    const std::string trouble = disagreement(game.rules, game.program, seed + i, pace, tally);
    if (!trouble.empty()) FAIL(game.label << " seed " << seed + i << '\n' << trouble);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  INFO(variant << ": " << tally.unfinished << " of " << tally.rounds << " rounds came to no end");
  CHECK(tally.acts > 20 * tally.rounds);
  CHECK(tally.unfinished * 10 <= tally.rounds);
  std::printf("%s: %lld rounds, %lld acts (%lld illegal), %zu games, %.1f s\n", variant.c_str(),
              static_cast<long long>(tally.rounds), static_cast<long long>(tally.acts),
              static_cast<long long>(tally.illegal_acts_applied), games.size(), seconds.count());
}

/// Rounds under rules written at random, `rounds` to each of `count` variants.
void agree_on_random_rules(std::uint64_t first, int count, const Pace& pace) {
  Tally tally;
  int refused = 0;
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(count); ++seed) {
    const std::string text = random_variant(seed);
    const tests::TriedRules tried = tests::try_rules(text);
    if (!tried.rules) {
      UNSCOPED_INFO(tried.trouble);
      ++refused;
      continue;
    }
    const dsl::CheckedRules& rules = *tried.rules;
    const int players = 2 + static_cast<int>(seed % 4);
    if (dsl::refuse_players(rules, players)) continue;
    const dsl::Program program = dsl::compile_rules(rules, players);
    const std::string trouble = disagreement(rules, program, seed, pace, tally);
    if (!trouble.empty()) FAIL("random variant " << seed << '\n' << trouble << text);
  }
  std::printf("random rules: %d variants (%d refused), %lld rounds, %lld acts (%lld illegal)\n", count,
              refused, static_cast<long long>(tally.rounds), static_cast<long long>(tally.acts),
              static_cast<long long>(tally.illegal_acts_applied));
  CHECK(refused * 5 < count);
}

}  // namespace

TEST_CASE("rules written at random use every word, event and effect", "[agreement]") {
  std::string all;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) all += random_variant(seed);
  const auto used = [&](const std::string& text) { return all.find(text) != std::string::npos; };
  for (const dsl::MemberRow& row : dsl::all_members()) {
    INFO("member " << row.name << " of a " << dsl::type_name(row.of));
    CHECK(used("." + std::string(row.name)));
  }
  for (const dsl::RootRow& row : dsl::all_roots()) {
    INFO("root " << row.name);
    CHECK(used(std::string(row.name)));
  }
  for (const dsl::EventRow& row : dsl::all_events()) {
    INFO("event " << row.name);
    CHECK(used("after: " + std::string(row.name) + "\n"));
  }
  for (const dsl::EffectRow& row : dsl::all_effects()) {
    INFO("effect " << row.name);
    CHECK(used(std::string(row.name) + "("));
  }
}

TEST_CASE("engine and slow reading agree on rules written at random", "[engine][agreement][sanitized]") {
  agree_on_random_rules(1, 300, {3, 40, 25, 150});
}

TEST_CASE("engine and slow reading agree on many rules written at random", "[engine][agreement][.long]") {
  agree_on_random_rules(1'000'000, 20000, {4, 40, 25, 200});
}

TEST_CASE("engine and slow reading agree in random rounds", "[engine][agreement]") {
  for (const std::string& variant : tests::bundled_names()) agree(variant, 900, {3, 10, 0, 3000}, 1);
}

TEST_CASE("engine and slow reading agree where illegal acts are carried out", "[engine][agreement]") {
  for (const std::string& variant : tests::bundled_names()) agree(variant, 100, {2, 20, 5, 3000}, 1'000'000);
}

TEST_CASE("engine and slow reading agree under the sanitizers", "[engine][agreement][sanitized]") {
  for (const std::string& variant : tests::bundled_names()) agree(variant, 100, {2, 15, 2, 3000}, 2'000'000);
}

TEST_CASE("engine and slow reading agree in many whole games", "[engine][agreement][.long]") {
  for (const std::string& variant : tests::bundled_names())
    agree(variant, 1000, {100, 10, 0, 3000}, 3'000'000);
}
