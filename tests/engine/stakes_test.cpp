// What points and tiles left in hand are worth, asked of rules that count in several ways.

#include "engine/rules.h"
#include "engine/table.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/table_game.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using tests::tile;

namespace {

Stakes stakes_of_train(const std::vector<dsl::OptionSetting>& settings) {
  return engine::compile_rules(tests::bundled_rules("train", settings), 4).stakes;
}

Stakes stakes_of_text(const std::string& yaml, int players) {
  return engine::compile_rules(tests::rules_from_text(yaml), players).stakes;
}

TEST_CASE("a tile left in hand costs what the rules count for it", "[engine][players]") {
  const Stakes plain = stakes_of_train({{"double_blank", "0", {}}});
  CHECK(plain.points_sign == -1);
  for_each_tile(set_of(12), [&](TileId each) { CHECK(plain.left_in_hand[each] == pips_of(each)); });
  CHECK(plain.left_in_hand[tile("13-1")] == 0);  // in no double-12 set

  const Stakes dear = stakes_of_train({{"double_blank", "50", {}}});
  CHECK(dear.left_in_hand[tile("0-0")] == 50);
  CHECK(dear.left_in_hand[tile("12-12")] == 24);
  CHECK(dear.left_in_hand[tile("1-0")] == 1);
}

TEST_CASE("where points are good, tiles cost what they bring the others", "[engine][players]") {
  const std::string winner_takes = R"yaml(
match:
  order:
    is: 0 - me.total
    says: Points are good.
rules:
  - id: takes-all
    after: counting
    when: me == round.winner
    do: score(me, sum(p in players of sum(t in p.hand of t.pips)))
    says: Whoever goes out scores the pips that the others hold.
)yaml";
  // Three players; who goes out has what the first one holds, and is one of two others.
  const Stakes stakes = stakes_of_text(tests::small_rules(winner_takes), 3);
  CHECK(stakes.points_sign == 1);
  CHECK(stakes.left_in_hand[tile("3-3")] == 3);
  CHECK(stakes.left_in_hand[tile("2-0")] == 1);
  CHECK(stakes.left_in_hand[tile("0-0")] == 0);
}

TEST_CASE("a tile costs what a family counts for it, also one who plays alone", "[engine][players]") {
  const auto counted = [](const std::string& counts, int players) {
    std::string text = tests::small_rules(
        "rules:\n  - id: counts\n    after: counting\n    do: score(me, sum(t in me.hand of " + counts +
        "))\n    says: Everybody counts what is left in hand.\n");
    text.replace(text.find("2..3"), 4, "1..3");
    return stakes_of_text(text, players);
  };
  const Stakes twice = counted("if t.double then 2 * t.pips else t.pips", 2);
  CHECK(twice.left_in_hand[tile("3-3")] == 12);
  CHECK(twice.left_in_hand[tile("3-2")] == 5);
  CHECK(counted("t.pips", 1).left_in_hand[tile("3-2")] == 5);
}

}  // namespace
