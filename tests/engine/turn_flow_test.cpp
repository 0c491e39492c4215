#include "tests/support/catch.h"
#include "tests/support/table_game.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using roundhouse::tests::small_rules;
using roundhouse::tests::TableGame;

TEST_CASE("the engine opens every train and its holder begins", "[engine]") {
  TableGame game(small_rules(""), 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  CHECK(game.next().next == Next::choice);
  CHECK(game.position.engine_tile == tests::tile("2-2"));
  CHECK(game.position.starter == 1);
  CHECK(game.position.turn_player == 1);
  CHECK(game.position.turn_previous == no_seat);
  CHECK(game.position.lap == 1);
  CHECK(game.position.players[1].turns == 1);
  CHECK(game.position.used == (1U << 2));
  CHECK(game.position.played[2] == 1);
  REQUIRE(game.serials() == std::vector{0, 1, 2});
  for (int train = 0; train < 3; ++train) {
    const End& end = game.end_of(train);
    CHECK(end.pip == 2);
    CHECK(end.group == 0);
    CHECK(end.tail);
    CHECK(end.start);
    CHECK_FALSE(end.marked);
  }
  CHECK(game.count(1) == 2);
  CHECK(game.conserves_tiles());
}

TEST_CASE("a tile laid closes its end and opens another of the same train", "[engine]") {
  TableGame game(small_rules(""), 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  game.lay(1, "2-0", 1);
  const End& end = game.end_of(1);
  CHECK(end.serial == 3);
  CHECK(end.group == 1);
  CHECK(end.pip == 0);
  CHECK(end.tile == tests::tile("2-0"));
  CHECK(end.tail);
  CHECK_FALSE(end.start);
  CHECK(game.serials() == std::vector{0, 3, 2});
  CHECK(game.position.started == 2U);
  CHECK(game.position.laid == 1);
  CHECK(game.position.played[2] == 2);
  CHECK(game.position.played[0] == 1);
  CHECK(game.count(1) == 1);
  CHECK(game.position.ends[3] == End{});
  CHECK(game.conserves_tiles());
}

TEST_CASE("a tile that does not fit shows its high half", "[engine]") {
  TableGame game(small_rules(""), 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  game.lay(1, "3-1", 2);
  CHECK(game.end_of(2).pip == 3);
}

TEST_CASE("the turn goes to the left, laps and idle turns are counted", "[engine]") {
  TableGame game(small_rules("facts:\n"
                             "  seen: { of: turn, is: int }\n"
                             "  begun: { of: round, after: turn-begins, add: 1 }\n"
                             "rules:\n"
                             "  - id: count-draws\n"
                             "    after: draw\n"
                             "    do: add(turn.seen, 1)\n"),
                 3);
  game.start({"3-2 1-0 0-0", "2-2 3-1 2-0", "3-0 2-1 1-1"});
  CHECK(game.position.turn_player == 1);
  game.draw(1, "3-3");
  CHECK(game.fact("seen") == 1);
  CHECK(game.position.drawn == 1);
  game.lay(1, "2-0", 1);
  CHECK(game.position.drawn == 0);
  CHECK(game.position.drew == 1);
  game.done(1);
  CHECK(game.position.turn_player == 2);
  CHECK(game.position.turn_previous == 1);
  CHECK(game.position.still == 0);
  CHECK(game.fact("seen") == 0);
  CHECK(game.position.drew == 0);
  game.done(2);
  CHECK(game.position.still == 1);
  game.done(0);
  CHECK(game.position.still == 2);
  CHECK(game.position.turn_player == 1);
  CHECK(game.position.lap == 2);
  CHECK(game.position.players[1].turns == 2);
  CHECK(game.fact("begun") == 4);
}

TEST_CASE("rows of one event see the position as it was when the event came", "[engine]") {
  TableGame game(small_rules("facts:\n"
                             "  again: { of: turn, after: lay }\n"
                             "  tally: { of: round, after: lay, add: 1 }\n"
                             "rules:\n"
                             "  - id: sees-the-fact\n"
                             "    after: lay\n"
                             "    when: turn.again\n"
                             "    do: score(me, 100)\n"
                             "  - id: sees-the-number\n"
                             "    after: lay\n"
                             "    do: add(round.tally, 10); score(me, round.tally)\n"
                             "  - id: sees-the-marker\n"
                             "    after: lay\n"
                             "    do: mark(new)\n"
                             "  - id: does-not-see-it\n"
                             "    after: lay\n"
                             "    when: new.marked\n"
                             "    do: score(me, 1000)\n"),
                 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  game.lay(1, "2-0", 1);
  CHECK(game.fact("tally") == 11);
  CHECK(game.points(1) == 0);
  CHECK(game.end_of(1).marked);
  game.lay(1, "3-1", 0);
  CHECK(game.points(1) == 111);
}

TEST_CASE("an event raised by an effect is looked at once, after the effects of its own event", "[engine]") {
  TableGame game(
      small_rules("facts:\n"
                  "  order: { of: round, is: int }\n"
                  "rules:\n"
                  "  - id: owes\n"
                  "    after: engine\n"
                  "    do: owe(round.hub, 2)\n"
                  "  - id: covers\n"
                  "    after: lay\n"
                  "    when: end.owed\n"
                  "    do: cover(end); set(round.order, round.order * 10 + 1)\n"
                  "  - id: still-owed-in-this-event\n"
                  "    after: lay\n"
                  "    when: end.owed\n"
                  "    do: score(me, 1)\n"
                  "  - id: covered\n"
                  "    after: cover\n"
                  "    do: set(round.order, round.order * 10 + 2); score(me, 10 * debt.covers + 100)\n"),
      2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  REQUIRE(game.position.debt_count == 1);
  CHECK(game.position.debts[0] == Debt{.group = 0, .turn = 0, .pip = 2, .by = 1, .train = 255, .covers = 2});
  game.lay(1, "2-0", 1);
  CHECK(game.fact("order") == 12);
  CHECK(game.points(1) == 111);
  CHECK(game.position.debt_count == 1);
  game.lay(0, "3-2", 0);
  CHECK(game.position.debt_count == 0);
  CHECK(game.position.debts[0] == Debt{});
  CHECK(game.points(0) == 101);
}

TEST_CASE("a round ends when the queue is empty: ending, counting by place, round-over", "[engine]") {
  TableGame game(small_rules("facts:\n"
                             "  order: { of: match, is: int }\n"
                             "  done_too: { of: match, after: done }\n"
                             "rules:\n"
                             "  - id: stops\n"
                             "    after: lay\n"
                             "    do: end_round(); win(me); draw(me, 2)\n"
                             "  - id: goes-on-all-the-same\n"
                             "    after: lay\n"
                             "    do: set(match.order, 1)\n"
                             "  - id: at-ending\n"
                             "    after: ending\n"
                             "    when: round.winner.seat == 2 and not round.over\n"
                             "    do: set(match.order, match.order * 10 + 2); end_round()\n"
                             "  - id: counts\n"
                             "    after: counting\n"
                             "    do: score(me, me.count); add(match.order, 100 * me.place)\n"
                             "  - id: at-the-end\n"
                             "    after: round-over\n"
                             "    do: add(match.order, 1000)\n"),
                 3);
  game.start({"3-2 1-0 0-0", "2-2 3-1 2-0", "3-0 2-1 1-1"});
  game.lay(1, "2-0", 1);
  CHECK(game.position.phase == Phase::over);
  CHECK(game.next().next == Next::over);
  CHECK(game.fact("order") == 12 + 100 + 200 + 1000);
  CHECK(game.fact("done_too") == 0);
  CHECK(game.points(0) == 3);
  CHECK(game.points(1) == 1);
  CHECK(game.position.players[1].pulls == 0);
  CHECK(game.position.last_out == no_seat);
  CHECK_FALSE(game.position.ending);
  CHECK(game.legal().empty());
}

TEST_CASE("the player who is out at the end is remembered for the next round", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: out\n"
                             "    after: lay\n"
                             "    when: me.count == 0\n"
                             "    do: end_round()\n"
                             "match: { rounds: 2 }\n"),
                 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  game.lay(1, "2-0", 1);
  CHECK(game.position.phase == Phase::play);
  game.lay(1, "3-1", 0);
  CHECK(game.position.phase == Phase::over);
  CHECK(game.position.last_out == 1);
  CHECK(game.position.turn_player == 1);
}

TEST_CASE("next says who has the next turn, once", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: again\n"
                             "    after: draw\n"
                             "    do: next(me)\n"),
                 3);
  game.start({"3-2 1-0 0-0", "2-2 3-1 2-0", "3-0 2-1 1-1"});
  game.draw(1, "3-3");
  game.done(1);
  CHECK(game.position.turn_player == 1);
  CHECK(game.position.turn_previous == 1);
  CHECK(game.position.lap == 2);
  game.done(1);
  CHECK(game.position.turn_player == 2);
}

TEST_CASE("tiles given by an effect are taken before anything else, by seat", "[engine]") {
  TableGame game(
      small_rules("facts:\n"
                  "  drawn: { of: match, after: draw, add: 1 }\n"
                  "rules:\n"
                  "  - id: all-take\n"
                  "    after: done\n"
                  "    do: draw(me, 1); draw(me.left, 2); draw(round.winner, 3); draw(me, 0 - 4)\n"),
      3);
  game.start({"3-2 1-0 0-0", "2-2 3-1 2-0", "3-0 2-1 1-1"});
  game.done(1);
  CHECK(game.position.turn_player == 1);
  CHECK(game.position.passing);
  CHECK(game.legal().empty());
  CHECK(game.next().next == Next::chance);
  CHECK(game.next().chance == Act{.kind = ActKind::pull, .actor = 1});
  game.chance(ActKind::pull, 1, "3-3");
  CHECK(game.position.boneyard == 0);
  CHECK_FALSE(game.position.passing);
  CHECK(game.position.turn_player == 2);
  CHECK(game.position.players[2].pulls == 0);
  CHECK(game.count(1) == 3);
  CHECK(game.count(2) == 3);
  CHECK(game.fact("drawn") == 0);
  CHECK(game.position.drew == 0);
}

TEST_CASE("rows that raise each other come to an end", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: owes\n"
                             "    after: engine\n"
                             "    do: owe(round.hub, 1); cover(round.hub)\n"
                             "  - id: for-ever\n"
                             "    after: cover\n"
                             "    do: owe(round.hub, 1); cover(round.hub); score(me, 1)\n"),
                 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  CHECK(game.position.turn_player == 1);
  CHECK(game.points(1) > 0);
}
