// Records with a `?` in them: what is illegal however the gap is filled in, what depends on it, and what does
// not.

#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

const std::string beginning = "round 12\nAnn: 12-12 12-5\nBob: 12-6\nCem: 12-7\n?\n";

Judgement judge(const std::string& turns, const std::string& before = beginning,
                const std::string& rules = "train") {
  const std::string players = rules == "dual" ? "Ann Bob Cem Don Eve Fay" : "Ann Bob Cem";
  const engine::Rules program = engine::compile_rules(
      rules == "train" || rules == "dual" ? tests::bundled_rules(rules) : tests::rules_from_text(rules),
      rules == "dual" ? 6 : 3);
  const std::string text = "[variant train]\n[players " + players + "]\n" + before + turns;
  const dsl::Checked<Record> record = read_record({}, text);
  INFO(text);
  REQUIRE(record.ok());
  return judge_record(program, record.value, {});
}

void check_illegal(const Judgement& judgement, const std::string& rule, int turn) {
  INFO(judgement.undecided);
  REQUIRE(judgement.verdict == Verdict::illegal);
  CHECK(judgement.ruling->rule == rule);
  CHECK(judgement.ruling->place.turn == turn);
}

void check_open(const Judgement& judgement, const std::string& about) {
  INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message : std::string()));
  REQUIRE(judgement.verdict == Verdict::undecided);
  CHECK(judgement.undecided.find(about) != std::string::npos);
  CHECK(judgement.unknown);
}

}  // namespace

TEST_CASE("a tile that lay on the table before the gap is not laid again", "[replay][referee]") {
  check_illegal(judge("Bob: 12-5\n"), "tile-once", 4);
  check_illegal(judge("Bob: 6-5\nCem: 6-5\n"), "tile-once", 5);
  check_open(judge("Bob: 6-5\n"), "depends on them");
}

TEST_CASE("the order of turns is judged again from the first line after the gap", "[replay][referee]") {
  check_open(judge("Cem: 7-1\nAnn: 5-4\n"), "depends on them");
  check_illegal(judge("Cem: 7-1\nBob: 6-2\n"), "turn-order", 5);
  // A second gap makes it unknown again.
  check_open(judge("Cem: 7-1\n?\nBob: 6-2\n"), "depends on them");
}

TEST_CASE("what was said out of turn in a gap may change who is next, and what holds in the turn",
          "[replay][referee]") {
  const auto rules = [](const std::string& by, const std::string& effect) {
    return "roundhouse: 1\nname: Again\nextends: train\n"
           "facts:\n  barred: { of: turn, is: bool }\n"
           "acts:\n  hush: { by: anyone }\n  boast:\n    by: turn\n    when: not turn.barred\n  say:\n    "
           "by: " +
           by + "\n    whom: player\n    do: " + effect + "\n";
  };
  // Before Cem's line in Cem's turn somebody may have said that Cem is next, or may not boast.
  const std::string next = "next(whom)";
  CHECK(judge("Cem: 7-1\nCem: 1-5\n", beginning, rules("referee", next)).verdict == Verdict::undecided);
  CHECK(judge("Cem: boast ...\n", beginning, rules("anyone", "set(turn.barred, true)")).verdict ==
        Verdict::undecided);
  // What was said in turn was said by the player whose line follows, and not before it.
  check_illegal(judge("Cem: 7-1\nBob: 6-2\n", beginning, rules("turn", next)), "turn-order", 5);
  CHECK(judge("Cem: boast ...\n", beginning, rules("turn", "set(turn.barred, true)")).verdict ==
        Verdict::legal);
  // A turn goes on behind the gap whoever said something in between.
  const std::string begun = beginning.substr(0, beginning.size() - 2) + "Ann: say Ann ...\nBob: hush\n?\n";
  CHECK(judge("Ann: 5-1\nAnn: 1-4\n", begun, rules("turn", next)).verdict == Verdict::undecided);
  // Where all of a turn is known, so is what was said in it.
  check_illegal(judge("Cem: 7-1\nAnn: 5-4\nAnn: 4-6\n", beginning, rules("referee", next)), "turn-order", 6);
}

TEST_CASE("a tile shows the end that it leaves", "[replay][referee]") {
  // Either half of the 9-3 may lie outward, and both of these fit one of them.
  check_open(judge("Ann: 9-3\nBob: draw\nCem: draw\nAnn: 9-4\n"), "depends on them");
  check_open(judge("Ann: 9-3\nBob: draw\nCem: draw\nAnn: 3-4\n"), "depends on them");
  check_illegal(judge("Ann: 9-3\nBob: draw\nCem: draw\nAnn: 5-4\n"), "tiles-match", 7);
  // The second tile shows how the first one lay.
  check_illegal(judge("Ann: 9-3\nBob: draw\nCem: draw\nAnn: 3-4\nBob: draw\nCem: draw\nAnn: 9-1\n"),
                "tiles-match", 10);
  // A double shows both at once.
  check_illegal(judge("Ann: 9-9 9-4\nBob: draw\nCem: draw\nAnn: 9-1\n"), "tiles-match", 7);
}

TEST_CASE("a play ends the right to draw, and a turn has one", "[replay][referee]") {
  check_illegal(judge("Ann: 9-3 draw\n"), "no-draw-after-play", 4);
  check_open(judge("Ann: draw 9-3\n"), "depends on them");
  check_illegal(judge("Ann: 9-3 8-4>Mexican\n"), "one-tile", 4);
  check_illegal(judge("Ann: draw draw\n"), "draw-limit", 4);
  // A double is to be covered in the same turn.
  check_open(judge("Ann: 9-9 9-3\n"), "depends on them");
  check_illegal(judge("Ann: 9-9 9-3 8-4>Mexican\n"), "one-tile", 4);
  check_illegal(judge("Ann: 9-9 8-4>Mexican\n"), "one-tile", 4);
}

TEST_CASE("a tile drawn after the gap may be any", "[replay][referee]") {
  const std::string rules =
      "roundhouse: 1\nname: House\nextends: train\nfacts:\n"
      "  lucky: { of: player, per: turn, after: draw, when: tile.double }\nrules:\n"
      "  - id: luck-plays-there\n    forbid: lay\n"
      "    when: turn.drew > 0 and not me.lucky and end.train.kind == mexican\n"
      "    says: Only who drew a double plays to the Mexican Train after a draw.\n";
  check_open(judge("Ann: draw 5-3>Mexican\n", beginning, rules), "depends on them");
  check_open(judge("Ann: draw(9-9) 5-3>Mexican\n", beginning, rules), "depends on them");
  check_illegal(judge("Ann: draw(5-3) 5-3>Mexican\n", beginning, rules), "luck-plays-there", 4);
}

TEST_CASE("a marker shown to stand or to be gone is known", "[replay][referee]") {
  // A player at home has no marker there any more.
  check_illegal(judge("Ann: 9-3\nBob: 9-4>Ann\n"), "closed-train", 5);
  // Ann could not play: her train is open until she does.
  check_open(judge("Ann: draw mark\nBob: 9-3>Ann\n"), "depends on them");
  // A marker may stand there since a turn that is missing.
  check_open(judge("Ann: draw nomark\n"), "depends on them");
  check_illegal(judge("Ann: 9-3 mark\n"), "false-claim", 4);
}

TEST_CASE("a play that needs no double covered shows that none is open", "[replay][referee]") {
  // The first play at the new 9-3 shows that no other double waits; then Cem's double does.
  check_illegal(judge("Ann: 9-3\nBob: draw\nCem: 8-8\nAnn: 3-4\n"), "doubles-first", 7);
  check_open(judge("Bob: draw\nCem: 8-8\nAnn: 3-4\n"), "depends on them");
}

TEST_CASE("what a position writes is known though not all of it is written", "[replay][referee]") {
  // Of Bob's train nothing is written.
  const std::string table =
      "round 12\nengine 12-12\ntrain Ann: 12-5\ntrain Cem: 12-7\ntrain Mexican: marker\n";
  const auto judged = [&](const std::string& row, const std::string& lines, const std::string& turns) {
    const std::string rules = "roundhouse: 1\nname: House\nextends: train\nrules:\n  - id: house\n    " +
                              row + "\n    says: A rule of the house.\n";
    return judge(turns, table + lines, rules);
  };
  const std::string ann = "turn Ann after Cem lap 3\n";
  const std::string counted = "hand Ann: ?x4\nhand Bob: ?x6\n";
  const std::string few = "forbid: lay\n    when: me.count == 4";
  check_illegal(judged(few, counted + ann, "Ann: 5-4\n"), "house", 1);
  check_open(judged(few, ann, "Ann: 5-4\n"), "house");
  // Of the hand that is not counted nothing is known, and of Bob's only how much it is.
  const std::string low = "forbid: lay\n    when: any(p in players where p.count == 7)";
  check_open(judged(low, counted + ann, "Ann: 5-4\n"), "house");
  CHECK(judged(few, counted + ann, "Ann: draw 5-4\n").verdict != Verdict::illegal);
  check_illegal(
      judged("forbid: draw\n    when: round.boneyard == 9", counted + "boneyard 9\n" + ann, "Ann: draw\n"),
      "house", 1);
  check_illegal(judged("forbid: draw\n    when: round.boneyard == 8", counted + "boneyard 9\n" + ann,
                       "Ann: draw 5-4\nBob: draw\n"),
                "house", 2);
  check_open(judged("forbid: draw\n    when: round.boneyard == 9", counted + ann, "Ann: draw\n"),
             "depends on");
  check_illegal(judged("forbid: draw\n    when: me.seat == 9", counted + "boneyard 0\n" + ann, "Ann: draw\n"),
                "boneyard-empty", 1);
  const std::string lap = "forbid: lay\n    when: round.lap == 3";
  check_illegal(judged(lap, ann, "Ann: 5-4\n"), "house", 1);
  check_open(judged(lap, "turn Ann after Cem\n", "Ann: 5-4\n"), "house");
  // Where it is not written who began, nobody knows when a lap ends.
  check_open(judged("forbid: lay\n    when: round.lap == 4", "turn Cem lap 3\n", "Cem: 7-4\nAnn: 5-4\n"),
             "starter ");
  check_illegal(judged("forbid: lay\n    when: round.lap == 4", "starter Ann\nturn Cem lap 3\n",
                       "Cem: 7-4\nAnn: 5-4\n"),
                "house", 2);
  check_open(judged("forbid: lay\n    when: round.starter == me", ann, "Ann: 5-4\n"), "house");
  check_illegal(judged("forbid: lay\n    when: round.starter == me", "starter Ann\n" + ann, "Ann: 5-4\n"),
                "house", 1);
  check_illegal(judged("forbid: lay\n    when: me.turns == 3", "turns Ann 3\n" + ann, "Ann: 5-4\n"), "house",
                1);
  check_illegal(judged("forbid: lay\n    when: me.points == 5", "scored Ann 5\n" + ann, "Ann: 5-4\n"),
                "house", 1);
  check_open(judged("forbid: lay\n    when: me.points == 5", ann, "Ann: 5-4\n"), "house");
}

TEST_CASE("a round that surely ends behind a position of which not all is written is over",
          "[replay][referee]") {
  const std::string table =
      "round 12\nengine 12-12\ntrain Ann: 12-5\ntrain Mexican: marker\nhand Ann: 5-4\nturn Ann after Cem\n";
  check_illegal(judge("Ann: 5-4\nBob: draw\n", table), "round-over", 2);
  const Judgement over = judge("Ann: 5-4\nover\n", table);
  INFO(over.undecided);
  CHECK(over.verdict != Verdict::illegal);
}

TEST_CASE("words and places that the game does not have are none after a gap either", "[replay][referee]") {
  check_illegal(judge("Ann: yodel\n"), "no-such-act", 4);
  check_illegal(judge("Ann: 9-3>Hub\n"), "no-such-place", 4);
}

TEST_CASE("a tile known to be in another hand is not laid after the gap", "[replay][referee]") {
  const std::string hand = "round 12\nhand Bob: 12-6 9-3 ?x13\n";
  check_illegal(judge("Ann: 9-3\n", hand + beginning.substr(9)), "tile-not-held", 4);
  check_open(judge("Bob: 9-3\n", hand + beginning.substr(9)), "depends on them");
}

TEST_CASE("where nothing rests on the gap the record is legal", "[replay][referee]") {
  CHECK(judge("").verdict == Verdict::legal);
  CHECK(judge("claim Ann 12.2 \"that was closed\"\n").verdict == Verdict::legal);
  const std::string free_lay =
      "roundhouse: 1\nname: Free\nextends: train\nremove: [tiles-match, doubles-first, closed-train, "
      "one-tile, "
      "no-passing, must-draw]\n";
  CHECK(judge("Ann: 9-3>Bob 8-4\nBob: 7-6\n", beginning, free_lay).verdict == Verdict::legal);
}

TEST_CASE("without a place and a train of one's own it is not known where a tile lies", "[replay][referee]") {
  const dsl::CheckedRules rules = tests::rules_from_text(
      tests::read_file(tests::source_folder() / "variants" / "more" / "block-partners.yaml"));
  const engine::Rules program = engine::compile_rules(rules, 4);
  // Jan's 4-1 may lie at the left end, and the right one be a 6 still.
  const std::string text =
      "[variant block-partners.yaml]\n[players Joe Ann Don Jan]\n\nround 1\nengine 6-6 Don\nJan: 6-3>right\n"
      "Joe: 3-3>right\nAnn: 3-0>right\nDon: 2-0>right\nJan: 6-2>left\nJoe: 4-2>right\nAnn: 4-3>right\n"
      "Don: 5-3>right\nJan: 3-2>left\n?\nAnn: 3-1>left\nDon: 6-4>right\nJan: 4-1\nJoe: 6-0>right\n";
  const dsl::Checked<Record> record = read_record({}, text);
  REQUIRE(record.ok());
  CHECK(judge_record(program, record.value, {}).verdict == Verdict::undecided);
}

TEST_CASE("what is illegal before a gap stays so", "[replay][referee]") {
  check_illegal(judge("Ann: 9-3\n", "round 12\nAnn: 12-12 12-5\nBob: 11-6\n?\n"), "tiles-match", 2);
}

TEST_CASE("a gap before the first turn leaves tiles to be counted", "[replay][referee]") {
  check_open(judge("Ann: 9-3\nBob: 4-2\n", "round 12\n?\n"), "the table is not known");
  check_illegal(judge("Ann: 9-3\nBob: 9-3\n", "round 12\n?\n"), "tile-once", 2);
}

TEST_CASE("one missing turn leaves the order of turns known on both sides", "[replay][referee]") {
  const std::string before = "round 12\nAnn: 12-12 12-5\nBob: 12-6\n";
  check_illegal(judge("Bob: ?\n", before), "turn-order", 3);
  check_illegal(judge("Cem: ?\nBob: draw\n", before), "turn-order", 4);
  check_illegal(judge("Cem: ?\nAnn: draw\nCem: ?\n", before), "turn-order", 5);
  check_illegal(judge("Cem: ?\nAnn: 12-5\n", before), "tile-once", 4);
  check_open(judge("Cem: ?\nAnn: 5-4\n", before), "depends on them");
  CHECK(judge("Cem: ?\n", before).verdict == Verdict::legal);
}

TEST_CASE("behind a gap before the first turn whose turn it is goes on to be judged", "[replay][referee]") {
  check_illegal(judge("Ann: 9-3\nBob: 4-2\nBob: 5-1\n", "round 12\n?\n"), "turn-order", 3);
  // The first tile of the first line may be the engine.
  check_open(judge("Ann: 9-9 draw\n", "round 12\n?\n"), "the table is not known");
}

TEST_CASE("an error does not hide that something behind a gap was not judged", "[replay][referee]") {
  const Judgement found = judge("Ann: 9-3\n", "round 12\nAnn: 12-12 12-5\nBob: 11-6\n?\n");
  check_illegal(found, "tiles-match", 2);
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes.front().message.find("was not judged") != std::string::npos);
  // Where all of it was judged nothing is said.
  CHECK(judge("Ann: 12-5\n", "round 12\nAnn: 12-12 12-5\nBob: 11-6\n?\n").notes.empty());
}

TEST_CASE("a closed train is shown with the line that proves it", "[replay][referee]") {
  const Judgement found = judge("Ann: 9-3\nBob: 9-4>Ann\n");
  check_illegal(found, "closed-train", 5);
  REQUIRE(found.ruling->because.size() == 1);
  CHECK(found.ruling->because.front().message == "since here Ann's train bears no marker");
  CHECK(found.ruling->because.front().place.turn == 4);
}

TEST_CASE("sides of doubles leave the order of turns and the tiles", "[replay][referee]") {
  const std::string before = "round 9\nAnn: 9-9 draw mark\nBob: 9-3>Ann\nCem: draw mark\n?\n";
  check_illegal(judge("Cem: draw mark\nBob: draw mark\n", before, "dual"), "turn-order", 5);
  check_illegal(judge("Cem: 9-3\nDon: 9-3\n", before, "dual"), "tile-once", 5);
  check_open(judge("Cem: 9-3\nDon: 9-4\n", before, "dual"), "depends on them");
}
