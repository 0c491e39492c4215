// The compiled engine against the slow reading, over random rounds of every bundled variant.

#include <cstdio>
#include <set>
#include <string>

#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"

namespace {

using namespace roundhouse;

#ifdef __SANITIZE_ADDRESS__
// The sanitizers are tens of times slower.
constexpr int rounds_each = 100;
#else
constexpr int rounds_each = 50;
#endif

std::vector<tests::VariantTable> ways_of(const std::string& variant) {
  const dsl::CheckedRules rules = tests::bundled_rules(variant);
  std::vector<tests::VariantTable> ways;
  for (const auto& settings : tests::settings_of(rules)) {
    for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      ways.push_back({variant, settings, players});
    }
  }
  return ways;
}

/// Matches, each played another way, until there are so many of them and so many rounds.
Tally agree(const std::string& variant, int matches, int rounds, const Pace& pace, std::uint64_t seed) {
  const std::vector<tests::VariantTable> ways = ways_of(variant);
  Tally tally;
  int played = 0;
  for (std::uint64_t i = 0; (played < matches || tally.rounds < rounds) && i < 100'000; ++i) {
    // A stride that shares no factor with their number, so that few matches are spread, too.
    const tests::VariantTable& way = ways[(i * 7919) % ways.size()];
    const tests::TriedRules tried = tests::try_bundled(variant, way.settings);
    // Some values do not go with others, some not with so many players.
    if (!tried.rules || dsl::refuse_players(*tried.rules, way.players)) continue;
    const engine::Rules program = engine::compile_rules(*tried.rules, way.players);
    const std::string trouble = disagreement(*tried.rules, program, seed + i, pace, tally);
    if (!trouble.empty()) FAIL(way.text() << ", seed " << seed + i << '\n' << trouble);
    ++played;
  }
  INFO(variant << ": " << tally.unfinished << " of " << tally.rounds << " rounds came to no end");
  CHECK(played >= matches);
  CHECK(tally.rounds >= rounds);
  CHECK(tally.acts > 20 * tally.rounds);
  CHECK(tally.unfinished * 10 <= tally.rounds);
  return tally;
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
    const int players = 1 + static_cast<int>(seed % 5);
    if (dsl::refuse_players(rules, players)) continue;
    const engine::Rules program = engine::compile_rules(rules, players);
    const std::string trouble = disagreement(rules, program, seed, pace, tally);
    if (!trouble.empty()) FAIL("random variant " << seed << '\n' << trouble << text);
  }
  CHECK(refused * 5 < count);
}

/// Matches in which somebody joins, or an option changes, or both, between two rounds.
template <class RulesOf>
void agree_on_change(std::uint64_t seed, const RulesOf& rules_of, Tally& tally) {
  const dsl::CheckedRules* before = rules_of(seed);
  const dsl::CheckedRules* after = seed % 3 == 0 ? before : rules_of(seed + 7);
  if (before == nullptr || after == nullptr) return;
  const int least = std::max(before->setup.least_players, after->setup.least_players);
  const int most = std::min(before->setup.most_players, after->setup.most_players);
  ChangedMatch match{*before, *after, least, {}, least};
  match.players = std::min(least + static_cast<int>(seed % 3), most);
  match.players_after = std::min(match.players + static_cast<int>(seed / 3 % 3), most);
  if (dsl::refuse_players(*before, match.players) || dsl::refuse_players(*after, match.players) ||
      dsl::refuse_players(*after, match.players_after))
    return;
  // Newcomers sit anywhere among the others.
  const int newcomers = match.players_after - match.players;
  const int gap = static_cast<int>(seed % static_cast<std::uint64_t>(match.players + 1));
  for (int seat = 0; seat < match.players; ++seat)
    match.seats.push_back(seat < gap ? seat : seat + newcomers);
  const std::string trouble = disagreement(match, seed, {.rounds = 2, .illegal_percent = 3}, tally);
  if (!trouble.empty()) FAIL("seed " << seed << '\n' << trouble);
}

/// The words and effects that checked rules ask for, as they were understood.
struct Used {
  std::set<std::string, std::less<>> roots;
  std::set<dsl::Member> members;
  std::set<dsl::Effect> effects;

  /// `text`: of the file that the rules are of; some roots are no nodes but stand there.
  void add(const std::string& text, const dsl::CheckedRules& rules) {
    const auto add_tree = [&](const auto& self, const dsl::TypedExpr& node) -> void {
      for (const dsl::TypedExpr& arg : node.args) self(self, arg);
      if (node.op == dsl::Op::root) roots.emplace(dsl::row(static_cast<dsl::Root>(node.index)).name);
      if (node.op == dsl::Op::member) members.insert(static_cast<dsl::Member>(node.index));
      if (node.op != dsl::Op::truth && node.op != dsl::Op::absent && node.op != dsl::Op::can) return;
      const std::string written = text.substr(node.where.begin, node.where.end - node.where.begin);
      roots.insert(written.substr(0, written.find('.')));
    };
    const auto add_all = [&](const dsl::TypedExpr& whole) { add_tree(add_tree, whole); };
    for (const dsl::Word& word : rules.words) add_all(word.is);
    for (const dsl::TrainKind& kind : rules.trains)
      if (!kind.gone && kind.count) add_all(*kind.count);
    dsl::each_setting(rules, [&](const dsl::SettingRow&, const dsl::TypedExpr& value) { add_all(value); });
    for (const dsl::Check& check : rules.checks) add_all(check.condition);
    for (const dsl::Rule& rule : rules.rules) {
      if (rule.when) add_all(*rule.when);
      for (const dsl::TypedEffect& effect : rule.effects) {
        effects.insert(effect.id);
        for (const dsl::TypedExpr& arg : effect.args) add_all(arg);
      }
    }
  }
};

}  // namespace

TEST_CASE("rules written at random use every word, event and effect", "[agreement]") {
  std::string all;
  Used used;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::string text = random_variant(seed);
    all += text;
    if (const tests::TriedRules tried = tests::try_rules(text); tried.rules) used.add(text, *tried.rules);
  }
  for (const dsl::MemberRow& row : dsl::all_members()) {
    INFO("member " << row.name << " of a " << dsl::type_name(row.of));
    CHECK(used.members.contains(row.id));
  }
  for (const dsl::RootRow& row : dsl::all_roots()) {
    INFO("root " << row.name);
    CHECK(used.roots.contains(row.name));
  }
  for (const dsl::EventRow& row : dsl::all_events()) {
    INFO("event " << row.name);
    CHECK(all.find("after: " + std::string(row.name) + "\n") != std::string::npos);
  }
  for (const dsl::EffectRow& row : dsl::all_effects()) {
    INFO("effect " << row.name);
    CHECK(used.effects.contains(row.id));
  }
}

TEST_CASE("engine and slow reading agree on rules written at random", "[engine][agreement]") {
  agree_on_random_rules(1, 300, {3, 40, 25, 150});
}

TEST_CASE("engine and slow reading agree on some rules written at random",
          "[engine][agreement][.sanitized][whole]") {
  agree_on_random_rules(1, 60, {3, 40, 25, 150});
}

TEST_CASE("engine and slow reading agree on rules that once divided them", "[engine][agreement]") {
  // A law that closes all ends beside one with an exception for ends that are owed.
  agree_on_random_rules(1'001'625, 1, {4, 40, 25, 200});
  // As many ends as trains, and one train without any.
  agree_on_random_rules(1'000'844, 1, {4, 40, 25, 200});
  // A cover at an end that the same event discards.
  agree_on_random_rules(1'010'750, 1, {4, 40, 25, 200});
  // More doubles that wait than may.
  agree_on_random_rules(5'017'640, 1, {4, 40, 25, 200});
}

TEST_CASE("engine and slow reading agree on many rules written at random", "[engine][agreement][.long]") {
  agree_on_random_rules(1'000'000, 4000, {4, 40, 25, 200});
}

TEST_CASE("engine and slow reading agree in random rounds", "[engine][agreement]") {
  for (const std::string& variant : tests::bundled_names())
    agree(variant, 0, rounds_each, {3, 10, 0, 3000}, 1);
}

TEST_CASE("engine and slow reading agree in random rounds of the more games", "[engine][agreement][more]") {
  for (const std::string& variant : tests::more_names()) agree(variant, 0, 30, {2, 20, 5, 3000}, 4'000'000);
}

TEST_CASE("engine and slow reading agree where illegal acts are carried out", "[engine][agreement]") {
  for (const std::string& variant : tests::bundled_names()) {
    const Tally tally = agree(variant, 0, 40, {2, 20, 5, 3000}, 1'000'000);
    CHECK(tally.illegal_acts_applied > 40);
  }
}

TEST_CASE("engine and slow reading agree under the sanitizers", "[engine][agreement][.sanitized][whole]") {
  for (const std::string& variant : tests::bundled_names())
    agree(variant, 0, 10, {2, 15, 2, 3000}, 2'000'000);
}

TEST_CASE("engine and slow reading agree in many whole games", "[engine][agreement][.long]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) {
      const Tally tally = agree(variant, 150, 0, {15, 10, 0, 3000}, 3'000'000);
      std::printf("%s: 150 games, %lld rounds, %lld acts without a disagreement\n", variant.c_str(),
                  static_cast<long long>(tally.rounds), static_cast<long long>(tally.acts));
    }
  }
}

TEST_CASE("engine and slow reading agree on what a match takes over into other rules",
          "[engine][agreement]") {
  for (const std::string& variant : tests::bundled_names()) {
    INFO(variant);
    const auto settings = tests::settings_of(tests::bundled_rules(variant));
    Tally tally;
    tests::TriedRules first;
    tests::TriedRules second;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      int which = 0;
      const auto rules_of = [&](std::uint64_t number) -> const dsl::CheckedRules* {
        tests::TriedRules& tried = which++ == 0 ? first : second;
        tried = tests::try_bundled(variant, settings[(number * 7919) % settings.size()]);
        return tried.rules ? &*tried.rules : nullptr;
      };
      agree_on_change(seed, rules_of, tally);
    }
    CHECK(tally.rounds > 40);
  }
  Tally tally;
  for (std::uint64_t seed = 5000; seed < 5040; ++seed) {
    const tests::TriedRules tried = tests::try_rules(random_variant(seed));
    const auto rules_of = [&](std::uint64_t) { return tried.rules ? &*tried.rules : nullptr; };
    agree_on_change(seed, rules_of, tally);
  }
  CHECK(tally.rounds > 40);
}
