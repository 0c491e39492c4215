// Random rounds of every variant at its tables: all numbers of players, each value of each option by itself,
// and two hundred tables where options are set together at random; of each kind a sample, or, where it may
// take long, all. No round comes to a dead end or to no end, no tile is lost, the scores are those that a
// person would count, and the round written down and read back is legal.

#include <cstdint>

#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/properties.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {
namespace {

constexpr std::size_t combinations = 200;

struct Tally {
  int rounds = 0;
  int voided = 0;  ///< no engine could be had
  int refused = 0;
};

/// Plays one round; "" if all was well with it.
std::string trouble_in_play(const SetTable& set, std::uint64_t seed, RandomRound& round, bool acts_too) {
  const engine::Rules& program = *set.program;
  engine::ActList acts;
  std::string trouble;
  const auto note = [&](const std::string& found) {
    if (trouble.empty()) trouble = found;
  };
  // Scores are those that the end of the round made, before a referee's points come on top.
  bool over = false;
  round = play_random_round(program, seed, 0.1, [&](const engine::Position& after) {
    note(trouble_with(program, after));
    if (acts_too) note(trouble_with_acts(program, after, acts));
    if (over || after.phase != engine::Phase::over || after.engine_tile == engine::no_tile) return;
    over = true;
    const std::vector<int> counts = count_hands(set.rules, program, after);
    for (std::size_t seat = 0; seat < counts.size(); ++seat)
      if (after.players[seat].points != counts[seat]) note("a score is wrong");
  });
  if (round.outcome == engine::Outcome::dead_end) note("a dead end");
  if (round.outcome == engine::Outcome::too_long) note("no end");
  if (round.outcome == engine::Outcome::finished && !over) note("nobody counted");
  return trouble;
}

void judge(const engine::Rules& program, const RandomRound& round) {
  const replay::Record written = round.record(program, {});
  std::string text;
  const std::optional<replay::Record> read = read_back(written, text);
  INFO(text);
  REQUIRE(read);
  REQUIRE(*read == written);
  replay::RefereeOptions options;
  options.trust = false;
  const replay::Judgement judgement = judge_record(program, *read, options);
  INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message
                         : "no ruling, " + judgement.undecided));
  REQUIRE(judgement.verdict == replay::Verdict::legal);
  REQUIRE(judgement.scores.empty());
}

void play_table(const VariantTable& table, const SetTable& set, int rounds, Tally& tally) {
  INFO(table.text());
  for (int i = 0; i < rounds; ++i) {
    INFO("seed " << i);
    RandomRound round;
    // Trying every tile at every end takes longer than all the rest: one round of ten.
    REQUIRE(trouble_in_play(set, static_cast<std::uint64_t>(i), round, i % 10 == 0) == "");
    ++tally.rounds;
    if (round.outcome == engine::Outcome::voided)
      ++tally.voided;
    else
      judge(*set.program, round);
  }
}

/// At most `most` tables of either kind, drawn by the seed of the samples.
void play_every_table(const std::string& variant, int rounds, std::size_t most) {
  Tally single;
  const std::vector<VariantTable> all = tables_of(variant);
  const std::vector<std::size_t> chosen = sample(all.size(), most);
  for (const std::size_t number : chosen) {
    const SetTable set = set_up(all[number]);
    if (set.program)
      play_table(all[number], set, rounds, single);
    else
      ++single.refused;
  }
  // The ends of a range go with few numbers of players.
  CHECK(static_cast<std::size_t>(single.refused) * 4 < chosen.size());
  CHECK(single.voided * 10 < single.rounds);

  Tally together;
  const Combinations found = combinations_of(variant, combinations, 1);
  CAPTURE(found.refused);
  REQUIRE(found.accepted.size() == combinations);
  for (const std::size_t number : sample(combinations, most))
    play_table(found.accepted[number].table, found.accepted[number].set, rounds, together);
  CHECK(together.voided * 4 < together.rounds);
}

}  // namespace

TEST_CASE("rounds at every table of every variant keep the rules that all games share", "[variants]") {
  for (const std::string& variant : bundled_names()) {
    DYNAMIC_SECTION(variant) { play_every_table(variant, 10, 40); }
  }
}

TEST_CASE("many rounds at every table of every variant keep the rules that all games share",
          "[.long][long][variants]") {
  for (const std::string& variant : bundled_names()) {
    DYNAMIC_SECTION(variant) { play_every_table(variant, 200, SIZE_MAX); }
  }
}

}  // namespace roundhouse::tests
