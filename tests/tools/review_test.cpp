// What might have been played better: what is offered is legal where it stands, the planner has nothing to
// learn from itself, and of a hand that is not known nothing is said.

#include <string>
#include <vector>

#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tools/players/all_players.h"
#include "tools/review/review.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

struct Played {
  Record record;
  std::string text;
};

/// The seats in turn are taken by these players.
Played played_round(const engine::Rules& program, std::uint64_t seed,
                    const std::vector<const engine::Player*>& players) {
  engine::PlayOptions options;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat)
    options.seats.push_back(players[seat % players.size()]);
  const tests::RandomRound round = tests::play_random_round(program, seed, 0, {}, options);
  Played played;
  const Record record = round.record(program, RecordParts{});
  const std::optional<Record> read = tests::read_back(record, played.text);
  INFO(played.text);
  REQUIRE(read);
  played.record = *read;
  return played;
}

std::vector<Mistake> mistakes_in(const engine::Rules& program, const Record& record,
                                 const std::optional<std::vector<std::string>>& reviewed = {}) {
  Reviewer reviewer(program, record.header, reviewed);
  for (const RecordRound& round : record.rounds) reviewer.add_round(round);
  return reviewer.mistakes();
}

const engine::Player* player(std::string_view name) {
  for (const engine::Player* one : engine::all_players())
    if (one->name == name) return one;
  return nullptr;
}

}  // namespace

TEST_CASE("what a review offers is legal where it stands", "[replay][review]") {
  int offered = 0;
  for (const std::string variant : {"train", "dual", "star-ranch", "chicken-foot"}) {
    const engine::Rules program = engine::compile_rules(
        tests::rules_from_text("roundhouse: 1\nname: T\nextends: " + variant + "\n"), 3);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Played played = played_round(program, seed, {player("random")});
      for (const Mistake& mistake : mistakes_in(program, played.record)) {
        REQUIRE(mistake.note.could.size() == 1);
        const std::string& better = mistake.note.could.front();
        const std::string cut = played.text.substr(0, mistake.note.where.begin) + better + " ...\n";
        INFO(variant);
        INFO(cut);
        const dsl::Checked<Record> with = read_record({}, cut);
        REQUIRE(with.ok());
        const Judgement judged = judge_record(program, with.value, {});
        CHECK(judged.verdict == Verdict::legal);
        CHECK(mistake.points >= 2);
        CHECK(mistake.note.text.find(better) != std::string::npos);
        ++offered;
      }
    }
  }
  CHECK(offered > 40);
}

TEST_CASE("a review finds fault with chance, and none with the planner", "[replay][review]") {
  const engine::Rules program =
      engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: T\nextends: train\n"), 4);
  std::size_t of_random = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    // Seats 0 and 2 are the planner's.
    const Played played = played_round(program, seed, {player("planner"), player("random")});
    const std::vector<Mistake> all = mistakes_in(program, played.record);
    for (const Mistake& mistake : all) {
      INFO(mistake.note.text);
      CHECK(mistake.seat % 2 == 1);
    }
    of_random += all.size();
    // The same again, whole and of one player alone.
    const std::vector<Mistake> again = mistakes_in(program, played.record);
    REQUIRE(again.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(again[i].note.text == all[i].note.text);
    for (const Mistake& mistake :
         mistakes_in(program, played.record, {{played.record.header.players[1].name}}))
      CHECK(mistake.seat == 1);
  }
  CHECK(of_random > 20);
}

TEST_CASE("a review for nobody looks at no tile", "[replay][review]") {
  const engine::Rules program =
      engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: T\nextends: train\n"), 3);
  const Played played = played_round(program, 5, {player("random")});
  Reviewer reviewer(program, played.record.header, std::vector<std::string>{});
  for (const RecordRound& round : played.record.rounds) reviewer.add_round(round);
  CHECK(reviewer.laid() > 10);
  CHECK(reviewer.reviewed() == 0);
}

TEST_CASE("of a hand that is not known a review says nothing", "[replay][review]") {
  const engine::Rules program =
      engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: T\nextends: train\n"), 3);
  Played played = played_round(program, 5, {player("random")});
  engine::Random random(1);
  tests::mask_out(played.record, random, 1);
  Reviewer reviewer(program, played.record.header);
  reviewer.add_round(played.record.rounds.front());
  CHECK(reviewer.mistakes().empty());
  CHECK(reviewer.reviewed() == 0);
  CHECK(reviewer.laid() > 10);
}
