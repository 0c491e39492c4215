// Matches whose rules change on their way and to which somebody comes late: what was played is legal, no
// matter who judges it; it is the same record when it is written and read; and what the score sheet makes of
// it is what the engine counted.

#include <atomic>
#include <sstream>

#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/large/judge_large.h"
#include "replay/scores/match_result.h"
#include "replay/views/renderer.h"
#include "replay/views/score_sheet.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/changing_match.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

std::string gist(const Judgement& judgement) {
  std::string text = std::to_string(static_cast<int>(judgement.verdict)) + " of " +
                     std::to_string(judgement.rounds) + " rounds";
  if (judgement.ruling)
    text += ": " + judgement.ruling->rule + " at " + judgement.ruling->place.round + "." +
            std::to_string(judgement.ruling->place.turn) + ": " + judgement.ruling->message;
  for (const ScoreDifference& score : judgement.scores)
    text += "; " + score.player + " " + std::to_string(score.claimed) + " for " + std::to_string(score.right);
  return text + "; " + judgement.undecided;
}

Judgement judged_in_pieces(const std::string& text, tests::RulesOfHeaders& rules, int jobs,
                           const RefereeOptions& options) {
  dsl::SourceMap sources;
  std::istringstream stream(text);
  const std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> rounds = 0;
  const LargeJudging judging{[&](dsl::FileId, const Header& header) { return rules.of(header); }, options,
                             jobs, stop, rounds};
  const LargeJudgement found = judge_large(sources, {"record", stream}, judging);
  INFO(text);
  REQUIRE(found.complaints.empty());
  REQUIRE(found.judgement);
  return *found.judgement;
}

struct Seen {
  int matches = 0;
  int changes = 0;
  int newcomers = 0;
};

void check_match(const tests::ChangingMatch& match, tests::RulesOfHeaders& rules) {
  const std::string text = write_record(match.record);
  INFO(text);
  const dsl::Checked<Record> read = read_record({}, text, rules.program_of());
  REQUIRE(read.ok());
  REQUIRE(read.value == match.record);
  CHECK(write_record(read.value) == text);
  const std::string json = write_record_json(match.record);
  const dsl::Checked<Record> twin = read_record_json({}, json, rules.program_of());
  REQUIRE(twin.ok());
  CHECK(twin.value == match.record);

  const engine::Rules& program = *rules.of(read.value.header).program;
  RefereeOptions options;
  options.trust = false;
  const Judgement judgement = judge_record(program, read.value, options);
  INFO(gist(judgement));
  CHECK(judgement.verdict == Verdict::legal);
  CHECK(judgement.scores.empty());
  CHECK(gist(judge_record(program, twin.value, options)) == gist(judgement));
  for (const int jobs : {1, 3}) CHECK(gist(judged_in_pieces(text, rules, jobs, options)) == gist(judgement));

  const MatchResult result = score_record(program, read.value);
  REQUIRE(result.games.size() > 0);
  REQUIRE(result.games.back().totals.size() == match.totals.size());
  for (std::size_t p = 0; p < match.totals.size(); ++p)
    CHECK(result.games.back().totals[p] == match.totals[p]);
  for (const RoundResult& round : result.rounds) CHECK(round.players.size() == match.totals.size());
  const std::vector<ScoreTable> sheets{{{"record"}, "variant", result}};
  dsl::SourceMap sources;
  CHECK(!render_score_text(sources, sheets).empty());
  CHECK(!render_score_csv(sheets).empty());
  CHECK(!render_score_html(sources, sheets).empty());
  CHECK(!render_score_json(sources, sheets).empty());

  std::size_t last = 0;
  std::string trouble;
  step_through(program, read.value, [&](const Frame& frame) {
    last = frame.round;
    if (!frame.trouble.empty()) trouble = frame.trouble;
    const RoundTerms* own = frame.by.terms.get();
    const Header& header = own ? own->header : read.value.header;
    return !render_table_text(own ? *own->rules.program : program, header, frame, {}).empty();
  });
  CHECK(trouble == "");
  CHECK(last + 1 == read.value.rounds.size());
}

}  // namespace

TEST_CASE("matches whose rules change on their way are what was played", "[replay][referee]") {
  Seen seen;
  for (const std::string& variant : tests::all_bundled_names()) {
    INFO(variant);
    tests::RulesOfHeaders rules;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      INFO("seed " << seed);
      const auto match = tests::play_changing_match(variant, seed, rules);
      if (!match) continue;
      check_match(*match, rules);
      ++seen.matches;
      seen.changes += match->changes;
      seen.newcomers += match->newcomers;
    }
  }
  CHECK(seen.matches > 60);
  CHECK(seen.changes > 60);
  CHECK(seen.newcomers > 40);
}

TEST_CASE("without its hands such a match is as legal", "[replay][referee]") {
  int legal = 0;
  for (const std::string variant : {"train", "dual", "club-double-twelve"}) {
    tests::RulesOfHeaders rules;
    for (std::uint64_t seed = 100; seed < 106; ++seed) {
      auto match = tests::play_changing_match(variant, seed, rules);
      if (!match) continue;
      engine::Random random(seed);
      tests::mask_out(match->record, random, 0.6);
      const std::string text = write_record(match->record);
      INFO(text);
      const dsl::Checked<Record> read = read_record({}, text, rules.program_of());
      REQUIRE(read.ok());
      const Judgement judgement = judge_record(*rules.of(read.value.header).program, read.value);
      INFO(gist(judgement));
      CHECK(judgement.verdict != Verdict::illegal);
      legal += judgement.verdict == Verdict::legal ? 1 : 0;
    }
  }
  CHECK(legal > 6);
}
