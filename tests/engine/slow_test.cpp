// The slow reading, held against positions worked out by hand.

#include "tests/slow/slow_text.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

namespace {

using namespace roundhouse;
using slow::SlowGame;

/// Double-3 dominoes, two tiles each, one train each and a shared one; the highest double in a hand starts.
const std::string frame = R"(
roundhouse: 1
name: small
trains:
  own: { of: each }
  common: { of: all }
)";
const std::string usual_setup = R"(
setup:
  players: 2..4
  set: { highest: 3, copies: 1 }
  deal: 2
  first: round.rotation
  engine: { from: hands, wanted: tile.double, best: tile.high, missing: unison }
)";
const std::string match_rule = R"(
rules:
  - id: matching
    forbid: lay
    when: not tile has end.pip
)";

/// Two players, the 3-3 lies, player 1 (who held it) is to play: 1 has 3-2, 2 has 2-2 2-1; in the boneyard
/// 0-0 1-0 1-1 2-0 3-0 3-1. Ends: 0 and 1 own trains, 2 the shared one.
SlowGame begun(const dsl::CheckedRules& rules) {
  SlowGame game(rules, 2);
  game.begin_round();
  play(game, {"deal 1 3-3", "deal 2 2-2", "deal 1 3-2", "deal 2 2-1", "engine 1 3-3"});
  return game;
}

/// The line of a dump that begins so.
std::string line(const SlowGame& game, const std::string& begins) {
  const std::string all = game.dump();
  const auto at = ("\n" + all).find("\n" + begins);
  REQUIRE(at != std::string::npos);
  return all.substr(at, all.find('\n', at) - at);
}

std::string facts(const SlowGame& game, const std::string& name) { return line(game, "fact " + name + ":"); }

}  // namespace

TEST_CASE("slow: a round is dealt, the best double found, and the trains begin at it", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule);
  SlowGame game(rules, 2);
  game.begin_round();
  CHECK(next_text(game) == "deal 1");
  play(game, {"deal 1 3-3", "deal 2 2-2", "deal 1 3-2"});
  CHECK(next_text(game) == "deal 2");
  play(game, {"deal 2 2-1"});
  CHECK(next_text(game) == "engine 1 3-3");
  play(game, {"engine 1 3-3"});
  CHECK(next_text(game) == "choice");
  CHECK(legal_text(game) == "lay 1 3-2 >0, lay 1 3-2 >1, lay 1 3-2 >2, draw 1, done 1");
  CHECK(line(game, "train 2") == "train 2: common owner - started 0");
  CHECK(line(game, "round:") ==
        "round: over 0 first 1 starter 1 winner - engine 3-3 boneyard 6 lap 1 still 0");
}

TEST_CASE("slow: a tile laid takes the place of the end and shows its other half", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule);
  SlowGame game = begun(rules);
  play(game, {"lay 1 3-2 >1", "done 1"});
  CHECK(legal_text(game) == "lay 2 2-1 >3, lay 2 2-2 >3, draw 2, done 2");
  CHECK(line(game, "  end serial 3") == "  end serial 3 group 1 pip 2 tile 3-2 tail");
  CHECK(line(game, "train 1") == "train 1: own owner 2 started 1");
  CHECK(line(game, "turn:") == "turn: player 2 previous 1 next - laid 0 drawn 0 drew 0 marked 0 passing 0");
}

TEST_CASE("slow: laws are named before rows", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule);
  SlowGame game = begun(rules);
  const auto why = [&](const char* act) { return game.forbidden_by(slow::read_act(rules, act)); };
  using RuleIds = std::vector<std::string>;
  CHECK(why("lay 1 3-2 >0") == RuleIds{});
  CHECK(why("lay 2 2-1 >0") == RuleIds{"turn-order", "matching"});
  CHECK(why("lay 1 3-0 >0") == RuleIds{"tile-not-held"});
  CHECK(why("lay 1 3-2 >9") == RuleIds{"no-such-place"});
  CHECK(why("done 2") == RuleIds{"turn-order"});
  play(game, {"draw 1 0-0", "draw 1 1-0", "draw 1 1-1", "draw 1 2-0", "draw 1 3-0", "draw 1 3-1"});
  CHECK(why("draw 1") == RuleIds{"boneyard-empty"});
}

TEST_CASE("slow: an event is looked at once, conditions and arguments alike", "[slow]") {
  const auto rules = tests::rules_from_text(frame + R"(
facts:
  seen: { of: turn, per: round, is: int }
  later: { of: turn, per: round, is: int }
)" + usual_setup + match_rule +
                                            R"(
  - id: tally
    after: lay
    do: add(turn.seen, 1); add(turn.later, turn.seen); score(me, 5); set(turn.seen, turn.seen + 10)
  - id: blind
    after: lay
    when: turn.seen > 0 or me.points > 0
    do: score(me, 100)
)");
  SlowGame game = begun(rules);
  play(game, {"lay 1 3-2 >0"});
  // The second row saw no count yet, `later` grew by the old 0, and set was given the old 0 + 10.
  CHECK(facts(game, "seen") == "fact seen: 10");
  CHECK(facts(game, "later") == "fact later: 0");
  CHECK(line(game, "player 1").find("points 5 ") != std::string::npos);
  CHECK(game.log == std::vector<std::string>{"tally"});
}

TEST_CASE("slow: the event cover waits until the rows of lay have run", "[slow]") {
  const auto rules = tests::rules_from_text(frame + R"(
facts:
  order: { of: round, is: int }
)" + usual_setup + match_rule +
                                            R"(
  - id: owes
    after: engine
    do: owe(round.hub, 2)
  - id: first
    after: lay
    when: end.owed
    do: cover(end); set(round.order, round.order * 10 + 1)
  - id: second
    after: lay
    when: end.owed
    do: set(round.order, round.order * 10 + 2)
  - id: third
    after: cover
    do: set(round.order, round.order * 10 + debt.covers + 3)
)");
  SlowGame game = begun(rules);
  CHECK(line(game, "debt:") == "debt: group 0 pip 3 by 1 train - covers 2 fresh 0");
  play(game, {"lay 1 3-2 >0"});
  // Both lay rows worked with 0; the cover event saw the 2 of the second and one cover left: 24.
  CHECK(facts(game, "order") == "fact order: 24");
  CHECK(line(game, "debt:") == "debt: group 0 pip 3 by 1 train - covers 1 fresh 0");
  CHECK(game.log == std::vector<std::string>{"first", "second", "third"});
}

TEST_CASE("slow: debts are paid one by one, grow, and can be forgiven", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule + R"(
  - id: owes
    after: lay
    when: tile.double
    do: owe(new, 2); owe(new, 0); owe(new, 1)
  - id: pays
    after: lay
    when: end.owed
    do: cover(end)
  - id: never-on-the-old-place
    after: lay
    when: tile.double
    do: owe(end, 5); mark(end)
  - id: mercy
    after: draw
    do: forgive(debts.oldest)
)");
  SlowGame game = begun(rules);
  play(game, {"lay 1 3-2 >2", "done 1", "lay 2 2-2 >3"});
  CHECK(line(game, "debt:") == "debt: group 2 pip 2 by 2 train 2 covers 3 fresh 1");
  CHECK(game.dump().find("marked\n") == std::string::npos);
  play(game, {"lay 2 2-1 >4"});
  CHECK(line(game, "debt:") == "debt: group 2 pip 2 by 2 train 2 covers 2 fresh 1");
  play(game, {"done 2", "draw 1 0-0"});
  CHECK(game.dump().find("debt:") == std::string::npos);
}

TEST_CASE("slow: a fan opens sides that never become the tail", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule + R"(
  - id: sides
    after: lay
    do: fan(new, 2)
  - id: spare
    after: done
    do: mark(me.own.spare_side)
)");
  SlowGame game = begun(rules);
  play(game, {"lay 1 3-2 >1", "done 1", "lay 2 2-2 >3"});
  CHECK(line(game, "  end serial 4") == "  end serial 4 group 2 pip 2 tile 2-2 tail");
  CHECK(line(game, "  end serial 5") == "  end serial 5 group 2 pip 2 tile 2-2 side");
  CHECK(line(game, "  end serial 6") == "  end serial 6 group 2 pip 2 tile 2-2 side");
  play(game, {"lay 2 2-1 >5", "done 2"});
  CHECK(line(game, "  end serial 7") == "  end serial 7 group 3 pip 1 tile 2-1");  // a branch, no tail
  CHECK(line(game, "  end serial 6") == "  end serial 6 group 2 pip 2 tile 2-2 side marked");
  CHECK(line(game, "turn:") == "turn: player 1 previous 2 next - laid 0 drawn 0 drew 0 marked 0 passing 0");
}

TEST_CASE("slow: markers go with the end, slide where a row says so, and count once", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule + R"(
  - id: stuck
    after: done
    when: turn.laid == 0
    do: mark(me.own)
  - id: slides
    after: lay
    when: end.marked and not end.mine
    do: mark(new)
)");
  SlowGame game = begun(rules);
  play(game, {"done 1"});
  CHECK(line(game, "  end serial 0") == "  end serial 0 group 0 pip 3 tile 3-3 tail start marked");
  CHECK(line(game, "round:").find("still 0") != std::string::npos);
  play(game, {"done 2", "done 1"});  // the 3-3 place is marked already: nothing new
  CHECK(line(game, "round:").find("still 1") != std::string::npos);
  play(game, {"draw 2 3-0", "lay 2 3-0 >0"});
  CHECK(line(game, "  end serial 3") == "  end serial 3 group 1 pip 0 tile 3-0 tail marked");
  play(game, {"done 2", "draw 1 0-0", "lay 1 0-0 >3"});
  CHECK(line(game, "  end serial 4") == "  end serial 4 group 2 pip 0 tile 0-0 tail");
}

TEST_CASE("slow: tiles that an effect gives are drawn before anything else, seat by seat", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule + R"(
  - id: gift
    after: done
    do: draw(me.left, 1); draw(me, 2)
  - id: looks
    after: turn-begins
    do: score(me, me.count)
)");
  SlowGame game = begun(rules);
  play(game, {"done 1"});
  CHECK(next_text(game) == "pull 1");
  CHECK(legal_text(game).empty());
  play(game, {"pull 1 0-0"});
  CHECK(next_text(game) == "pull 1");
  play(game, {"pull 1 1-0"});
  CHECK(next_text(game) == "pull 2");
  CHECK(line(game, "turn:").find("player 1 ") != std::string::npos);
  play(game, {"pull 2 1-1"});
  CHECK(line(game, "turn:") == "turn: player 2 previous 1 next - laid 0 drawn 0 drew 0 marked 0 passing 0");
  CHECK(line(game, "player 2").find("points 3 ") != std::string::npos);
  play(game, {"draw 2 2-0", "draw 2 3-0", "done 2"});
  CHECK(next_text(game) == "pull 1");
  play(game, {"pull 1 3-1"});  // the last one: the two of player 2 are dropped
  CHECK(next_text(game) == "choice");
  CHECK(line(game, "player 2").find("pulls 0") != std::string::npos);
}

TEST_CASE("slow: the end of a round: ending, counting, round-over, and no done", "[slow]") {
  const auto rules = tests::rules_from_text(frame + R"(
facts:
  order: { of: match, is: int }
  done_seen: { of: match, after: done }
)" + usual_setup + R"(
match:
  rounds: 3
)" + match_rule +
                                            R"(
  - id: out
    after: lay
    when: me.count == 0
    do: end_round(); win(me); set(match.order, 1)
  - id: early
    after: ending
    do: set(match.order, match.order * 10 + 2); end_round()
  - id: reckon
    after: counting
    do: set(match.order, match.order * 10 + me.seat + 2); score(me, sum(t in me.hand of t.pips))
  - id: late
    after: round-over
    do: set(match.order, match.order * 10 + 9); score(round.winner, 0 - 1)
)");
  SlowGame game = begun(rules);
  play(game, {"lay 1 3-2 >1"});
  CHECK(next_text(game) == "over");
  CHECK(legal_text(game).empty());
  CHECK(facts(game, "order") == "fact order: 12349");
  CHECK(facts(game, "done_seen") == "fact done_seen: 0");
  CHECK(line(game, "player 1") == "player 1: points -1 total 0 rank 1 turns 1 pulls 0 lot - kept 0 hand");
  CHECK(line(game, "player 2") ==
        "player 2: points 7 total 0 rank 2 turns 0 pulls 0 lot - kept 0 hand 2-1 2-2");
  CHECK_FALSE(game.game_over());
  game.begin_round();
  CHECK(line(game, "player 2").find("points 0 total 7 rank 2") != std::string::npos);
  CHECK(line(game, "match:") == "match: game 1 round 2 double - last-out 1 used 3");
  CHECK(line(game, "round:").find("first 2") != std::string::npos);  // rotation
}

TEST_CASE("slow: facts are cleared when their time begins anew", "[slow]") {
  const auto rules = tests::rules_from_text(frame + R"(
facts:
  in_turn: { of: player, per: turn, is: bool }
  in_round: { of: player, per: round, is: bool }
  in_match: { of: player, per: match, after: draw }
  tile_drawn: { of: round, after: draw, is: tile }
)" + usual_setup + R"(
match: { rounds: 2 }
)" + match_rule +
                                            R"(
  - id: remember
    after: draw
    do: set(me.in_turn, true); set(me.in_round, true)
  - id: stop
    after: done
    when: turn.previous == me.left
    do: end_round()
)");
  SlowGame game = begun(rules);
  play(game, {"draw 1 0-0"});
  CHECK(facts(game, "in_turn") == "fact in_turn: 1 0");
  CHECK(facts(game, "tile_drawn") == "fact tile_drawn: 0-0");
  play(game, {"done 1"});
  CHECK(facts(game, "in_turn") == "fact in_turn: 0 0");
  CHECK(facts(game, "in_round") == "fact in_round: 1 0");
  play(game, {"done 2"});
  game.begin_round();
  CHECK(facts(game, "in_round") == "fact in_round: 0 0");
  CHECK(facts(game, "tile_drawn") == "fact tile_drawn: -");
  CHECK(facts(game, "in_match") == "fact in_match: 1 0");
}

TEST_CASE("slow: declared acts: permits, exceptions, by whom, about whom, how much", "[slow]") {
  const auto rules = tests::rules_from_text(frame + R"(
acts:
  call: { by: turn, when: me.count == 1 }
  accuse: { by: anyone, whom: player }
  fine:
    by: referee
    whom: player
    amount: 1..5
    do: score(whom, amount)
)" + usual_setup + match_rule +
                                            R"(
  - id: not-oneself
    forbid: accuse
    when: whom == me
  - id: but-second-may
    except: not-oneself
    when: me.seat == 2
  - id: big-fines-only
    forbid: fine
    when: amount < 3 or whom.seat == 1
  - id: also-with-a-double
    permit: call
    when: any(t in me.hand where t.double)
)");
  SlowGame game = begun(rules);
  CHECK(legal_text(game) ==
        "lay 1 3-2 >0, lay 1 3-2 >1, lay 1 3-2 >2, draw 1, call 1, accuse 1 @2, accuse 2 @1, accuse 2 @2, "
        "fine - @2 =3, done 1");
  CHECK(game.forbidden_by(slow::read_act(rules, "call 2")) == std::vector<std::string>{"turn-order"});
  play(game, {"draw 1 1-0", "fine - @2 =4"});
  CHECK(game.forbidden_by(slow::read_act(rules, "call 1")) == std::vector<std::string>{"not-permitted"});
  CHECK(line(game, "player 2").find("points 4 ") != std::string::npos);
}

TEST_CASE("slow: can.ACT asks for any legal act of that name by the player who acts", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule + R"(
  - id: own-only
    forbid: lay
    when: end.train != me.own
  - id: stuck-only
    forbid: draw
    when: can.lay
  - id: no-passing
    forbid: done
    when: can.lay or (can.draw and turn.drew == 0)
)");
  SlowGame game = begun(rules);
  CHECK(legal_text(game) == "lay 1 3-2 >0");
  play(game, {"lay 1 3-2 >0", "done 1"});
  CHECK(legal_text(game) == "draw 2");
  play(game, {"draw 2 0-0"});
  CHECK(legal_text(game) == "draw 2, done 2");
}

TEST_CASE("slow: what is absent compares as the laws say", "[slow]") {
  const auto truth = [](const std::string& condition) {
    const auto rules = tests::rules_from_text(
        frame + usual_setup + match_rule + "  - id: asked\n    forbid: done\n    when: " + condition + "\n");
    SlowGame game = begun(rules);
    return !game.is_legal(slow::read_act(rules, "done 1"));
  };
  CHECK(truth("turn.previous == nobody"));
  CHECK_FALSE(truth("turn.previous != nobody"));
  CHECK_FALSE(truth("turn.previous == me"));
  CHECK(truth("turn.previous != me"));
  CHECK_FALSE(truth("turn.previous == round.winner"));
  CHECK_FALSE(truth("turn.previous.count < 5"));
  CHECK_FALSE(truth("turn.previous.count >= 0"));
  CHECK_FALSE(truth("turn.previous.count in 0..5"));
  CHECK_FALSE(truth("turn.previous.count + 1 == 1"));
  CHECK(truth("not turn.previous.own.started"));
  CHECK(truth("sum(p in players of p.age) == 0"));
  CHECK(truth("max(p in players of p.age) == nothing"));
  CHECK(truth("all(d in debts where d.hub)"));
  CHECK_FALSE(truth("any(d in debts where d.hub)"));
  CHECK(truth("7 / 0 == 0 and 7 mod 0 == 0"));
  CHECK(truth("(0 - 7) / 2 == 0 - 3 and (0 - 7) mod 2 == 0 - 1"));
  CHECK(truth("1000000 * 1000 + 1 == 1000000 * 1000"));
  CHECK(truth("1000000 * 1000000 == 1000000 * 1000"));
  CHECK(truth("(if turn.previous.count > 0 then 1 else 2) == 2"));
  CHECK(truth("best(p in players of p.count).seat == 2"));
  CHECK(truth("best(p in players of 1).seat == 1"));
  CHECK(truth("sole(p in players of 1) == nobody"));
  CHECK(truth("sole(p in players of p.seat) == me.left"));
  CHECK(truth("count(e in ends where e.mine) == 1 and count(e in ends where e.others) == 1"));
  CHECK(truth("round.played(3) == 1 and round.played(2) == 0 and match.used(3) and not match.used(2)"));
  CHECK(truth("set.each == 4 and me.left.hand has 1 and round.engine has 3 and me.place == 0"));
}

TEST_CASE("slow: exceptions lift rows that follow of an event, next() and turns", "[slow]") {
  const auto rules = tests::rules_from_text(frame + usual_setup + match_rule + R"(
  - id: again
    after: done
    do: next(me)
  - id: not-twice
    except: again
    when: me.turns > 1
)");
  SlowGame game = begun(rules);
  play(game, {"done 1"});
  CHECK(line(game, "turn:").find("player 1 previous 1 ") != std::string::npos);
  CHECK(line(game, "round:").find("lap 2 still 1") != std::string::npos);
  play(game, {"done 1"});
  CHECK(line(game, "turn:").find("player 2 previous 1 ") != std::string::npos);
}

TEST_CASE("slow: rest is the hand without the tile, before and after it is laid", "[slow]") {
  const auto rules = tests::rules_from_text(frame + R"(
setup:
  players: 2..4
  set: { highest: 3, copies: 2 }
  deal: 2
  first: round.rotation
  engine: { from: aside, wanted: tile.double }
)" + match_rule + R"(
  - id: two-left
    forbid: lay
    when: rest.count == 0
  - id: counts
    after: lay
    do: score(me, 10 + rest.count + count(t in rest where t.double))
)");
  SlowGame game(rules, 2);
  game.begin_round();
  CHECK(next_text(game) == "engine - 3-3");
  play(game, {"engine - 3-3", "deal 1 3-3", "deal 2 0-0", "deal 1 3-3"});
  CHECK(next_text(game) == "deal 2");
  play(game, {"deal 2 0-0", "lay 1 3-3 >0"});
  CHECK(line(game, "player 1").find("points 12 ") != std::string::npos);
  CHECK(legal_text(game) == "draw 1, done 1");
}
