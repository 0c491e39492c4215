#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/table_game.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using roundhouse::tests::small_rules;
using roundhouse::tests::TableGame;

namespace {

const std::vector<std::string> two_hands{"3-2 1-0 1-1", "2-2 2-1 2-0"};

/// The game after the effects, when player 1 (seat 1 from 0) lays the 2-1 on the own train.
TableGame after_laying(const std::string& effects, const std::string& facts = "") {
  TableGame game(
      small_rules(facts + "rules:\n  - id: row-at-work\n    after: lay\n    do: " + effects + "\n"), 2);
  game.start(two_hands);
  game.lay(1, "2-1", 1);
  return game;
}

int reported(const TableGame& game, Happening::Kind kind) {
  return static_cast<int>(std::count_if(game.trace.begin(), game.trace.end(),
                                        [&](const Happening& happening) { return happening.kind == kind; }));
}

const Happening& first_known(const TableGame& game, Happening::Kind kind) {
  const auto found = std::find_if(game.trace.begin(), game.trace.end(),
                                  [&](const Happening& happening) { return happening.kind == kind; });
  REQUIRE(found != game.trace.end());
  return *found;
}

}  // namespace

TEST_CASE("mark puts a marker on an end, once", "[engine]") {
  const TableGame game = after_laying("mark(new); mark(new)");
  CHECK(game.end_of(1).marked);
  CHECK_FALSE(game.end_of(0).marked);
  CHECK(game.position.newly_marked);
  CHECK(reported(game, Happening::Kind::marked) == 2);
  CHECK(first_known(game, Happening::Kind::marked).changed);
  CHECK(first_known(game, Happening::Kind::marked).end.serial == 3);
  CHECK(first_known(game, Happening::Kind::row).seat == 1);
}

TEST_CASE("mark on an end that is gone, or on none, does nothing", "[engine]") {
  const TableGame game = after_laying("mark(end); mark(me.own.spare_side); unmark(end)");
  for (int train = 0; train < 3; ++train) CHECK_FALSE(game.end_of(train).marked);
  CHECK_FALSE(game.position.newly_marked);
  CHECK(reported(game, Happening::Kind::marked) == 2);
  CHECK_FALSE(first_known(game, Happening::Kind::marked).changed);
}

TEST_CASE("mark and unmark of a train are about every open end of it", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  open:\n"
                             "    do: mark(me.own)\n"
                             "  lift:\n"
                             "    do: unmark(me.own)\n"
                             "rules:\n"
                             "  - id: sides\n"
                             "    after: lay\n"
                             "    do: fan(new, 2)\n"),
                 2);
  game.start({"3-2 1-0 2-0", "2-2 2-1 1-1"});
  game.lay(1, "2-1", 1);
  game.lay(1, "1-1", 1);
  CHECK(game.serials() == std::vector{0, 4, 5, 6, 2});
  game.declare("open", 1);
  for (std::size_t i = 0; i < 5; ++i) CHECK(game.position.ends[i].marked == (i >= 1 && i <= 3));
  game.declare("lift", 1);
  for (std::size_t i = 0; i < 5; ++i) CHECK_FALSE(game.position.ends[i].marked);
}

TEST_CASE("fan opens sides of the double just laid and of nothing else", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: sides\n"
                             "    after: lay\n"
                             "    do: fan(new, 2); fan(round.hub, 2); fan(end, 2)\n"),
                 2);
  game.start({"3-2 1-0 2-0", "2-2 2-1 1-1"});
  game.lay(1, "2-1", 1);
  CHECK(game.position.end_count == 3);
  game.lay(1, "1-1", 1);
  REQUIRE(game.position.end_count == 5);
  CHECK(game.position.ends[1] ==
        End{.serial = 4, .group = 2, .pip = 1, .train = 1, .tile = tests::tile("1-1"), .tail = true});
  CHECK(game.position.ends[2] ==
        End{.serial = 5, .group = 2, .pip = 1, .train = 1, .tile = tests::tile("1-1"), .side = true});
  CHECK(game.position.ends[3] ==
        End{.serial = 6, .group = 2, .pip = 1, .train = 1, .tile = tests::tile("1-1"), .side = true});
  // Tiles on a side are no main line.
  game.lay_at(0, "1-0", 5);
  CHECK_FALSE(game.position.ends[3].tail);
  CHECK(game.position.ends[3].pip == 0);
  CHECK(game.position.ends[1].tail);
}

TEST_CASE("the spare side is an unmarked side of the newest double that has one", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  side:\n"
                             "    do: mark(me.own.spare_side)\n"
                             "rules:\n"
                             "  - id: sides\n"
                             "    after: lay\n"
                             "    do: fan(new, 2)\n"),
                 2);
  game.start({"3-2 1-0 2-0", "2-2 2-1 1-1"});
  game.lay(1, "2-1", 1);
  game.lay(1, "1-1", 1);
  const auto marked = [&] {
    std::vector<int> list;
    for (const End& end : game.position.ends) {
      if (end.marked) list.push_back(end.serial);
    }
    return list;
  };
  game.declare("side", 1);
  CHECK(marked() == std::vector{5});
  game.declare("side", 1);
  CHECK(marked() == std::vector{5, 6});
  game.declare("side", 1);
  CHECK(marked() == std::vector{5, 6});
}

TEST_CASE("owe makes a debt, owe again adds to it, owe of nothing is nothing", "[engine]") {
  const TableGame game = after_laying("owe(new, 2); owe(new, 3); owe(end, 1); owe(round.hub, 0)");
  REQUIRE(game.position.debt_count == 1);
  CHECK(game.position.debts[0] == Debt{.group = 1, .turn = 1, .pip = 1, .by = 1, .train = 1, .covers = 5});
  CHECK(reported(game, Happening::Kind::owed) == 2);
}

TEST_CASE("cover at an end that is gone pays the debt of its double", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: owes\n"
                             "    after: lay\n"
                             "    when: tile.double\n"
                             "    do: owe(new, 1)\n"
                             "  - id: pays\n"
                             "    after: lay\n"
                             "    do: cover(end)\n"),
                 2);
  game.start({"3-2 1-0 2-0", "2-2 2-1 1-1"});
  game.lay(1, "2-1", 1);
  CHECK_FALSE(first_known(game, Happening::Kind::covered).changed);
  game.lay(1, "1-1", 1);
  CHECK(game.position.debt_count == 1);
  game.lay(0, "1-0", 1);
  CHECK(game.position.debt_count == 0);
  CHECK(first_known(game, Happening::Kind::covered).changed);
  CHECK(first_known(game, Happening::Kind::covered).end.tile == tests::tile("1-1"));
}

TEST_CASE("forgive takes one debt, or all", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  newest:\n"
                             "    do: forgive(debts.newest)\n"
                             "  all-of-them:\n"
                             "    do: forgive(debts)\n"
                             "rules:\n"
                             "  - id: owes\n"
                             "    after: lay\n"
                             "    do: owe(new, 1); owe(round.hub, 1)\n"),
                 2);
  game.start(two_hands);
  game.lay(1, "2-1", 1);
  REQUIRE(game.position.debt_count == 2);
  game.declare("newest", 1);
  REQUIRE(game.position.debt_count == 1);
  CHECK(game.position.debts[0].group == 1);
  CHECK(game.position.debts[1] == Debt{});
  CHECK(first_known(game, Happening::Kind::forgiven).number == 1);
  game.lay(1, "2-0", 2);
  REQUIRE(game.position.debt_count == 3);
  game.declare("all-of-them", 1);
  CHECK(game.position.debt_count == 0);
  CHECK(first_known(game, Happening::Kind::forgiven).number == 3);
}

TEST_CASE("score and add stop at the limits", "[engine]") {
  const TableGame game = after_laying(
      "score(me, 1000000 * 1000); score(me, 1000000 * 1000); add(turn.tally, 0 - 7); add(turn.tally, 2); "
      "score(round.winner, 3)",
      "facts:\n  tally: { of: turn, is: int }\n");
  CHECK(game.points(1) == 1'000'000'000);
  CHECK(game.fact("tally") == -5);
  CHECK(game.points(0) == 0);
}

TEST_CASE("set gives a fact a value; an absent one only where the fact may be absent", "[engine]") {
  const TableGame game = after_laying(
      "set(me.flag, true); set(me.left.flag, false); set(round.who, me); set(round.what, tile); "
      "set(match.number_, 4); set(match.number_, me.age); set(round.winner.flag, true)",
      "facts:\n"
      "  flag: { of: player, is: bool }\n"
      "  who: { of: round, is: player }\n"
      "  what: { of: round, is: tile }\n"
      "  number_: { of: match, is: int }\n");
  CHECK(game.fact("flag", 0) == 0);
  CHECK(game.fact("flag", 1) == 1);
  CHECK(game.fact("who") == 1);
  CHECK(game.fact("what") == tests::tile("2-1"));
  CHECK(game.fact("number_") == 4);
  const TableGame absent_again = after_laying("set(round.who, me); set(round.who, round.winner)",
                                              "facts:\n  who: { of: round, is: player }\n");
  CHECK(absent_again.fact("who") == absent);
}

TEST_CASE("facts are cleared when what they are kept for begins anew", "[engine]") {
  TableGame game(small_rules("facts:\n"
                             "  in_turn: { of: player, per: turn, after: lay, add: 1 }\n"
                             "  in_round: { of: player, after: lay, add: 1 }\n"
                             "  in_match: { of: player, per: match, after: lay, add: 1 }\n"
                             "  who: { of: turn, after: lay, is: me }\n"
                             "acts:\n"
                             "  stop:\n"
                             "    do: end_round()\n"
                             "match: { rounds: 3 }\n"),
                 2);
  game.start(two_hands);
  CHECK(game.fact("who") == absent);
  game.lay(1, "2-1", 1);
  CHECK(game.fact("who") == 1);
  game.done(1);
  CHECK(game.fact("who") == absent);
  CHECK(game.fact("in_turn", 1) == 0);
  CHECK(game.fact("in_round", 1) == 1);
  game.declare("stop", 0);
  CHECK(game.fact("in_round", 1) == 1);
  begin_round(game.program, game.position);
  CHECK(game.fact("in_round", 1) == 0);
  CHECK(game.fact("in_match", 1) == 1);
}

TEST_CASE("win and warn are reported", "[engine]") {
  const TableGame game = after_laying("win(me.left); win(round.winner); warn()");
  CHECK(game.position.winner == 0);
  CHECK(reported(game, Happening::Kind::won) == 1);
  CHECK(reported(game, Happening::Kind::warned) == 1);
  CHECK(game.position.phase == Phase::play);
}

TEST_CASE("an exception keeps an after row from applying", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: scores\n"
                             "    after: lay\n"
                             "    do: score(me, 1)\n"
                             "  - id: not-for-blanks\n"
                             "    except: scores\n"
                             "    when: tile has 0\n"),
                 2);
  game.start(two_hands);
  game.lay(1, "2-0", 1);
  CHECK(game.points(1) == 0);
  game.lay(1, "2-1", 2);
  CHECK(game.points(1) == 1);
}

TEST_CASE("the hand is counted after the tile has left it", "[engine]") {
  TableGame game(
      small_rules("rules:\n"
                  "  - id: counts-hand\n"
                  "    after: lay\n"
                  "    do: score(me, 100 * me.count + 10 * rest.count + sum(t in rest of t.pips))\n"),
      2);
  game.start(two_hands);
  game.lay(1, "2-1", 1);
  CHECK(game.points(1) == 112);
}
