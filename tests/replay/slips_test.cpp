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
  CHECK(open.text == "not illegal if a turn of Bob is missing before line 8");
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
