#include <algorithm>

#include "engine/dealer.h"
#include "tests/support/catch.h"
#include "tests/support/table_game.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using roundhouse::tests::rules_with_setup;
using roundhouse::tests::TableGame;
using roundhouse::tests::tile;

namespace {

/// first: the first by rotation; the engine is any double.
std::string seeking(const std::string& engine, int deal = 2) {
  return rules_with_setup("  deal: " + std::to_string(deal) +
                          "\n  first: round.rotation\n  engine: { wanted: tile.double, " + engine + " }\n");
}

void check_chance(const TableGame& game, ActKind kind, Seat actor) {
  CHECK(game.next().next == Next::chance);
  CHECK(game.next().chance == Act{.kind = kind, .actor = actor});
}

void check_engine(const TableGame& game, const std::string& engine, Seat holder) {
  CHECK(game.next().next == Next::forced);
  CHECK(game.next().chance == Act{.kind = ActKind::engine, .actor = holder, .tile = tile(engine)});
}

void check_voided(const TableGame& game) {
  CHECK(game.next().next == Next::over);
  CHECK(game.position.engine_tile == no_tile);
  CHECK(game.conserves_tiles());
}

}  // namespace

TEST_CASE("tiles are dealt one each a pass, by seat", "[engine]") {
  TableGame game(seeking("from: hands, missing: unison"), 3);
  begin_round(game.program, game.position);
  for (const auto seat : std::vector<Seat>{0, 1, 2, 0, 1, 2}) {
    check_chance(game, ActKind::deal, seat);
    game.chance(ActKind::deal, seat, "?");
  }
  CHECK(game.position.boneyard == 4);
  CHECK(game.position.phase == Phase::seek);
}

TEST_CASE("lots: the greatest alone is first, those tied draw again", "[engine]") {
  TableGame game(rules_with_setup("  deal: 2\n  lots: tile.pips\n"
                                  "  engine: { from: hands, wanted: tile.double, missing: unison }\n"),
                 3);
  begin_round(game.program, game.position);
  check_chance(game, ActKind::lot, 0);
  game.chance(ActKind::lot, 0, "3-0");
  check_chance(game, ActKind::lot, 1);
  game.chance(ActKind::lot, 1, "1-0");
  game.chance(ActKind::lot, 2, "2-1");
  CHECK(game.position.boneyard == 7);
  CHECK(game.conserves_tiles());
  check_chance(game, ActKind::lot, 0);
  game.chance(ActKind::lot, 0, "1-1");
  check_chance(game, ActKind::lot, 2);
  game.chance(ActKind::lot, 2, "3-2");
  CHECK(game.position.first == 2);
  CHECK(game.position.players[2].lot == tile("3-2"));
  CHECK(game.position.players[1].lot == tile("1-0"));
  CHECK(game.position.boneyard == 10);
  CHECK(game.position.aside == TileBag{});
  check_chance(game, ActKind::deal, 0);
}

TEST_CASE("lots count where the rules name no first player", "[engine]") {
  TableGame game(rules_with_setup("  deal: 2\n  lots: tile.pips\n  first: match.anyone\n"
                                  "  engine: { from: hands, wanted: tile.double, missing: unison }\n"),
                 2);
  begin_round(game.program, game.position);
  game.chance(ActKind::lot, 0, "3-0");
  game.chance(ActKind::lot, 1, "3-3");
  CHECK(game.position.first == 1);
  check_chance(game, ActKind::deal, 0);
}

TEST_CASE("a first player who is not said is chosen by lot or agreement", "[engine]") {
  TableGame game(rules_with_setup("  deal: 2\n  first: match.anyone\n"
                                  "  engine: { from: hands, wanted: tile.double, missing: unison }\n"),
                 3);
  begin_round(game.program, game.position);
  check_chance(game, ActKind::first, no_seat);
  game.chance(ActKind::first, 2, "?");
  CHECK(game.position.first == 2);
  check_chance(game, ActKind::deal, 0);
}

TEST_CASE("of several engines the best one lies, of equals the sooner holder's", "[engine]") {
  TableGame game(seeking("from: hands, missing: unison"), 3);
  game.start({"1-1 2-0", "2-2 3-2", "0-0 3-0"});
  CHECK(game.position.engine_tile == tile("2-2"));
  CHECK(game.position.holder == 1);
  TableGame near(seeking("from: hands, missing: unison, best: 0 - holder.place"), 3);
  near.start({"1-1 2-0", "2-2 3-2", "0-0 3-0"});
  CHECK(near.position.engine_tile == tile("1-1"));
  CHECK(near.position.starter == 0);
}

TEST_CASE("the starter is who the rules say, not always the holder", "[engine]") {
  TableGame game(rules_with_setup("  deal: 2\n  first: round.rotation\n  starter: holder.left\n"
                                  "  engine: { from: hands, wanted: tile.double, missing: unison }\n"),
                 3);
  game.start({"1-0 2-0", "2-2 3-2", "2-1 3-0"});
  CHECK(game.position.holder == 1);
  CHECK(game.position.starter == 2);
  CHECK(game.position.turn_player == 2);
}

TEST_CASE("an engine set aside lies before the deal", "[engine]") {
  TableGame game(seeking("from: aside, missing: unison"), 2);
  begin_round(game.program, game.position);
  check_engine(game, "3-3", no_seat);
  game.go_on();
  CHECK(game.position.boneyard == 9);
  CHECK(game.position.engine_tile == tile("3-3"));
  CHECK(game.position.turn_player == no_seat);
  for (const std::string hand : {"3-2", "1-0", "2-1", "2-0"}) {
    game.chance(ActKind::deal, game.next().chance.actor, hand);
  }
  CHECK(game.position.phase == Phase::play);
  CHECK(game.position.turn_player == 0);
  CHECK(game.position.holder == no_seat);
  CHECK(game.conserves_tiles());
}

TEST_CASE("in unison all draw before anybody looks", "[engine]") {
  TableGame game(seeking("from: hands, missing: unison"), 3);
  game.start({"1-0 2-0", "2-1 3-2", "3-1 3-0"});
  check_chance(game, ActKind::pick, 0);
  game.chance(ActKind::pick, 0, "1-1");
  check_chance(game, ActKind::pick, 1);
  game.chance(ActKind::pick, 1, "3-3");
  check_chance(game, ActKind::pick, 2);
  game.chance(ActKind::pick, 2, "2-2");
  check_engine(game, "3-3", 1);
  game.go_on();
  CHECK(game.count(0) == 3);
  CHECK(game.count(1) == 2);
  CHECK_FALSE(game.position.players[1].kept);
}

TEST_CASE("a player who holds an engine while all draw on has kept it", "[engine]") {
  TableGame game(seeking("from: hands, missing: unison", 1), 3);
  game.start({"1-0", "2-1", "3-1"});
  game.chance(ActKind::pick, 0, "1-1");
  game.chance(ActKind::pick, 1, "?");
  game.chance(ActKind::pick, 2, "?");
  CHECK(game.next().next == Next::forced);
  CHECK_FALSE(game.position.players[0].kept);
  game.chance(ActKind::pick, 0, "?");
  CHECK(game.position.players[0].kept);
  CHECK_FALSE(game.position.players[1].kept);
  CHECK(game.position.phase == Phase::seek);
}

TEST_CASE("in turn they look after each draw", "[engine]") {
  TableGame game(seeking("from: hands, missing: in-turn"), 3);
  game.start({"1-0 2-0", "2-1 3-2", "3-1 3-0"});
  check_chance(game, ActKind::pick, 0);
  CHECK(game.conserves_tiles());
  game.chance(ActKind::pick, 0, "1-1");
  check_engine(game, "1-1", 0);
}

TEST_CASE("one by one nobody looks before it is their turn", "[engine]") {
  TableGame game(seeking("from: hands, missing: one-by-one"), 3);
  game.start({"1-0 2-0", "2-1 3-2", "3-3 3-0"});
  check_chance(game, ActKind::pick, 0);
  game.chance(ActKind::pick, 0, "3-1");
  check_chance(game, ActKind::pick, 1);
  game.chance(ActKind::pick, 1, "0-0");
  check_engine(game, "0-0", 1);
  TableGame first(seeking("from: hands, missing: one-by-one"), 3);
  first.start({"1-0 2-0", "2-1 3-2", "3-3 3-0"});
  first.chance(ActKind::pick, 0, "3-1");
  first.chance(ActKind::pick, 1, "2-0");
  check_engine(first, "3-3", 2);
}

TEST_CASE("revealed tiles go back when one finds the engine and holds it", "[engine]") {
  TableGame game(seeking("from: hands, missing: reveal"), 3);
  game.start({"1-0 2-0", "2-1 3-2", "3-1 3-0"});
  // Only doubles are left, so nothing else can come up; turn one over that is not wanted by hand.
  CHECK(game.position.boneyard == 4);
  check_chance(game, ActKind::reveal, 0);
  game.chance(ActKind::reveal, 0, "2-2");
  check_engine(game, "2-2", 0);
  game.go_on();
  CHECK(game.count(0) == 2);
  CHECK(game.position.boneyard == 3);
  CHECK(game.conserves_tiles());

  TableGame longer(seeking("from: hands, missing: reveal", 1), 3);
  longer.start({"1-0", "2-1", "3-1"});
  longer.chance(ActKind::reveal, 0, "3-2");
  CHECK(longer.position.aside.has(tile("3-2")));
  CHECK(longer.position.boneyard == 6);
  check_chance(longer, ActKind::reveal, 1);
  longer.chance(ActKind::reveal, 1, "0-0");
  CHECK(longer.position.aside == TileBag{});
  CHECK(longer.position.boneyard == 6);
  check_engine(longer, "0-0", 1);
}

TEST_CASE("a redeal takes all hands back and deals anew, up to its limit", "[engine]") {
  TableGame game(seeking("from: hands, missing: redeal, limit: 1, then: nothing", 1), 3);
  begin_round(game.program, game.position);
  game.chance(ActKind::deal, 0, "1-0");
  game.chance(ActKind::deal, 1, "2-0");
  game.chance(ActKind::deal, 2, "3-0");
  CHECK(game.next().chance.kind == ActKind::redeal);
  game.go_on();
  CHECK(game.position.passes == 1);
  CHECK(game.position.boneyard == 10);
  check_chance(game, ActKind::deal, 0);
  game.chance(ActKind::deal, 0, "1-0");
  game.chance(ActKind::deal, 1, "2-0");
  game.chance(ActKind::deal, 2, "3-0");
  check_voided(game);
}

TEST_CASE("hands of which the rules say so are dealt again before anybody looks, up to the limit",
          "[engine]") {
  const std::string twins =
      "  redeal:\n    when: any(p in players where count(t in p.hand where t.double) > 1)\n"
      "    limit: 1\n  deal: 2\n  first: round.rotation\n";
  TableGame game(
      rules_with_setup(twins + "  engine: { from: hands, wanted: tile.double, missing: redeal }\n"), 2);
  begin_round(game.program, game.position);
  const auto deal = [&](std::initializer_list<const char*> tiles) {
    for (const char* tile : tiles) game.chance(ActKind::deal, game.next().chance.actor, tile);
  };
  deal({"3-3", "1-0", "2-2", "2-0"});
  CHECK(game.next().next == Next::forced);
  CHECK(game.next().chance == Act{.kind = ActKind::redeal});
  game.go_on();
  CHECK(game.position.redeals == 1);
  CHECK(game.position.passes == 0);
  CHECK(game.position.boneyard == 10);
  CHECK(game.conserves_tiles());
  // A deal for want of an engine counts apart.
  deal({"3-1", "1-0", "3-2", "2-0"});
  CHECK(game.next().chance == Act{.kind = ActKind::redeal});
  game.go_on();
  CHECK(game.position.redeals == 1);
  CHECK(game.position.passes == 1);
  deal({"3-3", "1-0", "2-2", "2-0"});
  check_engine(game, "3-3", 0);

  // An engine that was set aside stays where it lies.
  TableGame aside(rules_with_setup(twins + "  engine: { from: aside, wanted: tile.double }\n"), 2);
  begin_round(aside.program, aside.position);
  aside.go_on();
  for (const char* tile : {"0-0", "1-0", "2-2", "2-0"})
    aside.chance(ActKind::deal, aside.next().chance.actor, tile);
  CHECK(aside.next().chance == Act{.kind = ActKind::redeal});
  aside.go_on();
  CHECK(aside.position.engine_tile == tile("3-3"));
  CHECK(aside.position.boneyard == 9);
  for (const char* tile : {"0-0", "1-0", "2-2", "2-0"})
    aside.chance(ActKind::deal, aside.next().chance.actor, tile);
  CHECK(aside.position.phase == Phase::play);
  CHECK(aside.conserves_tiles());
}

TEST_CASE("hands that are dealt again without end make the round void", "[engine]") {
  TableGame game(rules_with_setup("  redeal: true\n  deal: 1\n  first: round.rotation\n"
                                  "  engine: { from: hands, wanted: tile.double, missing: unison }\n"),
                 2);
  begin_round(game.program, game.position);
  int deals = 0;
  while (game.next().next != Next::over) {
    REQUIRE(++deals < 2000);
    game.chance(ActKind::deal, 0, "1-1");
    game.chance(ActKind::deal, 1, "2-0");
    if (game.next().next == Next::forced) game.go_on();
  }
  CHECK(deals == 1001);
  check_voided(game);
}

TEST_CASE("a round is not void while another deal may make a tile wanted", "[engine]") {
  const std::string both =
      "  deal: 1\n  first: round.rotation\n  engine: { wanted: tile.double and all(p in players "
      "where any(t in p.hand where t.double)), from: hands, ";
  TableGame game(rules_with_setup(both + "missing: redeal, limit: 2 }\n"), 2);
  begin_round(game.program, game.position);
  game.chance(ActKind::deal, 0, "1-1");
  game.chance(ActKind::deal, 1, "2-0");
  CHECK(game.next().chance.kind == ActKind::redeal);
  game.go_on();
  game.chance(ActKind::deal, 0, "1-1");
  game.chance(ActKind::deal, 1, "3-3");
  check_engine(game, "3-3", 1);

  // Drawing may bring it about, too, but nothing brings about what does not depend on the tiles.
  TableGame drawn(rules_with_setup(both + "missing: in-turn }\n"), 2);
  drawn.start({"1-1", "2-0"});
  check_chance(drawn, ActKind::pick, 0);
  TableGame never(rules_with_setup("  deal: 1\n  first: round.rotation\n  engine: { wanted: tile.double and "
                                   "round.number > 1, from: hands, "
                                   "missing: redeal }\n"),
                  2);
  never.start({"1-1", "2-0"});
  check_voided(never);
}

TEST_CASE("after the limit tiles are turned over until one is wanted", "[engine]") {
  TableGame game(seeking("from: hands, missing: in-turn, limit: 1, then: turn-over", 1), 2);
  game.start({"1-0", "2-1"});
  game.chance(ActKind::pick, 0, "3-1");
  game.chance(ActKind::pick, 1, "3-0");
  check_chance(game, ActKind::turn_over, no_seat);
  game.chance(ActKind::turn_over, no_seat, "3-2");
  CHECK(game.position.aside.has(tile("3-2")));
  check_chance(game, ActKind::turn_over, no_seat);
  game.chance(ActKind::turn_over, no_seat, "2-2");
  check_engine(game, "2-2", no_seat);
  game.go_on();
  CHECK(game.position.engine_tile == tile("2-2"));
  CHECK(game.position.boneyard == 5);
  CHECK(game.position.aside == TileBag{});
  CHECK(game.position.turn_player == 0);
  CHECK(game.conserves_tiles());
}

TEST_CASE("a round without an engine to be had is void", "[engine]") {
  TableGame unwanted(rules_with_setup("  deal: 1\n  first: round.rotation\n"
                                      "  engine: { from: hands, wanted: tile.pips > 9, missing: unison }\n"),
                     2);
  unwanted.start({"1-0", "2-1"});
  check_voided(unwanted);

  TableGame given_up(seeking("from: hands, missing: unison, limit: 1, then: nothing", 1), 2);
  given_up.start({"1-0", "2-1"});
  given_up.chance(ActKind::pick, 0, "3-1");
  given_up.chance(ActKind::pick, 1, "3-0");
  check_voided(given_up);
  CHECK(given_up.points(0) == 0);
}

TEST_CASE("the first who holds a wanted tile leads one", "[engine]") {
  TableGame game(rules_with_setup("  deal: 2\n  first: round.rotation\n"
                                  "  engine: { from: lead, wanted: tile.pips > 2, missing: unison }\n",
                                  "rules:\n"
                                  "  - id: no-doubles\n"
                                  "    forbid: lead\n"
                                  "    when: tile.double\n"
                                  "  - id: scores\n"
                                  "    after: lead\n"
                                  "    do: score(me, tile.pips + 100 * rest.count)\n"),
                 3);
  game.start({"1-0 2-0", "2-1 3-3", "3-1 3-0"});
  CHECK(game.next().next == Next::choice);
  CHECK(game.legal() == std::vector<std::string>{"lead 2-1"});
  const auto lead = [&](int seat, const std::string& what) {
    return Act{.kind = ActKind::lead, .actor = static_cast<Seat>(seat), .tile = tile(what)};
  };
  CHECK(game.breaches(lead(1, "3-3")) == std::vector<std::string>{"no-doubles"});
  CHECK(game.breaches(lead(2, "3-1")) == std::vector<std::string>{"turn-order"});
  CHECK(game.breaches(lead(1, "1-0")) == std::vector<std::string>{"tile-not-held", "not-the-engine"});
  game.apply(lead(1, "2-1"));
  CHECK(game.position.phase == Phase::play);
  CHECK(game.position.engine_tile == tile("2-1"));
  CHECK(game.position.used == 0);
  CHECK(game.points(1) == 103);
  CHECK(game.position.turn_player == 1);
  CHECK(game.end_of(0).pip == 2);
}

TEST_CASE("the right to lead begins with the leader, and passes to the left or to nobody", "[engine]") {
  const auto led = [](const std::string& more) {
    return seeking("from: lead, leader: best(p in players of p.age), missing: in-turn" + more);
  };
  const auto aged = [](const std::string& yaml) {
    TableGame game(yaml, 3);
    game.position = begin_match(game.program, {20, 30, 10});
    return game;
  };
  TableGame holds = aged(led(""));
  holds.start({"3-3 2-0", "2-2 1-1", "0-0 3-0"});
  CHECK(holds.legal() == std::vector<std::string>{"lead 1-1", "lead 2-2"});
  TableGame passed = aged(led(""));
  passed.start({"3-3 2-0", "2-1 1-0", "0-0 3-0"});
  CHECK(passed.legal() == std::vector<std::string>{"lead 0-0"});
  TableGame drawn = aged(led(""));
  drawn.start({"3-1 2-0", "2-1 1-0", "3-2 3-0"});
  check_chance(drawn, ActKind::pick, 1);
  drawn.chance(ActKind::pick, 1, "0-0");
  CHECK(drawn.legal() == std::vector<std::string>{"lead 0-0"});

  for (const char* way : {"", ", missing: unison", ", missing: one-by-one"}) {
    const std::string missing = *way == 0 ? std::string(", missing: in-turn") : std::string(way);
    TableGame alone = aged(
        seeking("from: lead, leader: best(p in players of p.age), passes: never, limit: 2" + missing, 2));
    alone.start({"3-3 2-0", "2-1 1-0", "0-0 3-0"});
    check_chance(alone, ActKind::pick, 1);
    alone.chance(ActKind::pick, 1, "3-1");
    check_chance(alone, ActKind::pick, 1);
    CHECK(alone.breaches({.kind = ActKind::lead, .actor = 2, .tile = tile("0-0")}) ==
          std::vector<std::string>{"turn-order"});
    alone.chance(ActKind::pick, 1, "1-1");
    CHECK(alone.legal() == std::vector<std::string>{"lead 1-1"});
    TableGame over = aged(
        seeking("from: lead, leader: best(p in players of p.age), passes: never, limit: 1" + missing, 2));
    over.start({"3-3 2-0", "2-1 1-0", "0-0 3-0"});
    over.chance(ActKind::pick, 1, "3-1");
    check_voided(over);
  }

  // Where the value is absent the first player leads.
  TableGame first(seeking("from: lead, leader: match.last_out, missing: unison"), 3);
  first.start({"2-2 2-0", "3-3 1-1", "0-0 3-0"});
  CHECK(first.legal() == std::vector<std::string>{"lead 2-2"});
}

TEST_CASE("a leader who turns tiles up holds what comes", "[engine]") {
  TableGame game(seeking("from: lead, passes: never, missing: reveal", 1), 2);
  game.start({"1-0", "3-3"});
  check_chance(game, ActKind::reveal, 0);
  game.chance(ActKind::reveal, 0, "3-2");
  check_chance(game, ActKind::reveal, 0);
  game.chance(ActKind::reveal, 0, "2-2");
  CHECK(game.legal() == std::vector<std::string>{"lead 2-2"});
  CHECK(game.conserves_tiles());
}

TEST_CASE("an engine is turned over from the boneyard when all are dealt", "[engine]") {
  TableGame game(seeking("from: turned", 1), 2);
  game.start({"3-3", "2-2"});
  check_chance(game, ActKind::turn_over, no_seat);
  game.chance(ActKind::turn_over, no_seat, "3-2");
  check_chance(game, ActKind::turn_over, no_seat);
  game.chance(ActKind::turn_over, no_seat, "1-1");
  check_engine(game, "1-1", no_seat);
  game.go_on();
  CHECK(game.position.boneyard == 7);
  CHECK(game.position.holder == no_seat);
  CHECK(game.position.turn_player == 0);
  CHECK(game.conserves_tiles());

  // All that may be it are in hands.
  TableGame none(rules_with_setup("  deal: 2\n  first: round.rotation\n"
                                  "  engine: { from: turned, wanted: tile.double and tile.high == 3 }\n"),
                 2);
  none.start({"3-3 2-0", "2-2 1-0"});
  for (const char* up : {"0-0", "1-1", "2-1", "3-0", "3-1", "3-2"})
    none.chance(ActKind::turn_over, no_seat, up);
  check_voided(none);
}

TEST_CASE("what is drawn for the engine is shown and goes back, at once or when it is found", "[engine]") {
  TableGame back(seeking("from: hands, missing: in-turn, drawn: back", 1), 2);
  back.start({"1-0", "2-0"});
  check_chance(back, ActKind::reveal, 0);
  back.chance(ActKind::reveal, 0, "3-2");
  CHECK(back.count(0) == 1);
  CHECK(back.position.boneyard == 8);
  CHECK(back.position.aside == TileBag{});
  check_chance(back, ActKind::reveal, 1);
  back.chance(ActKind::reveal, 1, "3-2");
  back.chance(ActKind::reveal, 0, "3-3");
  check_engine(back, "3-3", 0);

  TableGame aside(seeking("from: hands, missing: in-turn, drawn: aside", 1), 2);
  aside.start({"1-0", "2-0"});
  aside.chance(ActKind::reveal, 0, "3-2");
  CHECK(aside.position.boneyard == 7);
  aside.chance(ActKind::reveal, 1, "3-3");
  check_engine(aside, "3-3", 1);
  CHECK(aside.position.boneyard == 7);
  CHECK(aside.conserves_tiles());

  // One by one: the next one looks before drawing.
  TableGame looks(seeking("from: hands, missing: one-by-one, drawn: back", 1), 2);
  looks.start({"1-0", "2-2"});
  looks.chance(ActKind::reveal, 0, "3-2");
  check_engine(looks, "2-2", 1);
}

TEST_CASE("in unison all show before anybody looks, and the engines among it come into hands", "[engine]") {
  for (const std::string drawn : {"back", "aside"}) {
    TableGame game(seeking("from: hands, missing: unison, drawn: " + drawn, 1), 3);
    game.start({"1-0", "2-0", "3-0"});
    game.chance(ActKind::reveal, 0, "3-2");
    game.chance(ActKind::reveal, 1, "3-1");
    CHECK(game.position.boneyard == 5);
    game.chance(ActKind::reveal, 2, "2-1");
    CHECK(game.position.boneyard == (drawn == "back" ? 7 : 4));
    check_chance(game, ActKind::reveal, 0);
    if (drawn == "back")
      game.chance(ActKind::reveal, 0, "3-2");
    else
      game.chance(ActKind::reveal, 0, "1-1");
    game.chance(ActKind::reveal, 1, "2-2");
    game.chance(ActKind::reveal, 2, "3-3");
    check_engine(game, "3-3", 2);
    CHECK(game.count(1) == 2);
    CHECK(game.position.aside == TileBag{});
    CHECK(game.conserves_tiles());
  }
}

TEST_CASE("draws that all go back end the round after a thousand each", "[engine]") {
  TableGame game(
      rules_with_setup("  deal: 1\n  first: round.rotation\n"
                       "  engine: { from: lead, passes: never, wanted: tile.high == 3 and tile.double, "
                       "missing: in-turn, drawn: back }\n"),
      2);
  game.start({"1-0", "3-3"});
  int draws = 0;
  for (; game.next().next == Next::chance; ++draws) {
    REQUIRE(draws < 2000);
    game.chance(ActKind::reveal, 0, "2-1");
  }
  CHECK(draws == 1000);
  check_voided(game);
}

TEST_CASE("of equal engines the lot takes one", "[engine]") {
  const std::string lot = "from: hands, missing: unison, best: 0, ties: lot";
  TableGame game(seeking(lot), 3);
  game.start({"1-0 2-0", "2-2 3-2", "0-0 3-3"});
  CHECK(game.next().next == Next::chance);
  CHECK(game.next().chance == Act{.kind = ActKind::engine});
  const auto engine = [](Seat holder, const std::string& what) {
    return Act{.kind = ActKind::engine, .actor = holder, .tile = tile(what)};
  };
  CHECK(equal_engines(game.program, game.position) ==
        std::vector<Act>{engine(2, "0-0"), engine(1, "2-2"), engine(2, "3-3")});
  for (const Act& act : equal_engines(game.program, game.position)) CHECK(game.breaches(act).empty());
  CHECK(game.breaches(engine(1, "3-2")) == std::vector<std::string>{"not-the-engine"});
  Random random(1);
  std::vector<int> taken(19 * 20);
  for (int i = 0; i < 300; ++i)
    ++taken[answer_chance(game.program, game.position, game.next().chance, random).tile];
  for (const char* each : {"0-0", "2-2", "3-3"}) CHECK(taken[tile(each)] > 60);
  game.apply(engine(1, "2-2"));
  CHECK(game.position.holder == 1);
  CHECK(game.position.turn_player == 1);

  // Where one is best alone there is nothing to draw for, and what is less is no equal.
  TableGame single(seeking("from: hands, missing: unison, ties: lot"), 3);
  single.start({"1-0 2-0", "2-2 3-2", "0-0 3-0"});
  CHECK(single.position.engine_tile == tile("2-2"));
  TableGame lesser(seeking("from: hands, missing: unison, best: tile.high mod 2, ties: lot"), 3);
  lesser.start({"1-0 1-1", "2-2 3-2", "3-3 3-0"});
  CHECK(equal_engines(lesser.program, lesser.position) ==
        std::vector<Act>{engine(0, "1-1"), engine(2, "3-3")});
  CHECK(lesser.breaches(engine(1, "2-2")) == std::vector<std::string>{"not-the-engine"});

  TableGame aside(seeking("from: aside, best: 0, ties: lot"), 2);
  begin_round(aside.program, aside.position);
  CHECK(aside.next().chance == Act{.kind = ActKind::engine});
  CHECK(equal_engines(aside.program, aside.position).size() == 4);
  aside.apply(engine(no_seat, "1-1"));
  CHECK(aside.position.engine_tile == tile("1-1"));
  check_chance(aside, ActKind::deal, 0);
}

TEST_CASE("a shuffled dealer draws the same lot among equal engines for the same seed", "[engine]") {
  const auto drawn = [](std::uint64_t seed) {
    TableGame game(seeking("from: aside, best: 0, ties: lot"), 2);
    ShuffledDealer dealer(seed);
    dealer.begin_round();
    begin_round(game.program, game.position);
    return dealer.answer(game.program, game.position, game.next().chance).tile;
  };
  std::vector<TileId> tiles;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CHECK(drawn(seed) == drawn(seed));
    tiles.push_back(drawn(seed));
  }
  for (const char* each : {"0-0", "1-1", "2-2", "3-3"})
    CHECK(std::count(tiles.begin(), tiles.end(), tile(each)) > 0);
}

TEST_CASE("who places which engine is judged", "[engine]") {
  TableGame game(seeking("from: hands, missing: unison"), 3);
  game.start({"1-0 2-0", "2-1 3-2", "3-1 3-0"});
  game.chance(ActKind::pick, 0, "1-1");
  game.chance(ActKind::pick, 1, "3-3");
  game.chance(ActKind::pick, 2, "2-2");
  const auto engine = [&](int seat, const std::string& what) {
    return game.breaches({.kind = ActKind::engine, .actor = static_cast<Seat>(seat), .tile = tile(what)});
  };
  CHECK(engine(1, "3-3").empty());
  CHECK(engine(2, "2-2") == std::vector<std::string>{"not-the-engine"});
  CHECK(engine(0, "1-0") == std::vector<std::string>{"not-the-engine"});
  CHECK(engine(0, "3-3") == std::vector<std::string>{"tile-not-held", "not-the-engine"});
}

TEST_CASE("totals, rotation and used doubles go from round to round and from game to game", "[engine]") {
  TableGame game(rules_with_setup("  deal: 2\n  first: round.rotation\n"
                                  "  engine: { from: hands, wanted: tile.double, missing: unison }\n",
                                  "match: { rounds: 2, games: 2, double: 4 - round.number }\n"
                                  "acts:\n"
                                  "  stop:\n"
                                  "    by: turn\n"
                                  "    do: score(me, 5); end_round()\n"),
                 2);
  CHECK_FALSE(match_over(game.program, game.position));
  game.start({"1-1 2-0", "2-1 3-2"});
  CHECK(game.position.first == 0);
  CHECK(game.position.scheduled == 3);
  game.declare("stop", 0);
  CHECK_FALSE(game_over(game.program, game.position));
  game.start({"1-0 2-0", "2-2 3-2"});
  CHECK(game.position.first == 1);
  CHECK(game.position.scheduled == 2);
  CHECK(game.position.players[0].total == 5);
  CHECK(game.position.used == 6);
  game.declare("stop", 1);
  CHECK(game_over(game.program, game.position));
  CHECK_FALSE(match_over(game.program, game.position));
  CHECK(ranks(game.program, game.position) == std::vector{1, 1});
  game.start({"1-1 2-0", "2-1 3-2"});
  CHECK(game.position.game == 2);
  CHECK(game.position.round == 1);
  CHECK(game.position.first == 0);
  CHECK(game.position.players[0].total == 0);
  CHECK(game.position.used == 2);
  game.declare("stop", 0);
  game.start({"1-1 2-0", "2-1 3-2"});
  game.declare("stop", 0);
  CHECK(ranks(game.program, game.position) == std::vector{2, 1});
  CHECK(match_over(game.program, game.position));
}
