// Counts the ways of going on from set positions (perft), by the compiled program and by the slow reading,
// against the numbers in tests/counts. The positions are worth something only if they notice changes: every
// rule of play taken away makes some number another.

#include <set>
#include <string>

#include "tests/support/agreement.h"
#include "tests/support/alterations.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/set_positions.h"

namespace roundhouse::tests {
namespace {

SetPositions positions_of(const std::string& variant) {
  return read_set_positions(read_file(source_folder() / "tests/counts" / (variant + ".counts")));
}

slow::SlowGame play_slowly(const ReachedPosition& reached) {
  slow::SlowGame game(reached.rules, reached.program.players);
  game.begin_round();
  for (const engine::Act& act : reached.acts) game.apply(slow_act(act));
  return game;
}

/// The rows that may be missing without any number being another. Advice forbids nothing, so it never counts.
std::set<std::string> rows_not_shown(const SetPositions& all, const dsl::CheckedRules& base) {
  std::set<std::string> unseen;
  for (const dsl::Rule& rule : base.rules)
    if (rule.shape != dsl::Shape::advise) unseen.insert(rule.id);
  for (const SetPosition& set : all.positions) {
    const ReachedPosition reached = reach(set);
    for (std::size_t i = 0; i < reached.rules.rules.size(); ++i) {
      if (!unseen.contains(reached.rules.rules[i].id)) continue;
      dsl::CheckedRules rules = reached.rules;
      take_away(rules.rules[i]);
      const engine::Rules program = engine::compile_rules(rules, reached.program.players);
      for (std::size_t depth = 1; depth <= set.counts.size(); ++depth) {
        if (count_ways(program, reached.position, static_cast<int>(depth)) == set.counts[depth - 1]) continue;
        unseen.erase(reached.rules.rules[i].id);
        break;
      }
    }
  }
  return unseen;
}

TEST_CASE("from set positions there are as many ways to go on as are written down", "[variants][agreement]") {
  for (const std::string& variant : bundled_names()) {
    INFO(variant);
    SetPositions all = positions_of(variant);
    CHECK(all.positions.size() >= 20);
    for (SetPosition& set : all.positions) {
      INFO(set.title);
      const ReachedPosition reached = reach(set);
      const slow::SlowGame game = play_slowly(reached);
      REQUIRE(game.dump() == observe(reached.program, reached.position));
      CHECK(set.counts.size() >= 3);
      for (std::size_t depth = 1; depth <= set.counts.size(); ++depth) {
        std::uint64_t& count = set.counts[depth - 1];
        count = count_ways(reached.program, reached.position, static_cast<int>(depth));
        CHECK(count_ways(game, static_cast<int>(depth)) == count);
      }
    }
    CHECK(golden_difference(source_folder() / "tests/counts" / (variant + ".counts"),
                            write_set_positions(all)) == "");
  }
}

TEST_CASE("a rule taken away makes some number of ways another", "[variants]") {
  std::string text =
      "# Rows that no number in tests/counts depends on: they count, warn, or are at work before the first "
      "turn.\n";
  for (const std::string& variant : bundled_names()) {
    text += variant + ":";
    for (const std::string& id : rows_not_shown(positions_of(variant), bundled_rules(variant)))
      text += " " + id;
    text += "\n";
  }
  CHECK(golden_difference(source_folder() / "tests/counts/not_shown.txt", text) == "");
}

}  // namespace
}  // namespace roundhouse::tests
