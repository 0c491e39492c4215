// Finding the engine in every way that its keys can say, together: what random players do is legal, whatever
// is written of their hands and draws.

#include <array>
#include <string>

#include "engine/rules.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/chance.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

/// Rules that differ in how the engine is found alone.
std::string random_search(std::uint64_t seed) {
  Chance chance(seed);
  const auto pick = [&](std::initializer_list<const char*> list) {
    return std::string(*(list.begin() + chance.below(static_cast<int>(list.size()))));
  };
  const auto perhaps = [&](int percent, const std::string& key, std::initializer_list<const char*> values) {
    const std::string value = pick(values);
    return chance.percent(percent) ? "    " + key + ": " + value + "\n" : std::string();
  };
  std::string out =
      "roundhouse: 1\nname: Search\nextends: train\noptions:\n  highest: 6\n  first_double: 6\n";
  out += "  copies: " + pick({"1", "1", "2"}) + "\n  deal: { 2..4: " + pick({"2", "4", "6"}) + " }\n";
  out += "setup:\n  players: 2..4\n";
  if (chance.percent(50)) out += "  first: " + pick({"none", "round.rotation", "match.anyone"}) + "\n";
  if (chance.percent(30))
    out += "  starter: " +
           pick({"holder.left", "round.first", "best(p in players of sum(t in p.hand of t.pips))",
                 "\n    - when: holder.kept\n      then: holder.left\n    - then: holder"}) +
           "\n";
  if (chance.percent(15))
    out += "  redeal: { when: any(p in players where count(t in p.hand where t.double) > 1), limit: 2 }\n";
  out += "  engine:\n    from: " + pick({"hands", "hands", "lead", "lead", "lead", "aside", "turned"}) + "\n";
  out += perhaps(
      60, "leader",
      {"best(p in players of p.seat)", "round.first.left", "match.last_out", "best(p in players of p.age)"});
  out += perhaps(50, "passes", {"left", "never"});
  out += "    wanted: " +
         pick({"tile.double", "tile.double", "tile.high == 6", "tile.pips > 7", "true",
               "tile.double and tile.high > 3"}) +
         "\n";
  out += perhaps(60, "best", {"tile.pips", "0", "tile.high mod 2", "tile.low - holder.place"});
  out += perhaps(50, "ties", {"lot", "lot", "order"});
  out += "    missing: " + pick({"unison", "in-turn", "one-by-one", "reveal", "redeal"}) + "\n";
  out += perhaps(70, "drawn", {"back", "back", "aside", "keep"});
  if (chance.percent(40))
    out += "    limit: " + pick({"1", "2"}) + "\n    then: " + pick({"nothing", "turn-over"}) + "\n";
  return out;
}

struct Seen {
  int rounds = 0;
  int legal = 0;
  int undecided = 0;
};

void judge_all(std::uint64_t first_seed, int count, Seen& seen) {
  for (std::uint64_t seed = first_seed; seed < first_seed + static_cast<std::uint64_t>(count); ++seed) {
    const std::string rules = random_search(seed);
    const int players = 2 + static_cast<int>(seed % 3);
    const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules), players);
    const auto round = tests::random_round(program, seed, 0.1);
    if (!round) continue;
    ++seen.rounds;
    engine::Random random(seed);
    for (int way = 0; way < 5; ++way) {
      RecordParts parts;
      parts.hands = way != 1 && way != 3;
      parts.draws = way != 2 && way != 3;
      Record record = round->record(program, parts);
      if (way == 4) tests::mask_out(record, random, 0.5);
      std::string text;
      const std::optional<Record> read = tests::read_back(record, text);
      INFO(rules << text);
      REQUIRE(read);
      const Judgement judgement = judge_record(program, *read);
      INFO((judgement.ruling ? judgement.ruling->message : judgement.undecided));
      CHECK(judgement.verdict != Verdict::illegal);
      if (way == 0) CHECK(judgement.verdict == Verdict::legal);
      seen.legal += judgement.verdict == Verdict::legal ? 1 : 0;
      seen.undecided += judgement.verdict == Verdict::undecided ? 1 : 0;
    }
  }
}

}  // namespace

TEST_CASE("however the engine is found, what is played is legal, whatever is written of it",
          "[replay][referee]") {
  Seen seen;
  judge_all(1, 200, seen);
  CAPTURE(seen.rounds, seen.legal, seen.undecided);
  CHECK(seen.rounds > 125);
  CHECK(seen.undecided * 20 < seen.legal);
}

TEST_CASE("in many ways to find the engine, what is played is legal", "[.long][long][replay][referee]") {
  Seen seen;
  judge_all(1'000'000, 20'000, seen);
  CHECK(seen.undecided * 20 < seen.legal);
}
