// Records of games in which effects end turns and games, go through sets, keep facts of trains and change
// ends: what is legal in them, and what nobody knows.

#include <string>

#include "engine/rules.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/scores/match_result.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

const std::string effect_head = "[variant x]\n[players Ann Bob Cem]\n\nround 12\n";

engine::Rules effect_rules(const std::string& rules) {
  return engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: Test\nextends: train\n" + rules),
                               3);
}

Record effect_record(const std::string& lines, const std::string& head = effect_head) {
  dsl::Checked<Record> record = read_record({}, head + lines);
  INFO(head + lines);
  REQUIRE(record.ok());
  return std::move(record.value);
}

/// "legal", "undecided", or the rule that makes it illegal and the line.
std::string effect_verdict(const std::string& rules, const std::string& lines) {
  const engine::Rules program = effect_rules(rules);
  const Judgement found = judge_record(program, effect_record(lines));
  if (found.verdict == Verdict::legal) return "legal";
  if (found.verdict == Verdict::undecided) return "undecided";
  return found.ruling->rule + " " + std::to_string(found.ruling->place.turn);
}

const std::string rules_end_turns =
    "rules:\n"
    "  - id: heavy\n    after: lay\n    when: tile.pips >= 12\n    do: end_turn()\n"
    "    says: A heavy tile ends the turn.\n"
    "  - id: no-end\n    forbid: done\n    when: turn.laid > 0\n    says: Nobody may end a turn.\n";

}  // namespace

TEST_CASE("a turn that a rule ends has no end that could be judged", "[replay][effects]") {
  const std::string begins = "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\n";
  CHECK(effect_verdict(rules_end_turns, begins + "Ann: 3-9\n") == "legal");
  CHECK(effect_verdict(rules_end_turns, begins + "Ann: 3-8\n") == "no-end 4");
  // Behind a tile a pass says nothing more.
  CHECK(effect_verdict(rules_end_turns, "Ann: 12-12 12-3 pass\nBob: 12-0\n") == "legal");
  CHECK(effect_verdict(rules_end_turns, "Ann: 12-12 12-3 3-9\nBob: 12-0\n").substr(0, 10) == "turn-order");
  CHECK(effect_verdict(rules_end_turns, begins + "Bob: 0-12\n") == "turn-order 4");
}

TEST_CASE("a turn that ends when it begins has no line", "[replay][effects]") {
  const std::string skips =
      "rules:\n  - id: skips\n    after: turn-begins\n    when: me.seat == 2 and me.turns == 1\n"
      "    do: end_turn()\n    says: Seat 2 waits for a turn.\n";
  CHECK(effect_verdict(skips, "Ann: 12-12 12-3\nCem: 12-5\nAnn: 3-8\nBob: 12-0\n") == "legal");
  CHECK(effect_verdict(skips, "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\n") == "turn-order 2");
}

TEST_CASE("behind missing turns nothing is said of turns that rules may have ended", "[replay][effects]") {
  const std::string gap = "Ann: 12-12 12-3\n?\nBob: 12-0\nBob: 0-9\n";
  CHECK(effect_verdict(rules_end_turns, gap) == "undecided");
  CHECK(effect_verdict("", gap) == "turn-order 3");
  // Tiles are counted all the same.
  CHECK(effect_verdict(rules_end_turns, "Ann: 12-12 12-3\n?\nBob: 12-3\n") == "tile-once 2");
}

TEST_CASE("what is done for each tile of a hidden hand is not known", "[replay][effects]") {
  const auto with = [](const std::string& effects, int number) {
    return "facts:\n  noted: { of: player, is: int }\nrules:\n"
           "  - id: notes\n    after: lay\n    do: " +
           effects +
           "\n    says: It is noted.\n"
           "  - id: not-so-many\n    forbid: done\n    when: me.noted == " +
           std::to_string(number) + "\n    says: So many are too many.\n";
  };
  const std::string lines = "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\nAnn: 3-9\n";
  CHECK(effect_verdict(with("each(t in rest where t.double do add(me.noted, 1))", 3), lines) == "undecided");
  CHECK(effect_verdict(with("each(p in players do each(t in p.hand do add(p.noted, 1)))", 3), lines) ==
        "undecided");
  // Points are distinguished, and players and ends are known.
  CHECK(effect_verdict(with("each(t in rest where t.double do score(me, 1))", 3), lines) == "legal");
  const std::string others = "each(p in players where p != me do add(p.noted, 1))";
  CHECK(effect_verdict(with(others, 2), lines) == "not-so-many 3");
  CHECK(effect_verdict(with(others, 3), lines) == "legal");
  const std::string starts = "each(e in ends where e.start do add(me.noted, 1))";
  CHECK(effect_verdict(with(starts, 2), lines) == "not-so-many 2");
  CHECK(effect_verdict(with(starts, 7), lines) == "legal");
}

TEST_CASE("a fact of a train is known with the table, and gone with the round", "[replay][effects]") {
  const std::string weighed =
      "facts:\n  weight: { of: train, after: lay, add: tile.pips }\nrules:\n"
      "  - id: too-heavy\n    forbid: lay\n    when: end.train.weight > 20\n"
      "    says: No train bears more than twenty pips.\n";
  CHECK(effect_verdict(weighed, "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\nAnn: 3-9\n") == "legal");
  CHECK(effect_verdict(weighed,
                       "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\nAnn: 3-9\nBob: 0-3\nCem: 5-4\nAnn: 9-1\n") ==
        "too-heavy 7");

  const engine::Rules program =
      effect_rules(weighed + "  - id: more\n    after: lay\n    do: warn()\n    says: So.\n");
  const std::string head = "[variant x]\n[players Ann Bob Cem]\n[fact weight 3]\n\nround 12\n";
  const Record given = effect_record("Ann: 12-12 12-3\n", head);
  const dsl::Diagnostics wrong = check_header(program, given.header);
  REQUIRE(wrong.size() == 1);
  CHECK(wrong.front().code == "bad-fact");
  CHECK_FALSE(kept_fact(program, given.header, given.header.facts.front()));
}

TEST_CASE("an end that shows another number takes that one", "[replay][effects]") {
  const std::string wild =
      "rules:\n  - id: wild\n    after: lay\n    when: tile.low == 3\n    do: show(new, 7)\n"
      "    says: A tile with a three is wild.\n";
  const std::string begins = "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\n";
  CHECK(effect_verdict(wild, begins + "Ann: 7-8>Ann\n") == "legal");
  CHECK(effect_verdict(wild, begins + "Ann: 3-8>Ann\n") == "tiles-match 4");
  CHECK(effect_verdict("", begins + "Ann: 3-8>Ann\n") == "legal");
  CHECK(effect_verdict(wild, begins + "?\nAnn: 3-8>Ann\n") == "undecided");
}

TEST_CASE("nothing is laid to an end that is none any more", "[replay][effects]") {
  const std::string closes =
      "rules:\n  - id: closes\n    after: lay\n    when: tile.low == 3\n    do: discard(new)\n"
      "    says: Nothing goes behind a three.\n";
  const std::string begins = "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\n";
  CHECK(effect_verdict(closes, begins + "Ann: 3-8>Ann\n") == "no-such-place 4");
  CHECK(effect_verdict(closes, begins + "Ann: 12-8>mexican\n") == "legal");
}

TEST_CASE("a game ends with the round in which a rule says so", "[replay][effects]") {
  const std::string lines = "Ann: 12-12 12-3\nleft Ann: 3-8\nleft Bob: 12-0\nleft Cem: 12-5\n";
  const auto over = [&](const std::string& rules) {
    const engine::Rules program = effect_rules(rules);
    return score_record(program, effect_record(lines)).games.front().over;
  };
  const std::string ends =
      "rules:\n  - id: last\n    after: round-over\n    when: WHEN\n    do: end_game()\n"
      "    says: It is over.\n";
  const auto when = [&](const std::string& condition) {
    std::string rules = ends;
    return over(rules.replace(rules.find("WHEN"), 4, condition));
  };
  CHECK(when("any(p in players where p.points > 16)"));
  CHECK_FALSE(when("any(p in players where p.points > 17)"));
  CHECK_FALSE(over(""));
}

TEST_CASE("nothing is played behind a round that surely was the last", "[replay][effects]") {
  const std::string stop =
      "setup:\n  deal: 3\nacts:\n  stop:\n    by: anyone\n    do: end_game()\n    says: No new round "
      "begins.\n";
  const std::string begins = "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-5\n";
  const std::string ends = "Ann: 3-8\nleft Bob: 1-2 5-5\nleft Cem: 1-3 1-1\nscore Ann 0 Bob 13 Cem 6\nover\n";
  const std::string next = "round 11\nAnn: 11-11 11-1\n";
  CHECK(effect_verdict(stop, begins + "Bob: stop\n" + ends) == "legal");
  CHECK(effect_verdict(stop, begins + "Bob: stop\n" + ends + next).substr(0, 11) == "false-claim");
  CHECK(effect_verdict(stop, begins + ends + next) == "legal");
  CHECK(effect_verdict(stop, begins + "Bob: stop\n" + ends + "round 12\nAnn: 12-12 12-1\n").substr(0, 11) ==
        "false-claim");

  // What rests on hands that nobody wrote down convicts nobody.
  const std::string may_stop =
      "setup:\n  deal: 3\nrules:\n  - id: stops\n    after: lay\n"
      "    when: any(p in players where p != me and any(t in p.hand where t.pips == 10))\n"
      "    do: end_game()\n    says: A ten in a hand makes it the last round.\n";
  const std::string unwritten = "Ann: 3-8\nscore Ann 0 Bob 13 Cem 6\nover\n";
  CHECK(effect_verdict(may_stop, begins + unwritten + next) == "undecided");
  const std::string by_points =
      "setup:\n  deal: 3\nrules:\n  - id: stops\n    after: round-over\n"
      "    when: any(p in players where p.points == 0 and p != round.winner)\n    do: end_game()\n"
      "    says: Whoever has nothing and is not out ends the game.\n";
  CHECK(effect_verdict(by_points, begins + unwritten + next) == "legal");
  CHECK(effect_verdict(by_points, begins + ends + next) == "legal");
}
