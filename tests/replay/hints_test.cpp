// What could have been done instead of an illegal act is put in, and judged; where all hands are written
// nothing else was legal.

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/filled_in.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/spread_rounds.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

/// The record up to the act that is illegal, which is left out; the line goes on with `acts`, and but for a
/// `pass` its turn is not over.
std::string up_to(const std::string& text, const Ruling& ruling, const std::string& acts) {
  const std::size_t begin = ruling.place.where.begin;
  const std::size_t line = text.rfind('\n', begin == 0 ? 0 : begin - 1) + 1;
  std::string kept = text.substr(0, begin);
  if (begin == line) {
    // The end of the turn, which nobody wrote: all acts of the line stand.
    kept = text.substr(0, text.find('\n', begin));
    for (const std::string& end : {std::string(" mark"), std::string(" nomark"), std::string(" pass")})
      if (kept.ends_with(end)) kept.resize(kept.size() - end.size());
  }
  return kept + " " + acts + (acts == "pass" ? "\n" : " ...\n");
}

struct Tally {
  int rulings = 0;
  int reported = 0;
  int compared = 0;  ///< with all that was legal
};

/// As the position at the end of this record has them, for the player in turn. Absent: some of the hand is
/// not known.
std::optional<std::set<std::string>> legal_acts_at_the_end(const engine::Rules& program,
                                                           const Record& record) {
  engine::Position position = engine::begin_match(program);
  fold_round(program, record.header, record.rounds.front(), true, position);
  if (hidden_count(position, position.turn_player) > 0) return std::nullopt;
  engine::ActList acts;
  engine::legal_acts(program, position, acts);
  std::set<std::string> texts;
  std::set<std::pair<int, engine::TileId>> sides;
  for (const engine::Act& act : acts) {
    if (act.actor != position.turn_player) continue;
    switch (act.kind) {
      case engine::ActKind::lay: {
        const engine::End& end = position.ends[static_cast<std::size_t>(engine::find_end(position, act.end))];
        // The sides of a double are as good as each other.
        if (end.side && act.amount == 0 && !sides.insert({end.group, act.tile}).second) break;
        const std::string where =
            place_text(program, record.header, position, act.actor, act.tile, act.end, act.amount);
        const std::string laid = tile_text(act.tile) + outward_text(act.tile, act.amount);
        texts.insert(where.empty() ? laid : laid + ">" + where);
        break;
      }
      case engine::ActKind::draw:
        texts.insert("draw");
        break;
      case engine::ActKind::done:
        texts.insert("pass");
        break;
      default: {
        std::string text = program.declared[act.declared].name;
        if (act.whom != engine::no_seat)
          text += " " + record.header.players[static_cast<std::size_t>(act.whom)].name;
        if (act.tile != engine::no_tile) text += "(" + tile_text(act.tile) + ")";
        if (act.amount != 0) text += " " + std::to_string(act.amount);
        texts.insert(text);
      }
    }
  }
  return texts;
}

/// True if nothing is illegal with the acts put in. A reported act is known: it is undecided only where the
/// record is before it.
bool goes_on(const engine::Rules& program, const std::string& text, const Ruling& ruling,
             const std::string& acts) {
  const std::string mended = up_to(text, ruling, acts);
  const dsl::Checked<Record> read = read_record({}, mended);
  CAPTURE(acts, mended);
  REQUIRE(read.ok());
  const Verdict verdict = judge_record(program, read.value, {}).verdict;
  if (verdict == Verdict::undecided)
    CHECK(judge_record(program, read_record({}, up_to(text, ruling, "")).value, {}).verdict ==
          Verdict::undecided);
  return verdict != Verdict::illegal;
}

void try_hints(const engine::Rules& program, const std::string& text, const Ruling& ruling, bool all_known,
               Tally& tally) {
  ++tally.rulings;
  INFO(text);
  CAPTURE(ruling.rule, ruling.message);
  for (const std::string& act : in_notation(ruling.could)) {
    ++tally.reported;
    const std::vector<std::string> acts = tests::filled_in(program, act);
    // Where only one of several tiles will do, that one is named.
    const auto wanted = std::min<std::size_t>(acts.size(), 2);
    std::size_t legal = 0;
    for (std::size_t i = 0; i < acts.size() && legal < wanted; ++i)
      if (goes_on(program, text, ruling, acts[i])) ++legal;
    CAPTURE(act);
    CHECK(legal == wanted);
  }
  if (!all_known || (ruling.could.empty() && ruling.help != "nothing at all was legal here")) return;
  const dsl::Checked<Record> before = read_record({}, up_to(text, ruling, ""));
  REQUIRE(before.ok());
  const auto legal = legal_acts_at_the_end(program, before.value);
  if (!legal) return;
  ++tally.compared;
  const std::vector<std::string> told = in_notation(ruling.could);
  const std::set<std::string> could(told.begin(), told.end());
  CHECK(std::includes(legal->begin(), legal->end(), could.begin(), could.end()));
  // What else is legal moves no tile, and the same rule refuses the end of the turn behind it.
  for (const std::string& act : *legal) {
    if (could.contains(act)) continue;
    std::string ended = up_to(text, ruling, act);
    ended.erase(ended.rfind(" ..."), 4);
    CAPTURE(act, ended);
    const dsl::Checked<Record> read = read_record({}, ended);
    REQUIRE(read.ok());
    const Judgement judged = judge_record(program, read.value, {});
    REQUIRE(judged.ruling);
    CHECK(judged.ruling->rule == ruling.rule);
  }
}

void spoil_and_try(int rounds, std::uint64_t first_seed) {
  Tally tally;
  for (const std::string& variant : tests::bundled_names())
    tests::spread_rounds(variant, rounds, first_seed,
                         [&](const tests::SetTable& set, const std::string& name,
                             const tests::RandomRound& round, std::uint64_t seed) {
                           engine::Random random(seed);
                           Record record = round.record(*set.program, {});
                           const std::uint32_t hidden = random.below(3);
                           if (hidden > 0) tests::mask_out(record, random, hidden == 1 ? 0.5 : 1.0);
                           if (!tests::spoil(record, *set.program, random)) return;
                           std::string text;
                           const std::optional<Record> read = tests::read_back(record, text);
                           if (!read) return;
                           INFO(name);
                           const Judgement judged = judge_record(*set.program, *read, {});
                           if (judged.ruling)
                             try_hints(*set.program, text, *judged.ruling, hidden == 0, tally);
                         });
  CAPTURE(tally.rulings, tally.reported, tally.compared);
  // Most rulings are about something that could have been done otherwise.
  CHECK(tally.reported >= tally.rulings);
  CHECK(tally.compared * 10 >= tally.rulings);
  if (rounds >= 1'000)
    std::printf("%d rulings, %d acts named and tried, %d times with all that was legal\n", tally.rulings,
                tally.reported, tally.compared);
}

}  // namespace

TEST_CASE("what could have been done instead is legal, and with all hands written nothing else is",
          "[replay][referee]") {
  spoil_and_try(60, 1);
}

TEST_CASE("what could have been done instead of many illegal acts is legal",
          "[.long][long][replay][referee]") {
  spoil_and_try(3'000, 100'000);
}
