// Rounds that a rule makes void and deals again, and facts that chance decides.

#include <set>
#include <string>

#include "engine/dealer.h"
#include "engine/play.h"
#include "tests/support/catch.h"
#include "tests/support/table_game.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

using namespace engine;

std::string seven_rules(const std::string& more,
                        const std::string& match = "rounds: 3, double: 4 - round.number") {
  return rules_with_setup(
      "  deal: 2\n  first: round.rotation\n"
      "  engine: { from: hands, wanted: tile.double, missing: unison }\n",
      "match: { " + match + " }\n" + more);
}

const std::string calls_off =
    "facts:\n"
    "  of_round: { of: round, is: int }\n"
    "  of_match: { of: match, is: int }\n"
    "acts:\n"
    "  again:\n"
    "    by: turn\n"
    "    do: redeal()\n"
    "  stop:\n"
    "    by: turn\n"
    "    do: score(me, 5); end_round()\n"
    "rules:\n"
    "  - id: noted\n"
    "    after: again\n"
    "    do: score(me, 7); win(me); add(round.of_round, 1); add(match.of_match, 1); draw(me.left, 2)\n";

}  // namespace

TEST_CASE("a void round counts for nothing and is dealt again", "[engine]") {
  TableGame game(seven_rules(calls_off), 2);
  game.start({"1-1 2-0", "2-1 3-2"});
  game.declare("stop", 0);
  game.start({"1-0 2-0", "2-2 3-2"});
  CHECK(game.position.first == 1);
  CHECK(game.position.used == 6);
  game.declare("again", 1);
  CHECK(game.next().next == Next::over);
  CHECK(is_void(game.position));
  CHECK(is_dealt_again(game.position));
  CHECK(game.points(1) == 0);
  CHECK(game.position.winner == no_seat);
  CHECK(game.position.pulling == 0);
  CHECK(game.position.used == 2);
  CHECK(game.conserves_tiles());
  CHECK_FALSE(game_over(game.program, game.position));
  CHECK_FALSE(match_over(game.program, game.position));

  game.start({"3-3 2-0", "2-1 3-2"});
  CHECK(game.position.round == 2);
  CHECK(game.position.game == 1);
  CHECK(game.position.scheduled == 2);
  CHECK(game.position.first == 1);
  CHECK(game.position.voids == 1);
  CHECK_FALSE(game.position.voided);
  CHECK(game.position.players[0].total == 5);
  CHECK(game.position.players[1].total == 0);
  CHECK(game.fact("of_round") == 0);
  CHECK(game.fact("of_match") == 1);
  game.declare("stop", 0);
  game.start({"1-1 2-0", "2-1 3-2"});
  CHECK(game.position.round == 3);
  CHECK(game.position.first == 0);
  CHECK(game.position.voids == 0);
}

TEST_CASE("an engine that was one before stays used when its round is void", "[engine]") {
  TableGame game(seven_rules(calls_off), 2);
  game.start({"1-1 2-0", "2-1 3-2"});
  game.declare("stop", 0);
  game.start({"1-1 2-0", "2-1 3-2"});
  game.declare("again", 0);
  CHECK(game.position.used == 2);
}

TEST_CASE("a round may be void before its first turn, and while it is counted", "[engine]") {
  TableGame dealt(seven_rules("rules:\n"
                              "  - id: two-doubles\n"
                              "    after: dealt\n"
                              "    when: count(t in me.hand where t.double) > 0\n"
                              "    do: redeal(); end_round()\n"),
                  2);
  dealt.start({"1-1 2-2", "2-1 3-2"});
  CHECK(is_dealt_again(dealt.position));
  dealt.start({"1-1 2-0", "2-1 3-2"});
  CHECK(dealt.next().next == Next::choice);
  CHECK(dealt.position.turn_player == 0);

  for (const std::string event : {"ending", "counting", "scored", "round-over"}) {
    INFO(event);
    TableGame counted(
        seven_rules("acts:\n  stop:\n    by: turn\n    do: end_round(); end_game()\n"
                    "rules:\n  - id: void\n    after: " +
                    event + "\n    do: score(leader, 3); redeal()\n" + "words:\n  leader: round.first\n"),
        2);
    counted.start({"1-1 2-0", "2-1 3-2"});
    counted.declare("stop", 0);
    CHECK(is_dealt_again(counted.position));
    CHECK(counted.points(0) == 0);
    CHECK_FALSE(counted.position.last_round);
  }
}

TEST_CASE("a ruling behind the round makes it void no more", "[engine]") {
  TableGame game(
      seven_rules(
          "acts:\n  stop:\n    by: turn\n    do: end_round()\n  annul:\n    by: referee\n    do: redeal()\n"),
      2);
  game.start({"1-1 2-0", "2-1 3-2"});
  game.declare("stop", 0);
  game.declare("annul", -1);
  CHECK_FALSE(game.position.voided);
  game.start({"1-1 2-0", "2-1 3-2"});
  CHECK(game.position.round == 2);
  game.declare("annul", -1);
  CHECK(is_dealt_again(game.position));
}

TEST_CASE("a round that is always void is so for good after a thousand deals", "[engine]") {
  TableGame game(
      seven_rules("rules:\n  - id: never\n    after: deal\n    when: round.number == 1\n    do: redeal()\n"
                  "  - id: soon\n    after: turn-begins\n    do: end_round()\n"),
      2);
  SimulateOptions options;
  options.games = 1;
  options.unit = Unit::match;
  const Figures figures = simulate(game.program, options);
  CHECK(figures.void_rounds == 1001);
  CHECK(figures.rounds == 2);
  CHECK(figures.finished == 1);
}

TEST_CASE("chance decides a fact when its round or match begins, and the schedule may rest on it",
          "[engine]") {
  TableGame game(
      rules_with_setup(
          "  deal: 1\n  first: match.chosen\n"
          "  engine: { from: aside, missing: unison }\n",
          "match: { rounds: 2, games: 2, double: round.lucky }\n"
          "facts:\n"
          "  lucky: { of: round, chance: 1..3 }\n"
          "  chosen: { of: match, per: game, chance: players }\n"
          "  once: { of: match, chance: 0..9 }\n"
          "acts:\n  stop:\n    by: turn\n    do: end_round()\n  again:\n    by: turn\n    do: redeal()\n"),
      3);
  const auto cast = [&](const std::string& name, std::int32_t value) {
    const Expected next = game.next();
    REQUIRE(next.next == Next::chance);
    REQUIRE(next.chance.kind == ActKind::cast);
    CHECK(game.program.fact_names[next.chance.declared] == name);
    Act act = next.chance;
    act.amount = value;
    game.apply(act);
  };
  const auto deal = [&] {
    game.go_on();
    for (const std::string tile : {"1-0", "2-0", "3-0"})
      game.chance(ActKind::deal, game.next().chance.actor, tile);
    game.go_on();
  };
  begin_round(game.program, game.position);
  CHECK(game.position.scheduled == -1);
  cast("lucky", 2);
  cast("chosen", 1);
  cast("once", 0);
  CHECK(game.position.scheduled == 2);
  CHECK(game.position.first == 1);
  deal();
  CHECK(game.position.engine_tile == tile("2-2"));
  game.declare("again", 1);
  // The round begins anew, and with it what chance decides for each; its double stays.
  begin_round(game.program, game.position);
  cast("lucky", 3);
  CHECK(game.position.scheduled == 2);
  deal();
  game.declare("stop", 1);
  begin_round(game.program, game.position);
  cast("lucky", 1);
  CHECK(game.position.scheduled == 1);
  deal();
  game.declare("stop", 1);
  begin_round(game.program, game.position);
  CHECK(game.position.game == 2);
  cast("lucky", 1);
  cast("chosen", 2);
  CHECK(game.fact("once") == 0);
  CHECK(game.position.first == 2);
}

TEST_CASE("every value of a fact of chance comes up, and no other", "[engine]") {
  TableGame game(seven_rules("facts:\n  lucky: { of: round, chance: 3..6, shown: Lucky }\n"
                             "  chosen: { of: round, chance: players, shown: Chosen }\n"),
                 3);
  std::set<std::int32_t> numbers;
  std::set<std::int32_t> players;
  Random random(7);
  ShuffledDealer dealer(7);
  for (int i = 0; i < 200; ++i) {
    begin_round(game.program, game.position);
    dealer.begin_round();
    while (game.next().chance.kind == ActKind::cast) {
      const Act open = game.next().chance;
      game.apply(i % 2 == 0 ? answer_chance(game.program, game.position, open, random)
                            : dealer.answer(game.program, game.position, open));
    }
    numbers.insert(game.fact("lucky"));
    players.insert(game.fact("chosen"));
  }
  CHECK(numbers == std::set<std::int32_t>{3, 4, 5, 6});
  CHECK(players == std::set<std::int32_t>{0, 1, 2});
}

}  // namespace roundhouse::tests
