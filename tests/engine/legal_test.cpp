#include <set>

#include "engine/fold.h"
#include "engine/player.h"
#include "tests/support/catch.h"
#include "tests/support/table_game.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using roundhouse::tests::small_rules;
using roundhouse::tests::TableGame;
using roundhouse::tests::tile;
using Ids = std::vector<std::string>;

namespace {

constexpr const char* match_row =
    "rules:\n"
    "  - id: fits\n"
    "    forbid: lay\n"
    "    when: not tile has end.pip\n";

Act lay_of(int seat, const std::string& what, int end) {
  return {.kind = ActKind::lay,
          .actor = static_cast<Seat>(seat),
          .tile = tile(what),
          .end = static_cast<std::uint16_t>(end)};
}
Act draw_of(int seat) { return {.kind = ActKind::draw, .actor = static_cast<Seat>(seat)}; }
Act done_of(int seat) { return {.kind = ActKind::done, .actor = static_cast<Seat>(seat)}; }

}  // namespace

TEST_CASE("legal acts stand in their order", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  point: { by: anyone, whom: player, when: whom != me }\n"
                             "  rule_it: { by: referee, amount: 3..5 }\n"
                             "  knock: {}\n" +
                             std::string(match_row)),
                 2);
  game.start({"3-2 1-0 1-1", "2-2 2-1 2-0"});
  CHECK(game.legal() == Ids{"lay 2-0 @0", "lay 2-1 @0", "lay 2-0 @1", "lay 2-1 @1", "lay 2-0 @2",
                            "lay 2-1 @2", "draw", "point by 0 on 1", "point by 1 on 0",
                            "rule_it by -1 amount 3", "knock by 1", "done"});
  game.lay(1, "2-1", 0);
  CHECK(game.legal() == Ids{"lay 2-0 @1", "lay 2-0 @2", "draw", "point by 0 on 1", "point by 1 on 0",
                            "rule_it by -1 amount 3", "knock by 1", "done"});
}

TEST_CASE("the laws of any train game have their own breaches", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  stop:\n"
                             "    do: end_round()\n"
                             "  point: { by: anyone, whom: player }\n"
                             "  rule_it: { by: referee, amount: 3..5 }\n" +
                             std::string(match_row)),
                 2);
  game.start({"3-2 1-0 1-1", "2-2 2-1 2-0"});
  CHECK(game.breaches(lay_of(1, "2-1", 0)).empty());
  CHECK(game.breaches(lay_of(0, "3-2", 0)) == Ids{"turn-order"});
  CHECK(game.breaches(lay_of(1, "3-2", 0)) == Ids{"tile-not-held"});
  CHECK(game.breaches(lay_of(1, "2-2", 0)) == Ids{"tile-once", "tile-not-held"});
  CHECK(game.breaches(lay_of(1, "2-1", 9)) == Ids{"no-such-place"});
  CHECK(game.breaches(lay_of(1, "4-2", 0)) == Ids{"tile-once"});
  CHECK(game.breaches(lay_of(1, "?", 0)).front() == "tile-once");
  CHECK(game.breaches(draw_of(0)) == Ids{"turn-order"});
  CHECK(game.breaches(done_of(0)) == Ids{"turn-order"});
  Act known_draw = draw_of(1);
  known_draw.tile = tile("3-2");
  CHECK(game.breaches(known_draw) == Ids{"tile-once"});
  CHECK(game.breaches({.kind = ActKind::declared, .actor = 1, .declared = 7}) == Ids{"no-such-act"});
  CHECK(game.breaches(game.declared_act("stop", 0)) == Ids{"turn-order"});
  CHECK(game.breaches(game.declared_act("stop", 1, 0)) == Ids{"no-such-act"});
  CHECK(game.breaches(game.declared_act("point", 0, 1)).empty());
  CHECK(game.breaches(game.declared_act("point", 0)) == Ids{"no-such-act"});
  CHECK(game.breaches(game.declared_act("rule_it", -1, -1, 4)).empty());
  CHECK(game.breaches(game.declared_act("rule_it", -1, -1, 6)) == Ids{"no-such-act"});
  CHECK(game.breaches(game.declared_act("rule_it", 1, -1, 4)) == Ids{"turn-order"});
  for (const std::string drawn : {"0-0", "3-0", "3-1", "3-3"}) game.draw(1, drawn);
  CHECK(game.breaches(draw_of(1)) == Ids{"boneyard-empty"});
  game.declare("stop", 1);
  CHECK(game.breaches(lay_of(1, "2-1", 0)) == Ids{"round-over"});
  CHECK(game.breaches(game.declared_act("point", 0, 1)) == Ids{"round-over"});
  CHECK(game.breaches(game.declared_act("rule_it", -1, -1, 4)).empty());
  CHECK(game.legal() == Ids{"rule_it by -1 amount 3"});
}

TEST_CASE("until the engine lies nothing else is legal", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  point: { by: anyone }\n"
                             "  rule_it: { by: referee }\n"),
                 2);
  begin_round(game.program, game.position);
  CHECK(game.legal().empty());
  CHECK(game.breaches(draw_of(0)) == Ids{"turn-order"});
  CHECK(game.breaches(game.declared_act("point", 0)) == Ids{"turn-order"});
  CHECK(game.breaches(game.declared_act("rule_it", -1)) == Ids{"turn-order"});
}

TEST_CASE("a hand with tiles nobody named may hold any tile that is not seen elsewhere", "[engine]") {
  TableGame game(small_rules(match_row), 2);
  game.start({"? ? ?", "2-2 ? 2-0"});
  CHECK(game.breaches(lay_of(1, "2-1", 0)).empty());
  CHECK(game.breaches(lay_of(1, "3-1", 0)) == Ids{"fits"});
  CHECK(game.breaches(lay_of(1, "2-2", 0)) == Ids{"tile-once"});
  game.lay(1, "2-1", 0);
  CHECK(game.count(1) == 1);
  CHECK(game.breaches(lay_of(1, "3-2", 1)) == Ids{"tile-not-held"});
  CHECK(game.breaches(lay_of(1, "2-0", 1)).empty());
}

TEST_CASE("rows of every depth forbid, their exceptions lift them", "[engine]") {
  TableGame game(small_rules("facts:\n"
                             "  shut: { of: round, is: bool }\n"
                             "acts:\n"
                             "  shut_all:\n"
                             "    do: set(round.shut, true)\n"
                             "rules:\n"
                             "  - id: fits\n"
                             "    forbid: lay\n"
                             "    when: not tile has end.pip\n"
                             "  - id: all-shut\n"
                             "    forbid: lay\n"
                             "    when: round.shut\n"
                             "  - id: but-the-common-one\n"
                             "    except: all-shut\n"
                             "    when: end.train.kind == common\n"
                             "  - id: not-the-others\n"
                             "    forbid: lay\n"
                             "    when: end.others\n"
                             "  - id: but-with-a-blank\n"
                             "    except: not-the-others\n"
                             "    when: tile has 0\n"
                             "  - id: no-double\n"
                             "    forbid: lay\n"
                             "    when: tile.double and end.train.kind == common\n"),
                 2);
  game.start({"3-2 1-0 3-1", "2-2 2-1 2-0"});
  CHECK(game.legal() == Ids{"lay 2-0 @0", "lay 2-0 @1", "lay 2-1 @1", "lay 2-0 @2", "lay 2-1 @2", "draw",
                            "shut_all by 1", "done"});
  CHECK(game.breaches(lay_of(1, "2-1", 0)) == Ids{"not-the-others"});
  game.declare("shut_all", 1);
  CHECK(game.legal() == Ids{"lay 2-0 @2", "lay 2-1 @2", "draw", "shut_all by 1", "done"});
  CHECK(game.breaches(lay_of(1, "2-1", 0)) == Ids{"all-shut", "not-the-others"});
  game.lay(1, "2-1", 2);
  game.draw(1, "1-1");
  CHECK(game.breaches(lay_of(1, "1-1", 3)) == Ids{"no-double"});
  CHECK(game.breaches(lay_of(1, "1-1", 0)) == Ids{"fits", "all-shut", "not-the-others"});
}

TEST_CASE("a declared act with permits needs one of them", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  knock: { when: me.count == 2 }\n"
                             "rules:\n"
                             "  - id: or-with-a-blank\n"
                             "    permit: knock\n"
                             "    when: any(t in me.hand where t has 0)\n"
                             "  - id: never-after-a-draw\n"
                             "    forbid: knock\n"
                             "    when: turn.drew > 0\n"),
                 2);
  game.start({"3-2 1-0 3-1", "2-2 2-1 2-0"});
  CHECK(game.breaches(game.declared_act("knock", 1)).empty());
  game.draw(1, "3-3");
  CHECK(game.breaches(game.declared_act("knock", 1)) == Ids{"never-after-a-draw"});
  game.lay(1, "2-0", 1);
  game.done(1);
  game.lay(0, "1-0", 1);
  CHECK(game.breaches(game.declared_act("knock", 0)).empty());
  game.lay(0, "3-1", 1);
  CHECK(game.breaches(game.declared_act("knock", 0)) == Ids{"not-permitted"});
}

TEST_CASE("of an amount the least legal one is listed", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  bid:\n"
                             "    amount: 1..9\n"
                             "    when: amount > 3 and amount mod 2 == 1\n"
                             "    do: score(me, amount)\n"),
                 2);
  game.start({"3-2 1-0 3-1", "2-2 2-1 2-0"});
  CHECK(game.legal().at(7) == "bid by 1 amount 5");
  game.declare("bid", 1, -1, 9);
  CHECK(game.points(1) == 9);
}

TEST_CASE("can asks whether some such act is legal", "[engine]") {
  TableGame game(small_rules("acts:\n"
                             "  knock: { when: me.count == 2 }\n"
                             "rules:\n"
                             "  - id: fits\n"
                             "    forbid: lay\n"
                             "    when: not tile has end.pip\n"
                             "  - id: only-if-stuck\n"
                             "    forbid: draw\n"
                             "    when: can.lay\n"
                             "  - id: draw-first\n"
                             "    forbid: done\n"
                             "    when: can.draw\n"
                             "  - id: knock-first\n"
                             "    forbid: done\n"
                             "    when: can.knock\n"
                             "  - id: not-by-others\n"
                             "    forbid: done\n"
                             "    when: not can.lay and not can.draw\n"),
                 2);
  game.start({"3-2 1-0 1-1", "2-2 3-1 2-0"});
  CHECK(game.breaches(draw_of(1)) == Ids{"only-if-stuck"});
  CHECK(game.breaches(done_of(1)) == Ids{"knock-first"});
  game.lay(1, "2-0", 1);
  CHECK(game.breaches(draw_of(1)).empty());
  CHECK(game.breaches(done_of(1)) == Ids{"draw-first"});
  CHECK(game.breaches(done_of(0)) == Ids{"turn-order", "not-by-others"});
}

TEST_CASE("players try all amounts with which an act is legal", "[engine]") {
  const auto amounts = [](const std::string& when) {
    TableGame game(small_rules("acts:\n  bid:\n    amount: 1..7\n" + when), 2);
    game.start({"3-2 1-0 1-1", "2-2 3-1 2-0"});
    engine::ActList legal;
    engine::legal_acts(game.program, game.position, legal);
    std::set<int> tried;
    engine::Random random(1);
    for (const engine::Act& act : legal)
      for (int i = 0; i < 200 && act.kind == engine::ActKind::declared; ++i)
        tried.insert(engine::with_any_amount(game.program, game.position, act, random).amount);
    return tried;
  };
  CHECK(amounts("") == std::set{1, 2, 3, 4, 5, 6, 7});
  CHECK(amounts("    when: amount > 2 and amount != 5\n") == std::set{3, 4, 6, 7});
  CHECK(amounts("    when: amount > 7\n").empty());
}

TEST_CASE("can.ACT passes over what is optional, which stays legal", "[engine]") {
  const auto started = [](const std::string& when, const std::string& more = "") {
    TableGame game(small_rules(std::string(match_row) +
                               "  - id: must-play\n"
                               "    forbid: done\n"
                               "    when: can.lay or can.draw\n"
                               "  - id: only-if-stuck\n"
                               "    forbid: draw\n"
                               "    when: can.lay\n"
                               "  - id: at-will\n" +
                               when + more),
                   2);
    game.start({"3-2 1-0 1-1", "2-2 3-1 2-0"});
    return game;
  };
  const TableGame all = started("    optional: [lay, draw]\n");
  CHECK(all.breaches(lay_of(1, "2-0", 0)).empty());
  CHECK(all.breaches(draw_of(1)).empty());
  CHECK(all.breaches(done_of(1)).empty());
  const TableGame lays = started("    optional: lay\n    when: tile has 0\n");
  CHECK(lays.breaches(lay_of(1, "2-0", 0)).empty());
  CHECK(lays.breaches(draw_of(1)).empty());
  CHECK(lays.breaches(done_of(1)) == Ids{"must-play"});
  const TableGame not_that = started("    optional: lay\n    when: not tile has 0\n");
  CHECK(not_that.breaches(draw_of(1)) == Ids{"only-if-stuck"});
  const TableGame lifted =
      started("    optional: lay\n", "  - id: two-owed\n    except: at-will\n    when: me.count == 2\n");
  CHECK(lifted.breaches(draw_of(1)) == Ids{"only-if-stuck"});
}

TEST_CASE("advice is broken without being illegal", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: should-draw\n"
                             "    advise: [done, lay]\n"
                             "    when: turn.drew == 0\n"
                             "  - id: not-with-two\n"
                             "    except: should-draw\n"
                             "    when: me.count == 1\n"),
                 2);
  game.start({"3-2 1-0 1-1", "2-2 3-1 2-0"});
  CHECK(game.advice(done_of(1)) == Ids{"should-draw"});
  CHECK(game.advice(draw_of(1)).empty());
  CHECK(game.advice(lay_of(1, "2-0", 0)) == Ids{"should-draw"});
  CHECK(game.breaches(done_of(1)).empty());
  game.lay(1, "2-0", 1);
  CHECK(game.advice(done_of(1)).empty());
}
