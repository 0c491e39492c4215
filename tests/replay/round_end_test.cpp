// Lines at the end of a round: what stands behind its last tile, and what was left and scored.

#include <algorithm>

#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using namespace roundhouse::replay;

const std::string common = "roundhouse: 1\nname: Ends\nextends: train\n";
const std::string record_head = "[variant Ends]\n[players Ann Bob Cem]\nround 12\n";

Judgement judge(const std::string& lines, const std::string& rules = common) {
  const engine::Rules program = engine::compile_rules(rules_from_text(rules), 3);
  const dsl::Checked<Record> record = read_record({}, record_head + lines);
  REQUIRE(record.ok());
  return judge_record(program, record.value, {});
}

}  // namespace

TEST_CASE("what is announced behind the last tile is no foul", "[replay][referee]") {
  const std::string whistling = common +
                                "options: { deal: 2 }\n"
                                "facts:\n"
                                "  whistled: { of: turn, is: bool }\n"
                                "acts:\n"
                                "  whistle:\n"
                                "    do: set(turn.whistled, true)\n"
                                "    says: A player who lays the last tile whistles.\n"
                                "  poke:\n"
                                "    by: anyone\n"
                                "    whom: player\n"
                                "    do: mark(whom.own.tail)\n"
                                "    says: Anybody may poke anybody.\n";
  CHECK(judge("hand Ann: 12-12 12-5\nAnn: 12-12 12-5 whistle\n", whistling).verdict == Verdict::legal);
  // An act about somebody else comes too late, and so does another tile.
  CHECK(judge("hand Ann: 12-12 12-5\nAnn: 12-12 12-5 poke Bob\n", whistling).verdict == Verdict::illegal);
  CHECK(judge("hand Ann: 12-12 12-5\nAnn: 12-12 12-5 5-3\n", whistling).verdict == Verdict::illegal);
}

TEST_CASE("two lines that say the same thing otherwise are reported", "[replay][referee]") {
  const auto illegal_at = [](const std::string& lines, int line) {
    const Judgement judgement = judge(lines);
    REQUIRE(judgement.verdict == Verdict::illegal);
    const auto begin = static_cast<std::ptrdiff_t>(judgement.ruling->place.where.begin);
    const std::string text = record_head + lines;
    CHECK(std::count(text.begin(), text.begin() + begin, '\n') == 2 + line);
  };
  illegal_at("left Ann:\nleft Bob: 3-1\nleft Bob: 5-5\nleft Cem: 0-0\n", 3);
  illegal_at("score Ann 3 Bob 5 Cem 0\nscore Ann 4 Bob 5 Cem 0\n", 2);
  CHECK(judge("left Ann:\nleft Bob: 3-1 5-5\nleft Bob: 5-5 3-1\nleft Cem: 0-0\n").verdict !=
        Verdict::illegal);
}

}  // namespace roundhouse::tests
