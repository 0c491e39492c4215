// The slow reading's setup: every way to be first, to deal and to find the engine.

#include "tests/slow/slow_text.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

namespace {

using namespace roundhouse;
using slow::SlowGame;

std::string yaml(const std::string& setup) {
  return "roundhouse: 1\nname: small\ntrains:\n  own: { of: each }\nsetup:\n  players: 2..4\n"
         "  set: { highest: 3, copies: 1 }\n  deal: 1\n" +
         setup;
}

/// Three players, nobody a double, nothing decided but this.
dsl::CheckedRules seeking(const std::string& engine) {
  return tests::rules_from_text(
      yaml("  first: round.rotation\n  engine: { from: hands, wanted: tile.double, best: tile.high, " +
           engine + " }\n"));
}

/// The same, however it is found.
dsl::CheckedRules finding(const std::string& engine) {
  return tests::rules_from_text(
      yaml("  first: round.rotation\n  engine: { wanted: tile.double, " + engine + " }\n"));
}

bool held(const SlowGame& game, int player, const std::string& tile) {
  const auto& hand = game.table.players[static_cast<std::size_t>(player - 1)].hand;
  for (const slow::Tile each : hand) {
    if (slow::text(each) == tile) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("slow setup: all draw lots, those who tie draw again, everything goes back", "[slow]") {
  const auto rules = tests::rules_from_text(
      yaml("  lots: tile.pips\n  engine: { from: hands, wanted: tile.double, best: tile.high, "
           "missing: unison }\n"));
  SlowGame game(rules, 3);
  game.begin_round();
  CHECK(next_text(game) == "lot 1");
  play(game, {"lot 1 3-1", "lot 2 2-2"});
  CHECK(next_text(game) == "lot 3");
  play(game, {"lot 3 1-0"});
  CHECK(next_text(game) == "lot 1");  // 4 against 4
  CHECK(game.table.boneyard.size() == 7);
  play(game, {"lot 1 0-0"});
  CHECK(next_text(game) == "lot 2");
  play(game, {"lot 2 3-3"});
  CHECK(game.table.first == 1);
  CHECK(game.table.boneyard.size() == 10);
  CHECK(game.table.players[0].lot == slow::Tile{0, 0});
  CHECK(game.table.players[2].lot == slow::Tile{1, 0});
  CHECK(next_text(game) == "deal 1");
}

TEST_CASE("slow setup: lots count where the rules name no first player", "[slow]") {
  const auto rules = tests::rules_from_text(
      yaml("  lots: tile.pips\n  first: match.anyone\n  engine: { from: hands, wanted: tile.double, best: "
           "tile.high, missing: unison }\n"));
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"lot 1 2-1", "lot 2 3-3"});
  CHECK(game.table.first == 1);
  CHECK(next_text(game) == "deal 1");
}

TEST_CASE("slow setup: a first player by lot or agreement is an act", "[slow]") {
  const auto rules = tests::rules_from_text(
      yaml("  first: match.anyone\n  engine: { from: hands, wanted: tile.double, best: "
           "tile.high, missing: unison }\n"));
  SlowGame game(rules, 3);
  game.begin_round();
  CHECK(next_text(game) == "first -");
  play(game, {"first 3"});
  CHECK(game.table.first == 2);
  CHECK(next_text(game) == "deal 1");
}

TEST_CASE("slow setup: unison: a pass is completed, then all look, and the best is the engine", "[slow]") {
  const auto rules = seeking("missing: unison, limit: 2, then: nothing");
  SlowGame game(rules, 3);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0", "deal 3 3-0"});
  CHECK(next_text(game) == "pick 1");
  play(game, {"pick 1 2-2", "pick 2 2-1"});
  CHECK(next_text(game) == "pick 3");
  play(game, {"pick 3 3-3"});
  CHECK(next_text(game) == "engine 3 3-3");
  // A record may say that they drew all the same: who held one kept it.
  SlowGame on = game;
  play(on, {"pick 1 3-2", "pick 2 1-1", "pick 3 0-0"});
  CHECK(on.table.players[0].kept);
  CHECK_FALSE(on.table.players[1].kept);
  CHECK(on.table.players[2].kept);
  CHECK(next_text(on) == "engine 3 3-3");

  play(game, {"engine 3 3-3"});
  CHECK(next_text(game) == "choice");
  CHECK(game.table.player == 2);
  CHECK_FALSE(game.table.players[0].kept);
}

TEST_CASE("slow setup: unison: the limit ends in nothing, and nobody scores", "[slow]") {
  const auto rules = tests::rules_from_text(
      yaml("  first: round.rotation\n  engine: { from: hands, wanted: tile.double and tile.high == 3, "
           "missing: unison, limit: 1, "
           "then: nothing }\nrules:\n  - id: counts\n    after: counting\n    do: score(me, 1)\n"));
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0", "pick 1 3-0", "pick 2 2-2"});
  CHECK(next_text(game) == "over");
  CHECK(game.table.players[0].points == 0);
  CHECK_FALSE(game.table.engine);
}

TEST_CASE("slow setup: in turn: each looks after each draw", "[slow]") {
  const auto rules = seeking("missing: in-turn, limit: 1, then: turn-over");
  SlowGame game(rules, 3);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0", "deal 3 3-0", "pick 1 2-1"});
  CHECK(next_text(game) == "pick 2");
  SlowGame found = game;
  play(found, {"pick 2 1-1"});
  CHECK(next_text(found) == "engine 2 1-1");
  play(game, {"pick 2 3-1", "pick 3 3-2"});
  CHECK(next_text(game) == "turn-over -");  // everybody has drawn once
  play(game, {"turn-over - 0-0"});
  CHECK(next_text(game) == "engine - 0-0");
  play(game, {"engine - 0-0"});
  CHECK(game.table.boneyard.size() == 3);
  CHECK(game.table.starter == 0);  // nobody held it
}

TEST_CASE("slow setup: turned over tiles that are not wanted go back", "[slow]") {
  const auto rules =
      tests::rules_from_text(yaml("  first: round.rotation\n  engine: { from: hands, wanted: tile.double and "
                                  "tile.high == 3, missing: in-turn, limit: 1, "
                                  "then: turn-over }\n"));
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0", "pick 1 2-1", "pick 2 1-1", "turn-over - 0-0", "turn-over - 2-2"});
  CHECK(game.table.boneyard.size() == 4);
  play(game, {"turn-over - 3-3", "engine - 3-3"});
  CHECK(game.table.boneyard.size() == 5);
  CHECK(next_text(game) == "choice");
}

TEST_CASE("slow setup: one by one nobody looks before the turn comes", "[slow]") {
  const auto rules = seeking("missing: one-by-one");
  SlowGame game(rules, 3);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0", "deal 3 3-3"});
  CHECK(next_text(game) == "pick 1");
  SlowGame lucky = game;
  play(lucky, {"pick 1 0-0"});
  CHECK(next_text(lucky) == "engine 1 0-0");
  play(game, {"pick 1 2-1"});
  CHECK(next_text(game) == "pick 2");
  play(game, {"pick 2 3-1"});
  CHECK(next_text(game) == "engine 3 3-3");
}

TEST_CASE("slow setup: revealed tiles go back except the one that is wanted", "[slow]") {
  const auto rules = seeking("missing: reveal");
  SlowGame game(rules, 3);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0", "deal 3 3-0"});
  CHECK(next_text(game) == "reveal 1");
  play(game, {"reveal 1 2-1", "reveal 2 3-1"});
  CHECK(next_text(game) == "reveal 3");
  CHECK(game.table.boneyard.size() == 5);
  play(game, {"reveal 3 1-1"});
  CHECK(next_text(game) == "engine 3 1-1");
  CHECK(held(game, 3, "1-1"));
  CHECK(game.table.boneyard.size() == 6);
  play(game, {"engine 3 1-1"});
  CHECK_FALSE(held(game, 3, "1-1"));
}

TEST_CASE("slow setup: hands go back and are dealt again until the limit", "[slow]") {
  const auto rules = seeking("missing: redeal, limit: 1, then: turn-over");
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"deal 1 1-0", "deal 2 2-0"});
  CHECK(next_text(game) == "redeal -");
  play(game, {"redeal -"});
  CHECK(game.table.boneyard.size() == 10);
  CHECK(next_text(game) == "deal 1");
  SlowGame found = game;
  play(found, {"deal 1 1-0", "deal 2 2-2"});
  CHECK(next_text(found) == "engine 2 2-2");
  play(game, {"deal 1 1-0", "deal 2 2-0"});
  CHECK(next_text(game) == "turn-over -");
}

TEST_CASE("slow setup: hands of which the rules say so go back before anybody looks", "[slow]") {
  const auto rules = tests::rules_from_text(
      yaml("  redeal: { when: all(p in players where any(t in p.hand where t.double)), limit: 1 }\n"
           "  first: round.rotation\n  engine: { from: hands, wanted: tile.double, missing: redeal }\n"));
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"deal 1 1-1", "deal 2 2-2"});
  CHECK(next_text(game) == "redeal -");
  play(game, {"redeal -"});
  CHECK(game.table.boneyard.size() == 10);
  CHECK(game.table.hand_redeals == 1);
  CHECK(game.table.redeals == 0);
  SlowGame again = game;
  play(again, {"deal 1 1-0", "deal 2 2-0", "redeal -"});
  CHECK(again.table.hand_redeals == 1);
  CHECK(again.table.redeals == 1);
  play(game, {"deal 1 1-1", "deal 2 2-2"});
  CHECK(next_text(game) == "engine 2 2-2");
}

TEST_CASE("slow setup: the engine set aside lies before the deal; no such tile, no round", "[slow]") {
  const auto rules = tests::rules_from_text(yaml(
      "  first: round.rotation\n  starter: round.first.left\n  engine: { from: aside }\nmatch:\n  rounds: 5\n"
      "  double: 4 - round.number\n"));
  SlowGame game(rules, 2);
  game.begin_round();
  CHECK(next_text(game) == "engine - 3-3");
  play(game, {"engine - 3-3"});
  CHECK(next_text(game) == "deal 1");
  play(game, {"deal 1 1-0", "deal 2 2-0"});
  CHECK(next_text(game) == "choice");
  CHECK(game.table.player == 1);
  CHECK(game.table.first == 0);

  game.table.round = 4;  // the double 4 - 5 does not exist
  game.table.stage = slow::Stage::over;
  game.begin_round();
  CHECK(next_text(game) == "over");
}

TEST_CASE("slow setup: a leader chooses among the wanted tiles in hand", "[slow]") {
  const auto rules = tests::rules_from_text(
      yaml("  first: match.anyone\n  engine: { from: lead, wanted: tile.double, missing: unison }\n") +
      "facts:\n  led: { of: match, after: lead, is: tile }\n  began: { of: match, after: engine, is: me }\n"
      "rules:\n  - id: not-the-blank\n    forbid: lead\n    when: tile.pips == 0 and rest.count > 0\n");
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"first 2", "deal 1 1-0", "deal 2 2-0"});
  CHECK(next_text(game) == "pick 2");
  play(game, {"pick 2 0-0", "pick 1 1-1"});
  CHECK(next_text(game) == "choice");
  CHECK(legal_text(game).empty());  // player 2 leads, from the first player on, and may not
  SlowGame other = game;
  other.table.players[1].hand.push_back({2, 2});
  CHECK(legal_text(other) == "lead 2 2-2");
  CHECK(other.forbidden_by(slow::read_act(rules, "lead 2 2-0")) ==
        std::vector<std::string>{"not-the-engine"});
  CHECK(other.forbidden_by(slow::read_act(rules, "lead 2 0-0")) == std::vector<std::string>{"not-the-blank"});
  play(other, {"lead 2 2-2"});
  CHECK(other.dump().find("fact led: 2-2\nfact began: 2\n") != std::string::npos);
  CHECK(other.table.player == 1);
}

TEST_CASE("slow setup: the leader begins the search, and may be alone in it", "[slow]") {
  const auto left = finding("from: lead, leader: round.first.left, missing: in-turn");
  SlowGame passes(left, 3);
  passes.begin_round();
  play(passes, {"deal 1 3-3", "deal 2 1-0", "deal 3 2-2"});
  CHECK(legal_text(passes) == "lead 3 2-2");
  SlowGame draws(left, 3);
  draws.begin_round();
  play(draws, {"deal 1 3-1", "deal 2 1-0", "deal 3 2-1"});
  CHECK(next_text(draws) == "pick 2");
  for (const char* missing : {"in-turn", "unison", "one-by-one"}) {
    const auto never =
        finding("from: lead, leader: round.first.left, passes: never, missing: " + std::string(missing));
    SlowGame alone(never, 3);
    alone.begin_round();
    play(alone, {"deal 1 3-3", "deal 2 1-0", "deal 3 2-2", "pick 2 2-1"});
    CHECK(next_text(alone) == "pick 2");
    play(alone, {"pick 2 1-1"});
    CHECK(legal_text(alone) == "lead 2 1-1");
  }
}

TEST_CASE("slow setup: an engine that is turned over is nobody's", "[slow]") {
  const auto rules = finding("from: turned, missing: unison");
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"deal 1 3-3", "deal 2 1-0", "turn-over - 2-1"});
  CHECK(next_text(game) == "turn-over -");
  play(game, {"turn-over - 0-0"});
  CHECK(next_text(game) == "engine - 0-0");
  play(game, {"engine - 0-0"});
  CHECK(game.table.boneyard.size() == 7);
  CHECK(game.table.starter == 0);
}

TEST_CASE("slow setup: drawn tiles that may not be the engine go back", "[slow]") {
  const auto back = seeking("missing: in-turn, drawn: back");
  SlowGame once(back, 2);
  once.begin_round();
  play(once, {"deal 1 3-1", "deal 2 1-0", "reveal 1 2-1"});
  CHECK(once.table.boneyard.size() == 8);
  CHECK(next_text(once) == "reveal 2");
  play(once, {"reveal 2 2-2"});
  CHECK(next_text(once) == "engine 2 2-2");
  const auto aside = seeking("missing: unison, drawn: aside");
  SlowGame pass(aside, 2);
  pass.begin_round();
  play(pass, {"deal 1 3-1", "deal 2 1-0", "reveal 1 2-2"});
  CHECK(next_text(pass) == "reveal 2");
  play(pass, {"reveal 2 2-1"});
  CHECK(next_text(pass) == "engine 1 2-2");
  CHECK(held(pass, 1, "2-2"));
  CHECK(pass.table.boneyard.size() == 7);
}

TEST_CASE("slow setup: the lot takes one of equal engines", "[slow]") {
  const auto rules = tests::rules_from_text(yaml(
      "  first: round.rotation\n  engine: { from: hands, wanted: tile.double, best: 0, ties: lot, missing: "
      "unison }\n"));
  SlowGame game(rules, 3);
  game.begin_round();
  play(game, {"deal 1 3-3", "deal 2 1-0", "deal 3 2-2"});
  CHECK(next_text(game) == "engine -");
  REQUIRE(game.engine_lots().size() == 2);
  CHECK(act_text(rules, game.engine_lots()[0]) == "engine 3 2-2");
  CHECK(act_text(rules, game.engine_lots()[1]) == "engine 1 3-3");
  play(game, {"engine 3 2-2"});
  CHECK(game.table.starter == 2);
}

TEST_CASE("slow setup: kinds of train in order, each player's first, from the half they name", "[slow]") {
  const auto rules = tests::rules_from_text(R"(
roundhouse: 1
name: small
options:
  sides:
    ask: How many?
    default: 2
trains:
  left: { of: all, starts: low }
  bay: { of: each, count: sides }
  nowhere: { of: all, count: sides - 2 }
setup:
  players: 2..4
  set: { highest: 3, copies: 1 }
  deal: 1
  first: round.rotation
  engine: { from: aside, wanted: tile.high == 3 and tile.low == 1 }
)");
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"engine - 3-1", "deal 1 0-0", "deal 2 1-1"});
  const std::string dump = game.dump();
  CHECK(dump.find("train 0: left owner - started 0\n  end serial 0 group 0 pip 1") != std::string::npos);
  CHECK(dump.find("train 2: bay owner 1 started 0\n  end serial 2 group 0 pip 3") != std::string::npos);
  CHECK(dump.find("train 3: bay owner 2") != std::string::npos);
  CHECK(dump.find("train 5") == std::string::npos);
}
