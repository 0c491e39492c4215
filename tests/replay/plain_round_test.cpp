// The quick way of judging a round that is written in full against the walk that can tell of everything:
// where the quick way says that nothing is wrong, the walk finds the same, down to the last position.

#include "replay/referee/judge/backtracking_judge.h"
#include "replay/referee/judge/judge_round.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

std::string reported(const Judgement& judgement) {
  std::string text = judgement.verdict == Verdict::legal ? "legal" : "not legal";
  text += ", on trust " + std::to_string(judgement.trust.size());
  for (const Ruling& advice : judgement.advice)
    text += "\n" + std::to_string(advice.place.where.begin) + " " + advice.rule + " " + advice.message;
  for (const ScoreDifference& score : judgement.scores)
    text += "\n" + score.player + " " + std::to_string(score.claimed) + " " + std::to_string(score.right);
  return text;
}

struct Way {
  bool found = false;  ///< nothing was wrong
  std::string reported;
  engine::Position end;
};

Way judge_quickly(const engine::Rules& program, const Record& record, const engine::Position& begin) {
  Way way;
  way.end = begin;
  const auto judgement = judge_plain_round(program, record.header, record.rounds.front(), true, way.end);
  way.found = judgement.has_value();
  if (judgement) way.reported = reported(*judgement);
  return way;
}

Way walk_round(const engine::Rules& program, const Record& record, const engine::Position& begin) {
  Way way;
  way.end = begin;
  HandRowsOnDemand rows(program);
  const RefereeOptions options;
  BacktrackingJudge walk(program, record.header, record.rounds.front(), options, rows, true, way.end);
  walk.walk();
  const Judgement judgement = walk.judge();
  way.found = judgement.verdict == Verdict::legal;
  way.reported = reported(judgement);
  return way;
}

void compare(const engine::Rules& program, const Record& record, const engine::Position& begin, int& plain) {
  const Way quick = judge_quickly(program, record, begin);
  if (!quick.found) return;
  ++plain;
  const Way walked = walk_round(program, record, begin);
  CHECK(quick.reported == walked.reported);
  CHECK(quick.end == walked.end);
}

}  // namespace

TEST_CASE("a round judged the quick way is judged as by the walk", "[referee]") {
  for (const std::string& variant : bundled_names()) {
    DYNAMIC_SECTION(variant) {
      int rounds = 0;
      int plain = 0;
      int plain_if_spoilt = 0;
      std::uint64_t seed = 1;
      for (const VariantTable& table : tables_of(variant)) {
        const SetTable set = set_up(table);
        if (!set.program) continue;
        for (int i = 0; i < 3; ++i, ++seed) {
          INFO(table.text() << ", seed " << seed);
          const auto round = random_round(*set.program, seed, 0.05);
          if (!round) continue;
          std::string text;
          auto record = read_back(round->record(*set.program, {}), text);
          REQUIRE(record);
          INFO(text);
          ++rounds;
          compare(*set.program, *record, round->begin, plain);
          engine::Random random(seed);
          if (!spoil(*record, *set.program, random)) continue;
          record = read_back(*record, text);
          if (record) compare(*set.program, *record, round->begin, plain_if_spoilt);
        }
      }
      CAPTURE(rounds, plain, plain_if_spoilt);
      CHECK(plain * 10 > rounds * 9);
      CHECK(plain_if_spoilt > 0);
    }
  }
}

}  // namespace roundhouse::tests
