// Records of rounds that were void and dealt again, and of what chance decided.

#include <algorithm>
#include <string>
#include <vector>

#include "engine/play.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/record/reference.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/scores/match_result.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

const std::string void_head = "[variant x]\n[players Ann Bob Cem]\n\n";

engine::Rules void_rules(const std::string& rules) {
  return engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: Test\nextends: train\n" + rules),
                               3);
}

Record void_record(const engine::Rules& program, const std::string& text) {
  const dsl::Checked<Record> record = read_record({}, text, [&](const Header&) { return &program; });
  INFO(text);
  for (const dsl::Diagnostic& diagnostic : record.diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(record.ok());
  return record.value;
}

/// "legal", "undecided", or the rule that makes it illegal, where and why.
std::string void_verdict(const engine::Rules& program, const std::string& lines,
                         const std::string& head = void_head) {
  const Judgement found = judge_record(program, void_record(program, head + lines));
  if (found.verdict == Verdict::legal) return "legal";
  if (found.verdict == Verdict::undecided) return "undecided";
  return found.ruling->rule + " " + std::to_string(found.ruling->place.turn) + ": " + found.ruling->message;
}

const std::string misdeal =
    "acts:\n"
    "  misdeal:\n"
    "    by: anyone\n"
    "    when: round.lap == 1\n"
    "    do: redeal()\n"
    "    says: In the first lap anybody may have the tiles dealt again.\n";

const std::string twice =
    "round 12\nAnn: 12-12 12-3\nBob: misdeal\nredeal\n\nhand Cem: 12-12 ?x14\nCem: 12-12 12-4\nAnn: misdeal\n"
    "redeal\n\n# The third deal.\nleft Ann: 3-1\nleft Bob:\nleft Cem: 5-0\n"
    "score Ann 4 Bob 0 Cem 5\n\nround 11\nAnn: 11-11 11-3\n";

}  // namespace

TEST_CASE("a redeal line behind turns ends a round, and the next one bears its label", "[replay][void]") {
  const engine::Rules program = void_rules(misdeal);
  const Record record = void_record(program, void_head + twice);
  REQUIRE(record.rounds.size() == 4);
  CHECK(ends_in_redeal(record.rounds[0]));
  CHECK(ends_in_redeal(record.rounds[1]));
  CHECK_FALSE(ends_in_redeal(record.rounds[2]));
  for (std::size_t i = 0; i < 3; ++i) CHECK(label_of(record.rounds[i]) == "12");
  CHECK(label_of(record.rounds[3]) == "11");
  CHECK(write_record(record) == void_head + twice);
  const dsl::Checked<Record> twin =
      read_record_json({}, write_record_json(record), [&](const Header&) { return &program; });
  REQUIRE(twin.ok());
  CHECK(twin.value == record);
  CHECK(write_reference(reference_to(record, {1, 1})) == "#2.1");
  CHECK(judge_record(program, record).verdict == Verdict::legal);
}

TEST_CASE("rounds that were void stand in a score sheet, and totals pass over them", "[replay][void]") {
  const engine::Rules program = void_rules(misdeal);
  const MatchResult sheet = score_record(program, void_record(program, void_head + twice));
  REQUIRE(sheet.rounds.size() == 4);
  CHECK(sheet.rounds[0].end == RoundEnd::dealt_again);
  CHECK(sheet.rounds[1].end == RoundEnd::dealt_again);
  for (const std::size_t i : {0U, 1U, 2U}) CHECK(sheet.rounds[i].number == 1);
  CHECK(sheet.rounds[3].number == 2);
  CHECK(sheet.totals[0] == 4);
  CHECK(sheet.totals[1] == 0);
  CHECK(sheet.totals[2] == 5);
}

TEST_CASE("the first player of a void round is so again", "[replay][void]") {
  const engine::Rules program = void_rules(
      misdeal +
      "rules:\n  - id: first-leads\n    forbid: lay\n    when: me.turns == 1 and round.lap == 1 and me == "
      "round.first and tile.pips > 12\n    says: The first player begins small.\n");
  const std::string begins = "[first Bob]\n\nround 12\nAnn: 12-12 12-3\nBob: misdeal\nredeal\n\n";
  const std::string head = "[variant x]\n[players Ann Bob Cem]\n";
  CHECK(void_verdict(program, begins + "Ann: 12-12 12-3\nBob: 12-0\n", head) == "legal");
  CHECK(void_verdict(program, begins + "Ann: 12-12 12-3\nBob: 12-1\n", head).starts_with("first-leads 2"));
  CHECK(void_verdict(program, begins + "Ann: 12-12 12-3\nBob: 12-0\nCem: 12-8\n", head) == "legal");
  CHECK(void_verdict(program, begins + "first Cem\nAnn: 12-12 12-3\n", head).starts_with("false-claim"));
}

TEST_CASE("a redeal that no rule calls for is false, and one left out is reported", "[replay][void]") {
  const engine::Rules program = void_rules(misdeal);
  const std::string begins = "round 12\nAnn: 12-12 12-3\nBob: 12-0\n";
  CHECK(void_verdict(program, begins + "redeal\n\nAnn: 12-12 12-3\n") ==
        "false-claim 0: By these rules the round is not void here, and nothing is dealt again");
  CHECK(void_verdict(void_rules(""), begins + "redeal\n\nAnn: 12-12 12-3\n") ==
        "false-claim 0: By these rules no round is void and dealt again");
  CHECK(void_verdict(program, begins + "Cem: misdeal\nCem: 12-5\n") ==
        "round-over 4: The round is void before this, and dealt again");
  CHECK(void_verdict(program, begins + "Cem: misdeal\n\nround 11\nAnn: 11-11 11-3\n")
            .starts_with("false-claim 0: The round that comes here is that of"));
  CHECK(void_verdict(program, begins + "Cem: misdeal\n\nround 12\nAnn: 12-12 12-3\n") == "legal");
  CHECK(void_verdict(program, begins + "Cem: misdeal\n") == "legal");
  // The table may agree to it.
  const Judgement agreed = judge_record(
      program,
      void_record(program, void_head + begins +
                               "redeal\nreferee: allow \"a tile fell\"\n\nAnn: 12-12 12-3\nBob: 12-0\n"));
  CHECK(agreed.verdict == Verdict::legal);
  CHECK(agreed.allowed.size() == 1);
  // Judging goes on with the new deal.
  const Judgement found = judge_record(
      program, void_record(program, void_head + begins + "redeal\n\nAnn: 12-12 12-3\nBob: 8-1\n"));
  REQUIRE(found.more.size() == 1);
  CHECK(found.more.front().rule == "tiles-match");
}

TEST_CASE("a void round's tiles say nothing of those dealt again", "[replay][void]") {
  const engine::Rules program = void_rules(misdeal);
  const std::string begins = "round 12\nhand Bob: 12-0 ?x14\nAnn: 12-12 12-3\nBob: misdeal\nredeal\n\n";
  CHECK(void_verdict(program, begins + "hand Ann: 12-0 ?x14\nAnn: 12-12 12-0\n") == "legal");
  CHECK(void_verdict(program, begins + "hand Ann: 12-0 ?x14\nBob: 12-12 12-0\n").starts_with("tile-"));
  CHECK(void_verdict(program,
                     "round 12\nhand Ann: 12-0 ?x14\nAnn: 12-12 12-3\nBob: 12-0\nCem: misdeal\nredeal\n")
            .starts_with("tile-"));
}

TEST_CASE("a round may be void by tiles that nobody wrote down", "[replay][void]") {
  const engine::Rules program = void_rules(
      "rules:\n  - id: no-doubles\n    after: lay\n    when: all(t in rest where not t.double)\n    do: "
      "redeal()\n"
      "    says: When a player has no double left, all is dealt again.\n");
  const std::string begins = "round 12\nAnn: 12-12 12-3\n";
  CHECK(void_verdict(program, begins + "Bob: 12-0\n") == "legal");
  CHECK(void_verdict(program, begins + "redeal\n\nAnn: 12-12 12-3\n") == "legal");
  CHECK(void_verdict(program, begins + "Bob: 12-0\nredeal\n\nAnn: 12-12 12-3\n") == "legal");
  // Nor need it have been void where the next round follows.
  CHECK(void_verdict(program, begins + "\nround 11\nAnn: 11-11 11-3\n") == "legal");
  CHECK(void_verdict(program, begins + "\nround 12\nAnn: 12-12 12-3\n") == "legal");
  const std::string known = "round 12\nhand Ann: 12-12 12-3 0-0 ?x12\nAnn: 12-12 12-3\n";
  CHECK(void_verdict(program, known + "redeal\n\nAnn: 12-12 12-3\n").starts_with("false-claim"));
  CHECK(void_verdict(program, known + "Bob: 12-0\n") == "legal");
}

TEST_CASE("behind missing turns nobody knows whether a round was void", "[replay][void]") {
  const std::string lines = "round 12\nAnn: 12-12 12-3\n?\nCem: 12-5\nredeal\n\nAnn: 12-12 12-3\nBob: 12-0\n";
  CHECK(void_verdict(void_rules(misdeal), lines) == "undecided");
  CHECK(void_verdict(void_rules(""), lines).starts_with("false-claim"));
}

TEST_CASE("a round that is void before its first turn may be dealt again with one line", "[replay][void]") {
  const engine::Rules program = void_rules(
      "rules:\n  - id: no-fives\n    after: dealt\n    when: round.voids == 0 and count(t in me.hand where "
      "t.double) > 4\n"
      "    do: redeal()\n    says: Nobody plays with five doubles.\n");
  const std::string hands =
      "round 12\n"
      "hand Ann: 12-12 1-1 2-2 3-3 4-4 5-5 6-0 6-1 6-2 6-3 6-4 6-5 7-0 7-1 7-2\n"
      "hand Bob: 8-0 8-1 8-2 8-3 8-4 8-5 8-6 8-7 9-0 9-1 9-2 9-3 9-4 9-5 9-6\n"
      "hand Cem: 10-0 10-1 10-2 10-3 10-4 10-5 10-6 10-7 10-8 10-9 11-0 11-1 11-2 11-3 11-4\n";
  const std::string again = "Ann: 12-12 12-3\nBob: 12-0\n";
  CHECK(void_verdict(program, hands + "redeal\n" + again) == "legal");
  CHECK(void_verdict(program, hands + "engine 12-12 Ann\nredeal\n" + again) == "legal");
  CHECK(void_verdict(program, hands + "engine 12-12 Ann\n\nround 12\n" + again) == "legal");
  CHECK(void_verdict(program, hands + "Ann: 12-12 6-0>Ann\n").starts_with("round-over"));
  CHECK(void_verdict(program, hands + "redeal\n" + again + "Cem: 3-9\n").starts_with("tiles-match"));
}

TEST_CASE("steps tell of a void round and of what chance said", "[replay][void]") {
  const engine::Rules program =
      void_rules(misdeal + "facts:\n  lucky: { of: round, chance: 0..12, shown: Lucky number }\n");
  const Record record = void_record(
      program,
      void_head +
          "round 12\nchance lucky 7\nAnn: 12-12 12-3\nBob: misdeal\nredeal\n\nchance lucky 0\nCem: 12-12\n");
  std::string reported;
  std::vector<std::string> places;
  step_through(program, record, [&](const Frame& frame) {
    for (const std::string& sentence : frame.sentences) reported += sentence + "\n";
    places.push_back(frame.place);
    return true;
  });
  CHECK(reported.find("By chance, Lucky number: 7.") != std::string::npos);
  CHECK(reported.find("By chance, Lucky number: 0.") != std::string::npos);
  CHECK(reported.find("The round is void.") != std::string::npos);
  CHECK(std::find(places.begin(), places.end(), "#2.1") != places.end());
}

TEST_CASE("what chance said and nobody wrote down convicts nobody", "[replay][chance]") {
  const engine::Rules program = void_rules(
      "facts:\n  wild: { of: round, chance: 1..6 }\n  grandma: { of: match, chance: players }\n"
      "rules:\n  - id: wild-fits\n    except: tiles-match\n    when: tile has round.wild\n    says: The wild "
      "number fits.\n"
      "  - id: grandma-goes\n    except: closed-train\n    when: me == match.grandma\n    says: Grandma "
      "plays everywhere.\n");
  CHECK(void_verdict(program, "round 12\nAnn: 12-12 5-3\nBob: 6-3\nCem: 8-3\n") == "legal");
  CHECK(void_verdict(program, "round 12\nAnn: 12-12 5-3\nBob: 6-2\n").starts_with("tiles-match 2"));
  CHECK(void_verdict(program, "round 12\nchance wild 4\nAnn: 12-12 5-3\n").starts_with("tiles-match 1"));
  // Each round for itself: that both say the same is not asked.
  CHECK(
      void_verdict(
          program,
          "round 12\nAnn: 12-12 12-3\nBob: 3-8>Ann\nround 11\nAnn: 11-11 11-8\nBob: 11-7\nCem: 8-4>Ann\n") ==
      "legal");
  CHECK(
      void_verdict(program,
                   "round 12\nchance grandma Bob\nAnn: 12-12 12-3\nBob: 3-8>Ann\nround 11\nAnn: 11-11 11-8\n"
                   "Bob: 11-7\nCem: 11-5\nAnn: 5-4>Cem\n")
          .starts_with("closed-train 4"));
  // Behind missing turns what was written is still known.
  CHECK(void_verdict(
            program,
            "round 12\nchance wild 4\nchance grandma Cem\nAnn: 12-12 12-3\n?\nBob: 12-0>Bob\nBob: 0-1>Ann\n")
            .starts_with("turn-order 3"));

  const Record record = void_record(program, void_head + "round 12\nAnn: 12-12 5-3\n");
  const Judgement found = judge_record(program, record);
  const auto speaks = [](const Note& note) {
    return note.message == "what chance said is not written; it is taken for: chance wild 3";
  };
  CHECK(std::any_of(found.notes.begin(), found.notes.end(), speaks));
  RefereeOptions strict;
  strict.strict = true;
  CHECK(judge_record(program, record, strict).verdict == Verdict::undecided);
}

TEST_CASE("points that rest on chance are believed where it is not written", "[replay][chance]") {
  const engine::Rules program = void_rules(
      "facts:\n  lucky: { of: round, chance: 0..12 }\n"
      "rules:\n  - id: double-it\n    after: counting\n    do: score(me, sum(t in me.hand where t has "
      "round.lucky of t.pips))\n"
      "    says: Lucky tiles count twice.\n");
  const std::string left = "left Ann:\nleft Bob: 5-3\nleft Cem: 1-0\n";
  const auto total = [&](const std::string& lines) {
    return score_record(program, void_record(program, void_head + lines)).totals[1];
  };
  CHECK(total("round 12\nchance lucky 5\n" + left) == 16);
  CHECK(total("round 12\n" + left + "score Ann 0 Bob 16 Cem 1\n") == 16);
  CHECK(total("round 12\n" + left) == std::nullopt);
}

TEST_CASE("a chance line says what the rules leave to chance, once", "[replay][chance]") {
  const engine::Rules program = void_rules(
      "facts:\n  lucky: { of: round, chance: 2..6, shown: Lucky }\n  grandma: { of: match, chance: players, "
      "shown: Grandma }\n"
      "  noted: { of: round, is: int, shown: Noted }\n");
  const auto complaint = [&](const std::string& line) {
    const dsl::Checked<Record> record = read_record(
        {}, void_head + "round 12\n" + line + "\nAnn: 12-12 12-3\n", [&](const Header&) { return &program; });
    return record.ok()
               ? std::string("fine")
               : std::string(record.diagnostics.front().code) + ": " + record.diagnostics.front().message;
  };
  CHECK(complaint("chance lucky 6") == "fine");
  CHECK(complaint("Chance: Lucky = 2") == "unknown-player: no player is called 'Chance'");
  CHECK(complaint("CHANCE Lucky: 2") == "fine");
  CHECK(complaint("chance grandma B") == "fine");
  CHECK(complaint("chance lucky 7") == "bad-number: 'lucky' is a number from 2 to 6 by these rules");
  CHECK(complaint("chance lucky Ann") == "bad-number: 'lucky' is a number from 2 to 6 by these rules");
  CHECK(complaint("chance grandma 2") == "bad-number: 'grandma' is one of the players by these rules");
  CHECK(complaint("chance luky 3") == "unknown-chance: by these rules chance decides no 'luky'");
  CHECK(complaint("chance noted 3") == "unknown-chance: by these rules chance decides no 'noted'");

  CHECK(void_verdict(program, "round 12\nchance lucky 3\nchance lucky 4\nAnn: 12-12 12-3\n") ==
        "false-claim 0: Chance has decided this already: lucky is 3");
  CHECK(void_verdict(program,
                     "round 12\nchance grandma Ann\nAnn: 12-12 12-3\n\nround 11\nchance grandma Bob\nAnn: "
                     "11-11 11-3\n") == "false-claim 0: Chance has decided this already: grandma is Ann");
  CHECK(void_verdict(program, "round 12\nAnn: 12-12 12-3\nchance lucky 3\n")
            .starts_with("false-claim 0: This belongs"));

  const auto header = [&](const std::string& field) {
    const Record record =
        void_record(program, "[variant x]\n[players Ann Bob Cem]\n" + field + "\n\nround 12\n");
    const dsl::Diagnostics wrong = check_header(program, record.header);
    return wrong.empty() ? std::string("fine") : wrong.front().help;
  };
  CHECK(header("[fact grandma Cem]") == "fine");
  CHECK(header("[fact lucky 2]") == "fine");
  CHECK(header("[fact lucky 7]") == "it is a number from 2 to 6");
}

TEST_CASE("played matches with void rounds are legal records, whatever is left out of them",
          "[replay][void]") {
  const engine::Rules program = void_rules(
      misdeal +
      "facts:\n  lucky: { of: round, chance: 0..12 }\n  grandma: { of: match, per: game, chance: players }\n"
      "rules:\n  - id: lucky-seven\n    after: lay\n    when: tile has round.lucky and tile.double and "
      "round.voids < 2\n"
      "    do: redeal()\n    says: A lucky double ends it all.\n"
      "  - id: three-doubles\n    after: dealt\n    when: round.voids == 0 and count(t in me.hand where "
      "t.double) > 3\n"
      "    do: redeal()\n    says: Three doubles are enough.\n"
      "  - id: grandma-goes\n    except: closed-train\n    when: me == match.grandma\n    says: Grandma "
      "plays everywhere.\n"
      "match:\n  rounds: 3\n");
  int voids = 0;
  int before_turns = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    INFO(seed);
    engine::Random random(seed);
    engine::PlayOptions options;
    options.declared = 0.02;
    engine::Position position = engine::begin_match(program);
    const engine::Position begin = position;
    std::vector<PlayedRound> rounds;
    while (!engine::match_over(program, position) && rounds.size() < 30) {
      PlayedRound round;
      engine::Observer observer;
      observer.act = [&](const engine::Act& act, const engine::Position&) { round.acts.push_back(act); };
      engine::play_round(program, position, random, options, observer);
      if (position.voided) ++voids;
      if (position.voided && position.lap == 0) ++before_turns;
      rounds.push_back(std::move(round));
    }
    Header header;
    header.variant.name = "x";
    for (const char* name : {"Ann", "Bob", "Cem"}) header.players.push_back({name, {}, {}});
    for (const RecordParts parts :
         {RecordParts{}, RecordParts{false, true, true}, RecordParts{false, false, false}}) {
      const Record record = record_from_acts(program, header, begin, rounds, parts);
      const std::string text = write_record(record);
      INFO(text);
      CHECK(void_record(program, text) == record);
      const Judgement found = judge_record(program, record);
      if (found.ruling) UNSCOPED_INFO(found.ruling->rule << " " << found.ruling->message);
      // Whether a round was void when it was dealt depends on hands that may not be written.
      CHECK(found.verdict != Verdict::illegal);
      if (parts.hands) CHECK(found.verdict == Verdict::legal);
      CHECK(found.scores.empty());
      // Without what chance said nobody is convicted, either.
      Record unwritten = record;
      for (RecordRound& round : unwritten.rounds)
        std::erase_if(round.items,
                      [](const Item& item) { return std::holds_alternative<ChanceLine>(item.line); });
      CHECK(judge_record(program, unwritten).verdict != Verdict::illegal);
    }
    const MatchResult sheet = score_record(program, record_from_acts(program, header, begin, rounds));
    for (std::size_t p = 0; p < 3; ++p)
      CHECK(sheet.totals[p] == position.players[p].total + position.players[p].points);
  }
  CHECK(voids > 6);
  CHECK(before_turns > 0);
}
