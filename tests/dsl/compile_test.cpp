// From checked rules to programs: what is folded away, at which level a condition can be decided, and how
// it depends on hidden tiles.

#include <algorithm>
#include <map>
#include <stdexcept>

#include "dsl/check/check.h"
#include "dsl/compile/rule_text.h"
#include "engine/rules.h"
#include "tests/support/catch.h"

namespace roundhouse::dsl {
namespace {

/// A variant with these rows (and options, words, facts, acts in `blocks`) and little else.
CheckedRules rules_with(const std::string& rows, const std::string& blocks = {}) {
  const std::string text = R"(roundhouse: 1
name: Small
trains:
  own: { of: each }
  mexican: { of: all }
  ghost: { of: all, count: 0 }
  spoke: { of: each, count: 2 }
setup:
  players: 2..4
  set: { highest: 9, copies: 1 }
  deal: 5
  first: round.rotation
  engine: { from: hands, missing: unison }
match:
  double: 9
)" + blocks + "rules:\n" + rows;
  SourceMap sources;
  const auto reader = [&](const std::string& wanted, const std::string&) {
    return LoadedText{wanted, text, ""};
  };
  Checked<CheckedRules> checked = check_variant(sources, reader, {"small", {}});
  if (!checked.ok()) throw std::runtime_error(render_diagnostics(sources, checked.diagnostics));
  return checked.value;
}

std::string forbid(const std::string& act, const std::string& when, const std::string& id = "row") {
  return "  - id: " + id + "\n    forbid: " + act + "\n    when: " + when + "\n";
}

const ActRules& act_rules(const Program& program, BuiltInAct act) { return program.acts[act_id(act).value]; }

/// The one forbid row of an act with this condition.
ForbidRow lay_row(const std::string& when, const std::string& blocks = {}) {
  const Program program = compile_rules(rules_with(forbid("lay", when), blocks), 3);
  const auto& rows = act_rules(program, BuiltInAct::lay).forbids;
  if (rows.size() != 1) throw std::runtime_error("the row has gone");
  return rows[0];
}
bool lay_row_stays(const std::string& when, const std::string& blocks = {}) {
  return !act_rules(compile_rules(rules_with(forbid("lay", when), blocks), 3), BuiltInAct::lay)
              .forbids.empty();
}
HandUse done_use(const std::string& when, const std::string& others = {}, const std::string& blocks = {}) {
  const Program program = compile_rules(rules_with(others + forbid("done", when), blocks), 3);
  const auto& rows = act_rules(program, BuiltInAct::done).forbids;
  if (rows.size() != 1) throw std::runtime_error("the row has gone");
  return rows[0].hand_use;
}

}  // namespace

TEST_CASE("a condition is decided at the outermost level it depends on", "[dsl]") {
  const std::vector<std::pair<std::string, Level>> levels{
      {"round.number > 1", Level::round},
      {"me.left.seat > 1 and round.number > 1", Level::turn},
      {"turn.laid > 0", Level::turn},
      {"debts.newest.pip == 3", Level::turn},
      {"end.pip == 3", Level::end},
      {"end.train.owner == me", Level::end},
      {"any(d in debts where d.train == end.train)", Level::end},
      {"tile.pips > 3", Level::tile},
      {"rest has 3", Level::tile},
      {"any(t in rest where t.double)", Level::tile},
      {"any(t in me.hand where t.double)", Level::turn},
      {"tile has end.pip", Level::tile_end},
      {"tile.pips > 3 or end.marked", Level::tile_end},
      {"any(e in ends where tile has e.pip)", Level::tile},
  };
  for (const auto& [when, level] : levels) {
    INFO(when);
    CHECK(level_name(lay_row(when).level) == level_name(level));
  }
}

TEST_CASE("what cannot hold is gone from a program", "[dsl]") {
  const std::string options =
      "options:\n  bonus: { default: 0 }\n  strict: { default: false }\n"
      "  style: { choose: [plain, fancy], default: plain }\n"
      "  apiece: { by: players, default: { 2: 4, 3: 0, 4: 2 } }\n";
  CHECK_FALSE(lay_row_stays("strict and end.marked", options));
  CHECK_FALSE(lay_row_stays("bonus > 0 and end.marked", options));
  CHECK_FALSE(lay_row_stays("style == fancy", options));
  CHECK_FALSE(lay_row_stays("apiece > 0", options));
  CHECK_FALSE(lay_row_stays("apiece(4) < apiece(3)", options));
  CHECK_FALSE(lay_row_stays("end.train.kind == ghost"));
  CHECK_FALSE(lay_row_stays("round.ghost.started"));
  CHECK_FALSE(lay_row_stays("match.players == 2"));
  CHECK_FALSE(lay_row_stays("set.highest > 9 or set.copies == 2"));
  CHECK_FALSE(lay_row_stays("any(p in players where strict)", options));
  CHECK_FALSE(lay_row_stays("bonus / 0 == 1 or bonus mod 0 == 1", options));
  CHECK_FALSE(lay_row_stays("apiece(9) >= 0 or apiece(9) == 0 or not apiece(9) != 0", options));
  CHECK(lay_row_stays("apiece(9) != 0", options));
  CHECK(lay_row_stays("not strict", options));
  CHECK_FALSE(lay_row("not strict", options).when.given());
  CHECK_FALSE(lay_row("all(p in players where not strict)", options).when.given());
}

TEST_CASE("exceptions that never hold are gone, and rows that are always lifted with them", "[dsl]") {
  const std::string row = forbid("lay", "end.marked", "closed");
  const auto with = [&](const std::string& except) {
    const Program program =
        compile_rules(rules_with(row + "  - id: open\n    except: closed\n    when: " + except + "\n"), 3);
    return act_rules(program, BuiltInAct::lay).forbids;
  };
  REQUIRE(with("match.players == 2").size() == 1);
  CHECK(with("match.players == 2")[0].excepts.empty());
  CHECK(with("match.players == 3").empty());
  REQUIRE(with("tile.double").size() == 1);
  REQUIRE(with("tile.double")[0].excepts.size() == 1);
  CHECK(with("tile.double")[0].level == Level::end);
  CHECK(with("tile.double")[0].excepts[0].level == Level::tile);
}

TEST_CASE("plain matching is known for what it is", "[dsl]") {
  CHECK(lay_row("not tile has end.pip").matching);
  CHECK(lay_row("not (tile has end.pip) and match.players == 3").matching);
  CHECK_FALSE(lay_row("not tile has round.hub.pip").matching);
  CHECK_FALSE(lay_row("tile has end.pip").matching);
  CHECK_FALSE(lay_row("not tile has end.pip and not end.start").matching);
  const std::string row = forbid("lay", "not tile has end.pip", "matches");
  const auto excepted =
      compile_rules(rules_with(row + "  - id: e\n    except: matches\n    when: end.start\n"), 3);
  CHECK_FALSE(act_rules(excepted, BuiltInAct::lay).forbids[0].matching);
}

TEST_CASE("conditions are sorted by how they depend on hidden tiles", "[dsl]") {
  const std::string match = forbid("lay", "not tile has end.pip", "matches");
  const std::string draw = forbid("draw", "can.lay", "stuck") + forbid("draw", "turn.drew > 1", "twice");
  const std::vector<std::pair<std::string, HandUse>> uses{
      {"turn.laid > 0", HandUse::none},
      {"me.count == 1", HandUse::none},
      {"me.hand.count == 1", HandUse::none},
      {"any(p in players where p.count == 0)", HandUse::none},
      {"me.hand has 3", HandUse::some_tile},
      {"not me.hand has 3", HandUse::no_tile},
      {"me.hand has debts.newest.pip", HandUse::some_tile},
      {"any(t in me.hand where t.double)", HandUse::some_tile},
      {"all(t in me.hand where t.double)", HandUse::no_tile},
      {"any(t in me.hand where any(e in ends where t has e.pip))", HandUse::some_tile},
      {"any(e in ends where any(t in me.hand where t has e.pip))", HandUse::some_tile},
      {"any(e in ends where e.marked and me.hand has e.pip)", HandUse::some_tile},
      {"any(e in ends where not me.hand has e.pip)", HandUse::joint},
      {"all(e in ends where not me.hand has e.pip)", HandUse::no_tile},
      {"all(e in ends where me.hand has e.pip)", HandUse::joint},
      {"any(t in me.hand where me.hand has t.high)", HandUse::joint},
      {"count(t in me.hand where t.double) > 0", HandUse::some_tile},
      {"0 < count(t in me.hand where t.double)", HandUse::some_tile},
      {"count(t in me.hand where t.double) == 0", HandUse::no_tile},
      {"count(t in me.hand where t.double) == 1", HandUse::joint},
      {"max(t in me.hand of t.pips) > 9", HandUse::some_tile},
      {"9 <= max(t in me.hand of t.pips)", HandUse::some_tile},
      {"max(t in me.hand of t.pips) < 9", HandUse::joint},
      {"min(t in me.hand of t.pips) <= round.number", HandUse::some_tile},
      {"sum(t in me.hand of t.pips) > 9", HandUse::joint},
      {"sole(t in me.hand of t.pips) == nothing", HandUse::joint},
      {"me.left.hand has 3", HandUse::joint},
      {"any(p in players where p.hand has 3)", HandUse::joint},
      {"me.hand has 3 and me.hand has 4", HandUse::joint},
      {"me.hand has 3 or me.hand has 4", HandUse::some_tile},
      {"not me.hand has 3 and not me.hand has 4", HandUse::no_tile},
      {"not me.hand has 3 or not me.hand has 4", HandUse::joint},
      {"me.hand has 3 and turn.laid > 0", HandUse::some_tile},
      {"not me.hand has 3 or turn.laid > 0", HandUse::no_tile},
      {"me.hand has 3 and not me.hand has 4", HandUse::joint},
      {"if turn.laid > 0 then me.hand has 3 else turn.drew > 0", HandUse::some_tile},
      {"if me.hand has 3 then turn.laid > 0 else turn.drew > 0", HandUse::joint},
      {"if turn.laid > 0 then me.hand has 3 else not me.hand has 4", HandUse::joint},
      {"can.lay", HandUse::some_tile},
      {"not can.lay and turn.laid == 0", HandUse::no_tile},
      {"can.draw", HandUse::no_tile},
      {"can.draw and not can.lay", HandUse::no_tile},
      {"not can.draw", HandUse::some_tile},
      {"(match.players == 2 and me.hand has 3) or turn.laid > 0", HandUse::none},
  };
  for (const auto& [when, use] : uses) {
    INFO(when);
    CHECK(static_cast<int>(done_use(when, match + draw)) == static_cast<int>(use));
  }
}

TEST_CASE("whether somebody can lay is joint where lay looks at the rest of the hand", "[dsl]") {
  const std::string looks = forbid("lay", "rest has 3", "looks");
  CHECK(done_use("can.lay", looks) == HandUse::joint);
  const std::string excepted =
      forbid("lay", "end.marked", "closed") + "  - id: open\n    except: closed\n    when: rest has 3\n";
  CHECK(done_use("can.lay", excepted) == HandUse::joint);
  CHECK(done_use("can.lay", forbid("lay", "me.count == 3", "counts")) == HandUse::some_tile);
}

TEST_CASE("an act's own use is that of all its rows and permits", "[dsl]") {
  const std::string acts = "acts:\n  knock:\n    by: turn\n    when: me.hand has 3\n    do: warn()\n";
  const Program program = compile_rules(
      rules_with(forbid("done", "me.hand has 3", "a") + forbid("done", "turn.laid == 0", "b"), acts), 3);
  CHECK(act_rules(program, BuiltInAct::done).hand_use == HandUse::some_tile);
  CHECK(act_rules(program, BuiltInAct::lay).hand_use == HandUse::none);
  const ActRules& knock = program.acts[built_in_acts];
  CHECK(knock.needs_permit);
  REQUIRE(knock.permits.size() == 1);
  CHECK(knock.permits[0].hand_use == HandUse::some_tile);
  CHECK(knock.hand_use == HandUse::no_tile);
}

TEST_CASE("trains lie in the order of their kinds, then seats, then numbers", "[dsl]") {
  const Program program = compile_rules(rules_with(forbid("lay", "end.marked")), 2);
  REQUIRE(program.trains.size() == 2 + 1 + 4);
  CHECK(program.trains[1].owner == 1);
  CHECK(program.trains[2].owner == -1);
  CHECK(program.trains[4].owner == 0);
  CHECK(program.trains[4].number == 1);
  CHECK(program.trains[5].owner == 1);
  CHECK(program.first_train == std::vector<std::int16_t>{0, 1, 2, -1, -1, -1, 3, 5});
}

TEST_CASE("facts of players take a place for each", "[dsl]") {
  const std::string facts =
      "facts:\n  busy: { of: turn, is: bool }\n  tally: { of: player, is: int }\n"
      "  host: { of: match, is: player }\n";
  const Program program = compile_rules(rules_with(forbid("lay", "turn.busy"), facts), 4);
  REQUIRE(program.facts.size() == 3);
  CHECK(program.facts[1].slot == 1);
  CHECK(program.facts[2].slot == 5);
  CHECK(program.fact_slots == 6);
}

TEST_CASE("sentences have the values of options woven in", "[dsl]") {
  const std::string options =
      "options:\n  most: { default: 2 }\n"
      "  apiece: { by: players, default: { 2: 7, 3..4: 5 } }\n"
      "  pot: { by: round, default: { 1: 7, 2..9: 5 } }\n";
  const std::string rows =
      forbid("lay", "turn.laid > most", "a") + "    says: \"No more than {most}.\"\n" +
      forbid("lay", "turn.laid > apiece", "b") + "    says: \"With {apiece} tiles.\"\n" +
      forbid("lay", "turn.laid > pot", "c") + "    says: \"The pot is {pot}.\"\n" +
      forbid("lay", "not (end.pip == 3 and (end.marked or tile.pips in 1..3)) and 2 - (1 - most) * 3 > 0",
             "d");
  const CheckedRules rules = rules_with(rows, options);
  const Program program = compile_rules(rules, 3);
  CHECK(program.rules[0].says == "No more than 2.");
  CHECK(program.rules[1].says == "With five tiles.");
  CHECK(program.rules[2].says == "The pot is 7 for round 1, 5 for rounds 2 to 9.");
  CHECK(program.rules[3].says ==
        "A player may not lay a tile if the number at the open end is not 3, or the open end bears no marker "
        "and the tile's number of pips is not between 1 and 3.");
  CHECK(print_typed(rules, *rules.rules[3].when) ==
        "not (end.pip == 3 and (end.marked or tile.pips in 1..3)) and 2 - (1 - most) * 3 > 0");
}

TEST_CASE("rules are refused for players whom they do not fit", "[dsl]") {
  const CheckedRules rules = rules_with(forbid("lay", "end.marked"));
  CHECK_FALSE(refuse_players(rules, 3));
  CHECK(refuse_players(rules, 5) == "this game is for 2 to 4 players, not for 5");
  CHECK(refuse_players(rules, 1));
}

}  // namespace roundhouse::dsl
