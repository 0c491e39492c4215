// Slips of the record's writer: what is said beside a verdict is what the mended record would be judged.

#include "replay/referee/judge/slips.h"

#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_json.h"
#include "replay/views/verdict_text.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

struct Found {
  Judgement judgement;
  std::string text;
  std::string json;
};

Found judged(const std::string& turns) {
  const engine::Rules program = engine::compile_rules(bundled_rules("train"), 3);
  const std::string text = "[variant train]\n[players Ann Bob Cem]\nround 12\n" + turns;
  dsl::SourceMap sources;
  const std::string name = "game.train";
  const dsl::FileId file = sources.add(name, text);
  const auto read = read_record(file, text, [&](const Header&) { return &program; });
  INFO(text);
  REQUIRE(read.ok());
  Found found;
  found.judgement = judge_record(program, read.value);
  find_slips(program, read.value, found.judgement);
  for (const Slip& slip : found.judgement.slips) {
    if (!found.text.empty()) found.text += "; ";
    found.text += slip_text(sources, slip);
  }
  // Rows of rules have places in files that are not here.
  if (found.judgement.ruling) found.judgement.ruling->rule_where.reset();
  for (Ruling& more : found.judgement.more) more.rule_where.reset();
  found.json = render_verdict_json({sources, name, found.judgement});
  return found;
}

TEST_CASE("a forgotten draw is reported", "[replay][referee][slips]") {
  const Found found = judged("Ann: 12-12 12-5\nBob: pass mark\nCem: 12-8\n");
  CHECK(found.judgement.verdict == Verdict::illegal);
  CHECK(found.text == "legal with one draw more here");
  CHECK(found.json.find("\"slips\":[{\"slip\":\"draw\",\"line\":5,") != std::string::npos);
}

TEST_CASE("two lines in the wrong order are reported", "[replay][referee][slips]") {
  const Found found = judged("Ann: 12-12 12-5\nBob: 12-6\nAnn: 5-4\nCem: 12-8\nBob: 6-3\nCem: 8-1\n");
  CHECK(found.judgement.verdict == Verdict::illegal);
  CHECK(found.text.find("legal if lines 6 and 7 are swapped") != std::string::npos);
}

TEST_CASE("a turn that nobody wrote down is reported", "[replay][referee][slips]") {
  const Found found = judged("Ann: 12-12 12-5\nBob: 12-6\nCem: 12-7\nAnn: 5-4\nCem: 7-1\nAnn: 4-3\n");
  CHECK(found.judgement.verdict == Verdict::illegal);
  CHECK(found.text == "legal if a turn of Bob is missing before line 8");
  CHECK(found.json.find("\"slip\":\"missing-turn\",\"line\":8,\"other\":null,\"player\":\"Bob\"") !=
        std::string::npos);

  // Bob laid a tile to which another was laid later: what he did is not known.
  const Found open =
      judged("Ann: 12-12 12-5\nBob: 12-6\nCem: 12-7\nAnn: 5-4\nCem: 7-1\nAnn: 4-3\nBob: 3-2\nCem: 1-0\n");
  CHECK(open.judgement.verdict == Verdict::illegal);
  CHECK(open.text == "perhaps legal if a turn of Bob is missing before line 8");
}

TEST_CASE("as many missing turns are named as there are", "[replay][referee][slips]") {
  CHECK(judged("Ann: 12-12 12-5\nAnn: 5-1\n").text ==
        "legal if turns of Bob and Cem are missing before line 5");
  CHECK(judged("engine 12-12 Ann\nCem: 12-4\n").text ==
        "legal if turns of Ann and Bob are missing before line 5");
}

TEST_CASE("a forgotten place is tried, and what it heals further down is not listed",
          "[replay][referee][slips]") {
  const Found found = judged(
      "Ann: 12-12 12-5\nBob: 12-7\nCem: 12-8\nAnn: draw mark\nBob: 5-9\nCem: 9-3>Ann\nAnn: 3-1\nBob: 7-0\n");
  CHECK(found.text ==
        "legal if the tile was laid to Ann's train: 9-5>Ann, and so are 2 errors further down that are not "
        "listed");
  CHECK(found.judgement.more.empty());
  // It fits on her own train: then that is where she laid it.
  CHECK(judged("Ann: 12-12 12-5\nBob: 12-7\nCem: 12-8\nAnn: 5-1 1-7\n").text.find("laid to") ==
        std::string::npos);
}

TEST_CASE("a slip that heals its error is named though another error stands further down",
          "[replay][referee][slips]") {
  const std::string begun = "Ann: 12-12 12-5\nBob: draw mark\nCem: 12-8\nAnn: 5-9\nBob: 12-3\n";
  CHECK(judged(begun).text == "legal with one draw more here");
  const Found found = judged(begun + "Cem: draw mark\nAnn: 8-1\n");
  CHECK(found.text == "legal with one draw more here, but not all that follows");
  REQUIRE(found.judgement.more.size() == 1);
}

TEST_CASE("a word about markers may be one too many", "[replay][referee][slips]") {
  CHECK(judged("Ann: 12-12 12-5 mark\nBob: draw mark\n").text == "legal without 'mark' here");
  CHECK(judged("Ann: 12-12 12-5\nBob: draw nomark\n").text == "legal without 'nomark' here");
}

TEST_CASE("a foul is no slip", "[replay][referee][slips]") {
  const Found found = judged("Ann: 12-12 12-5\nBob: 6-5\nCem: 12-8\n");
  CHECK(found.judgement.verdict == Verdict::illegal);
  CHECK(found.text == "");
  CHECK(found.json.find("\"slips\":[]") != std::string::npos);
  CHECK(judged("Ann: 12-12 12-5\n").text == "");
}

TEST_CASE("claims are shown with the verdict", "[replay][referee][slips]") {
  const Found found = judged("Ann: 12-12 12-5\nBob: draw\nclaim Ann 12.2 \"had a play\"\nclaim Cem 12.1\n");
  REQUIRE(found.judgement.objections.size() == 2);
  CHECK(found.judgement.objections[0].about == "12.2");
  CHECK(found.judgement.objections[0].place.player == "Ann");
  CHECK(found.json.find("\"about\":\"12.2\",\"note\":\"had a play\"") != std::string::npos);
}

}  // namespace
}  // namespace roundhouse::tests
