// Tiles that somebody wrote and the set of the game has not, or not so often: wherever they stand, one error.
// Numbers, tiles and players of the header: taken as they are written, or reported.

#include "engine/rules.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

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
  const engine::Rules program = engine::compile_rules(tests::bundled_rules("train", given.settings), 2);
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

TEST_CASE("what belongs before the first turn does not stand behind a gap", "[replay][referee][sanitized]") {
  const engine::Rules program = engine::compile_rules(tests::bundled_rules("train"), 2);
  for (const std::string line : {"lots Ann 6-5 Bob 5-5", "first Ann", "seek Ann ?", "turned 5-3",
                                 "engine 12-12", "redeal", "turned 18-18"}) {
    INFO(line);
    const auto record =
        read_record({}, "[variant train]\n[players Ann Bob]\nround 12\nAnn: 12-12 12-5\n?\n" + line + "\n");
    REQUIRE(record.ok());
    const Judgement judgement = judge_record(program, record.value, {});
    REQUIRE(judgement.ruling);
    CHECK(judgement.ruling->rule == "false-claim");
    CHECK(judgement.more.empty());
  }
}

TEST_CASE("a tile that is there more often than in the set is one error", "[replay][referee][sanitized]") {
  check_one_error({"hand Ann: 12-12 12-5 1-1 1-1 1-1\nAnn: 12-12 12-5\n"});
  check_one_error({"Ann: 12-12 12-5\nhand Bob: 1-1 1-1 1-1\n"});
  check_one_error({"left Ann: 1-1 1-1\nleft Bob:\n"});
  check_one_error({"left Ann: 1-1 2-2\nleft Bob: 1-1\n"});
  check_one_error({"left Ann: 1-1 1-1\nleft Bob: 1-1\n", "false-claim", {{"copies", "2", {}}}});
  // A second line of a player that says otherwise is reported.
  const engine::Rules program = engine::compile_rules(tests::bundled_rules("train"), 2);
  const auto record = read_record(
      {}, "[variant train]\n[players Ann Bob]\nround 12\nleft Ann: 1-1\nleft Ann: 2-2\nleft Bob: 1-1\n");
  REQUIRE(record.ok());
  const Judgement judgement = judge_record(program, record.value, {});
  REQUIRE(judgement.verdict == Verdict::illegal);
  CHECK(judgement.ruling->rule == "false-claim");
}

TEST_CASE("penalty tiles are of the set", "[replay][referee][sanitized]") {
  const engine::Rules program = engine::compile_rules(
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

TEST_CASE("what a header says is kept as it is written, or reported", "[replay][referee][sanitized]") {
  const engine::Rules program = engine::compile_rules(
      tests::rules_from_text(
          "roundhouse: 1\nname: Facts\nextends: train\nfacts:\n"
          "  told: { of: player, per: match, is: bool }\n  tally: { of: match, is: int }\n"
          "  who: { of: match, is: player }\n  what: { of: match, is: tile }\n"
          "rules:\n  - id: tell\n    after: lay\n    when: not me.told and match.tally >= 0\n"
          "    do: set(me.told, true); set(match.tally, match.tally + 1); set(match.who, me); "
          "set(match.what, tile)\n    says: "
          "Told.\n"),
      2);
  const auto header = [](const std::string& field) {
    return read_record({}, "[variant train]\n[players Ann Bob]\n" + field + "\nround 12\nAnn: 12-12 12-5\n");
  };
  const auto accepted = [&](const std::string& field) {
    const dsl::Checked<Record> record = header(field);
    INFO(field << (record.ok() ? "" : ": " + record.diagnostics.front().message));
    if (!record.ok()) return false;
    const bool fits = check_header(program, record.value.header).empty();
    // Who does not ask beforehand comes to no harm.
    CHECK(judge_record(program, record.value, {}).rounds == 1);
    return fits;
  };
  for (const std::string field : {"[fact Ann.told]", "[fact Ann.told 1]", "[fact tally 1000000000]",
                                  "[fact tally -7]", "[fact who Bob]", "[fact what 12-12]", "[used 12 0]",
                                  "[totals 1000000000 -1000000000]", "[seed 18446744073709551615]"})
    CHECK(accepted(field));
  for (const std::string field : {"[fact told]",
                                  "[fact Ann.tally 3]",
                                  "[fact Ann.told 2]",
                                  "[fact Ann.told 12-3]",
                                  "[fact tally 1000000001]",
                                  "[fact tally 3000000000]",
                                  "[fact tally 4294967297]",
                                  "[fact tally 12-3]",
                                  "[fact tally Ann]",
                                  "[fact who]",
                                  "[fact who Zed]",
                                  "[fact who 1]",
                                  "[fact who 300]",
                                  "[fact what 13-12]",
                                  "[fact what 18-18]",
                                  "[fact what 7]",
                                  "[fact what 300]",
                                  "[fact what Ann]",
                                  "[fact other 1]",
                                  "[used 13]",
                                  "[used 18]",
                                  "[used 19]",
                                  "[used -1]",
                                  "[totals 1000000001 0]",
                                  "[seed 18446744073709551616]",
                                  "[ages 201 3]"})
    CHECK_FALSE(accepted(field));
}

TEST_CASE("a tile behind the referee's act is nobody's lay", "[replay][referee][sanitized]") {
  const engine::Rules program = engine::compile_rules(
      tests::rules_from_text(
          "roundhouse: 1\nname: Rule\nextends: train\nacts:\n  rule: { by: referee, whom: player }\n"),
      2);
  for (const std::string turn :
       {"referee: rule Bob 1-2\n", "referee: challenge Bob 1-2\n", "referee: Bob 1-2\n"})
    for (const std::string before : {"", "Ann: 12-12 12-5\n", "Ann: 12-12 12-5\n?\n"}) {
      const std::string text =
          "[variant train]\n[players Ann Bob]\nround 12\n" + before + turn + "Bob: 2-6\n";
      CAPTURE(text);
      const dsl::Checked<Record> record = read_record({}, text);
      if (!record.ok()) continue;
      CHECK(judge_record(program, record.value, {}).verdict != Verdict::legal);
    }
}

TEST_CASE("the number of a game is not cut", "[replay][referee][sanitized]") {
  for (const std::string number : {"0", "-1", "65536", "65537", "4294967297", "99999999999999999999"}) {
    INFO(number);
    CHECK_FALSE(read_record({}, "[variant train]\n[players Ann Bob]\ngame " + number + "\nround 12\n").ok());
  }
  CHECK(read_record({}, "[variant train]\n[players Ann Bob]\ngame 65535\nround 12\n").ok());
}

TEST_CASE("more tiles shown than there are hands is no way past the end of a list", "[replay][sanitized]") {
  const engine::Rules program = engine::compile_rules(
      tests::bundled_rules("train", {{"highest", "18", {}}, {"copies", "2", {}}, {"deal", "40", {}}}), 8);
  std::string text =
      "[variant train]\n[players Ann Bob Cem Don Eve Fay Gus Hal]\nround 18\nAnn: 18-18 18-17 ...\n";
  for (int line = 0; line < 1200; ++line) {
    text += "hand Bob:";
    for (int t = 0; t < 30; ++t)
      text += " " + std::to_string((line + t) % 19) + "-" + std::to_string((line * 7 + 3 * t) % 19);
    text += "\n";
  }
  const auto record = read_record({}, text);
  REQUIRE(record.ok());
  CHECK(judge_record(program, record.value, {}).verdict == Verdict::illegal);
}
