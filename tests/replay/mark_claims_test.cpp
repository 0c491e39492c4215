// The claims of `mark` and `nomark` on a line: only what came of the player's own acts in this turn.

#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

const std::string tagging =
    "roundhouse: 1\n"
    "name: Tagging\n"
    "extends: train\n"
    "acts:\n"
    "  tag:\n"
    "    by: anyone\n"
    "    whom: player\n"
    "    do: mark(whom.own.tail)\n"
    "    says: Anybody may put a marker on anybody's train.\n"
    "facts:\n"
    "  haunted: { of: round, is: player }\n"
    "rules:\n"
    "  - id: haunts\n"
    "    after: draw\n"
    "    do: set(round.haunted, me)\n"
    "  - id: haunting\n"
    "    after: turn-begins\n"
    "    when: round.haunted != nobody and round.lap > 1\n"
    "    do: mark(round.haunted.own.tail)\n";

Judgement judge(const std::string& turns, const std::string& rules = tagging) {
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules), 3);
  const std::string text = "[variant Tagging]\n[players Ann Bob Cem]\nround 12\n" + turns;
  const dsl::Checked<Record> record = read_record({}, text);
  REQUIRE(record.ok());
  return judge_record(program, record.value, {});
}

bool is_false_claim(const Judgement& judgement, int turn) {
  return judgement.verdict == Verdict::illegal && judgement.ruling->rule == "false-claim" &&
         judgement.ruling->place.turn == turn;
}

}  // namespace

TEST_CASE("a marker that somebody else put there is no mark of the turn", "[replay][referee]") {
  CHECK(judge("Ann: 12-12 12-5 ...\nBob: tag Ann\nAnn: pass\n").verdict == Verdict::legal);
  CHECK(is_false_claim(judge("Ann: 12-12 12-5 ...\nBob: tag Ann\nAnn: pass mark\n"), 3));
  CHECK(judge("Ann: 12-12 12-5 ...\nBob: tag Ann\nAnn: pass nomark\n").verdict == Verdict::legal);
}

TEST_CASE("a marker by the player's own act is a mark of the turn", "[replay][referee]") {
  CHECK(judge("Ann: 12-12 12-5 tag Ann mark\n").verdict == Verdict::legal);
  CHECK(is_false_claim(judge("Ann: 12-12 12-5 tag Ann nomark\n"), 1));
  // Also where the turn was interrupted in between, and on a line of its own.
  CHECK(judge("Ann: 12-12 12-5 tag Ann ...\nBob: tag Cem\nAnn: pass mark\n").verdict == Verdict::legal);
  CHECK(judge("Ann: 12-12 12-5 ...\nAnn: tag Ann\nAnn: pass mark\n").verdict == Verdict::legal);
  // But not in the next turn.
  CHECK(is_false_claim(judge("Ann: 12-12 12-5 tag Ann\nBob: 12-6\nCem: 12-7\nAnn: 5-4 mark\n"), 4));
}

TEST_CASE("what the next turn begins with is no mark of the last one", "[replay][referee]") {
  const std::string laps =
      "Ann: 12-12 12-5\nBob: 12-6\nCem: 12-7\nAnn: 5-4\nBob: draw mark\nCem: 7-1\nAnn: 4-3\n";
  CHECK(judge(laps + "Bob: draw(6-2) 6-2\nCem: 1-0\n").verdict == Verdict::legal);
  CHECK(is_false_claim(judge(laps + "Bob: draw(6-2) 6-2 mark\nCem: 1-0\n"), 8));
}

TEST_CASE("mark and nomark speak of the train that gets the marker", "[replay][referee]") {
  const std::string neighbours =
      "roundhouse: 1\n"
      "name: Tagging\n"
      "extends: train\n"
      "rules:\n"
      "  - id: mark-when-stuck\n"
      "    after: done\n"
      "    when: not finished\n"
      "    do: mark(me.left.own.tail)\n"
      "    says: A player who could not complete a play puts a marker on the left neighbour's train.\n";
  CHECK(judge("Ann: 12-12 draw mark\n", neighbours).verdict == Verdict::legal);
  const Judgement denied = judge("Ann: 12-12 draw nomark\n", neighbours);
  CHECK(is_false_claim(denied, 1));
  CHECK(denied.ruling->message.find("Bob") != std::string::npos);
  // An act that the variant declares puts it there before everybody's eyes.
  CHECK(judge("Ann: 12-12 12-5 tag Bob nomark\n").verdict == Verdict::legal);
}

TEST_CASE("nomark is true where a marker stands already, and so is mark", "[replay][referee]") {
  const std::string lap = "Ann: 12-12 draw mark\nBob: 12-6\nCem: 12-7\n";
  CHECK(judge(lap + "Ann: draw nomark\n").verdict == Verdict::legal);
  CHECK(judge(lap + "Ann: draw mark\n").verdict == Verdict::legal);
  CHECK(is_false_claim(judge("Ann: 12-12 draw nomark\n"), 1));
}

TEST_CASE("a marker on a train of all is a mark where it goes up, and none where it slides",
          "[replay][referee]") {
  const std::string marking =
      "roundhouse: 1\n"
      "name: Tagging\n"
      "extends: train\n"
      "rules:\n"
      "  - id: marks-the-first\n"
      "    after: lay\n"
      "    when: end.train.kind == mexican and not end.marked\n"
      "    do: mark(new)\n"
      "    says: Who is the first to lay on the Mexican Train puts a marker there.\n";
  CHECK(judge("Ann: 12-12 12-5>mexican mark\n", marking).verdict == Verdict::legal);
  CHECK(is_false_claim(judge("Ann: 12-12 12-5>mexican nomark\n", marking), 1));
  CHECK(judge("Ann: 12-12 12-5>mexican\nBob: 5-3>mexican nomark\n", marking).verdict == Verdict::legal);
  CHECK(is_false_claim(judge("Ann: 12-12 12-5>mexican\nBob: 5-3>mexican mark\n", marking), 2));
}

TEST_CASE("of two markers that a lay puts up one slides where one stood", "[replay][referee]") {
  const std::string twice =
      "roundhouse: 1\n"
      "name: Tagging\n"
      "extends: train\n"
      "rules:\n"
      "  - id: marks-both\n"
      "    after: lay\n"
      "    when: end.marked and not end.mine\n"
      "    do: mark(me.own)\n"
      "    says: Who lays on a marked train opens the own train, too.\n";
  const std::string lap = "Ann: 12-12 draw mark\nBob: 12-6\n";
  CHECK(judge(lap + "Cem: 12-7>Ann mark\n", twice).verdict == Verdict::legal);
  CHECK(is_false_claim(judge(lap + "Cem: 12-7>Ann nomark\n", twice), 3));
}
