// Tiles that somebody wrote and the set of the game has not, or not so often: wherever they stand, one error.

#include "dsl/program.h"
#include "replay/read_record.h"
#include "replay/referee.h"
#include "tests/catch.h"
#include "tests/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

/// Two players of a double-12 set, unless the rules say otherwise.
struct Case {
  std::string lines;
  std::string rule = "false-claim";
  std::vector<dsl::OptionSetting> settings = {};
};

void check_one_error(const Case& given) {
  const dsl::Program program = dsl::compile_rules(tests::bundled_rules("train", given.settings), 2);
  const std::string text = "[variant train]\n[players Ann Bob]\nround 12\n" + given.lines;
  CAPTURE(text);
  const dsl::Checked<Record> record = read_record({}, text);
  REQUIRE(record.ok());
  const Judgement judgement = judge_record(program, record.value, {});
  REQUIRE(judgement.ruling);
  CHECK(judgement.ruling->rule == given.rule);
  CHECK(judgement.ruling->message.find("the set has ") == 0);
  CHECK(judgement.more.empty());
  CHECK(judgement.undecided.empty());
}

const std::vector<dsl::OptionSetting> aside{{"engine_found", "set-aside", {}}};
const std::vector<dsl::OptionSetting> by_lot{{"first_player", "by-tile", {}}};

}  // namespace

TEST_CASE("a tile that the set has not is one error in every kind of line", "[replay][referee][sanitized]") {
  const std::string play = "Ann: 12-12 12-5\nBob: 12-4\n";
  const std::string open = "Ann: 12-12 12-5\nBob: draw\n";
  for (const std::string tile : {"13-12", "18-18", "13-0", "18-?"}) {
    CAPTURE(tile);
    const bool known = tile.find('?') == std::string::npos;
    check_one_error({"hand Ann: 12-12 " + tile + "\n" + play});
    check_one_error({"hand Ann: " + tile + " " + tile + " 17-16\n" + play});
    check_one_error({"seek Ann ? Bob " + tile + "\n" + play});
    check_one_error({"seek x1\nturned 5-3 " + tile + " 12-12\nengine 12-12\nAnn: 12-5\n",
                     "false-claim",
                     {{"engine_draws", "1", {}}}});
    check_one_error({"lots Ann 6-5 Bob " + tile + "\n" + play, "false-claim", by_lot});
    check_one_error({open + "hand Bob: " + tile + "\n"});
    check_one_error({open + "left Bob: ?x15 " + tile + "\n"});
    check_one_error({open + "?\nhand Bob: " + tile + "\n"});
    check_one_error({open + "?\nleft Bob: " + tile + "\n"});
    check_one_error({open + "?\nBob: draw(" + tile + ")\n", "tile-once"});
    check_one_error({open + "Ann: draw(" + tile + ")\n", "tile-once"});
    check_one_error({"left Ann:\nleft Bob: " + tile + "\n"});
    if (!known) continue;
    check_one_error({"Ann: " + tile + "\n", "tile-once"});
    check_one_error({"engine " + tile + " Ann\nAnn: draw\n", "tile-once"});
    check_one_error({"engine " + tile + "\nAnn: draw\n", "tile-once", aside});
    check_one_error({open + "Ann: " + tile + "\n", "tile-once"});
    check_one_error({open + "Ann: " + tile + ">Bob\n", "tile-once"});
    check_one_error({open + "?\nBob: " + tile + "\n", "tile-once"});
  }
}

TEST_CASE("a tile that is there more often than in the set is one error", "[replay][referee][sanitized]") {
  check_one_error({"hand Ann: 12-12 12-5 1-1 1-1 1-1\nAnn: 12-12 12-5\n"});
  check_one_error({"Ann: 12-12 12-5\nhand Bob: 1-1 1-1 1-1\n"});
  check_one_error({"left Ann: 1-1 1-1\nleft Bob:\n"});
  check_one_error({"left Ann: 1-1 2-2\nleft Bob: 1-1\n"});
  check_one_error({"left Ann: 1-1 1-1\nleft Bob: 1-1\n", "false-claim", {{"copies", "2", {}}}});
  // The last line of a player counts.
  const dsl::Program program = dsl::compile_rules(tests::bundled_rules("train"), 2);
  const auto record = read_record(
      {}, "[variant train]\n[players Ann Bob]\nround 12\nleft Ann: 1-1\nleft Ann: 2-2\nleft Bob: 1-1\n");
  REQUIRE(record.ok());
  CHECK(judge_record(program, record.value, {}).verdict == Verdict::legal);
}

TEST_CASE("penalty tiles are of the set", "[replay][referee][sanitized]") {
  const dsl::Program program = dsl::compile_rules(
      tests::rules_from_text(
          "roundhouse: 1\nname: Grab\nextends: train\nacts:\n  grab:\n    by: turn\n"
          "rules:\n  - id: grab-two\n    after: grab\n    do: draw(me, 2)\n    says: Two.\n"),
      2);
  const auto record =
      read_record({}, "[variant train]\n[players Ann Bob]\nround 12\nAnn: 12-12 12-5\nBob: grab 3-4 13-12\n");
  REQUIRE(record.ok());
  const Judgement judgement = judge_record(program, record.value, {});
  REQUIRE(judgement.ruling);
  CHECK(judgement.ruling->message.find("the set has no 13-12") == 0);
}
