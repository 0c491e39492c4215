// The referee's reasoning about hidden tiles against trying out every way of filling them in.

#include <algorithm>
#include <map>
#include <optional>

#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/every_filling.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

/// A set so small that every filling can be tried.
std::string small_set(const std::string& parent, const std::string& options, const std::string& rules = "") {
  return "roundhouse: 1\nname: Small\nextends: " + parent +
         "\noptions:\n  highest: 3\n  deal: { 2: 3 }\n  first_double: 3\n" + options +
         "setup:\n  players: 2..2\n" + rules;
}

struct Agreement {
  int records = 0;
  int left_out = 0;  ///< there are more fillings than can be tried
  int illegal = 0;
  int undecided = 0;
  int proven = 0;        ///< legal with every filling
  int found_proven = 0;  ///< of these, legal also for who is strict
  std::vector<std::string> differences;
};

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::legal:
      return "legal";
    case Verdict::illegal:
      return "illegal";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

/// The line that begins last before this byte.
std::size_t item_at(const RecordRound& round, std::uint32_t byte) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < round.items.size(); ++i)
    if (round.items[i].at.span.begin <= byte) found = i;
  return found;
}

/// Draws for the engine say that nobody held it, which is no claim of a line.
bool has_seek(const Record& record) {
  const auto& items = record.rounds.front().items;
  return std::any_of(items.begin(), items.end(),
                     [](const Item& item) { return std::holds_alternative<SeekLine>(item.line); });
}

/// A strict verdict of legal says that there is no filling with which the record is illegal. Not all that is
/// so is found to be: tests of all hands at once are not asked the other way round.
void compare_strictly(const engine::Rules& program, const Record& record, const std::string& text,
                      Agreement& seen) {
  RefereeOptions options;
  options.strict = true;
  const Judgement judgement = judge_record(program, record, options);
  const std::optional<bool> proven = tests::is_legal_with_every_filling(program, record);
  if (!proven) {
    ++seen.left_out;
    return;
  }
  if (*proven) ++seen.proven;
  if (*proven && judgement.verdict == Verdict::legal) ++seen.found_proven;
  if (*proven || judgement.verdict != Verdict::legal) return;
  seen.differences.push_back(text + "strict: legal\ntried:  not always legal\n");
}

void compare(const engine::Rules& program, const Record& record, const std::string& text, std::int64_t budget,
             Agreement& seen, bool may_be_undecided) {
  RefereeOptions options;
  options.trust = false;
  options.budget = budget;
  const Judgement judgement = judge_record(program, record, options);
  const tests::Tried tried = tests::try_every_filling(program, record);
  if (!tried.all) {
    ++seen.left_out;
    return;
  }
  ++seen.records;
  if (!tried.legal) ++seen.illegal;
  if (judgement.verdict == Verdict::undecided) {
    ++seen.undecided;
    if (may_be_undecided) return;
  }
  if (judgement.verdict == Verdict::legal && tried.legal && seen.records % 4 == 0 && !has_seek(record))
    compare_strictly(program, record, text, seen);
  std::string said(word(judgement.verdict));
  std::string right = tried.legal ? "legal" : "illegal";
  if (said == right && !tried.legal) {
    const RecordPlace& place = judgement.ruling->place;
    const auto spot = [](int turn, std::uint32_t where, std::size_t item) {
      return turn == 0 ? " in item " + std::to_string(item)
                       : " at turn " + std::to_string(turn) + ", byte " + std::to_string(where);
    };
    said += spot(place.turn, place.where.begin, item_at(record.rounds.front(), place.where.begin));
    right += spot(tried.turn, tried.where, tried.item);
  }
  if (said == right) return;
  if (!tried.legal) right += " (" + tried.rule + ")";
  if (judgement.ruling) said += " (" + judgement.ruling->rule + ": " + judgement.ruling->message + ")";
  seen.differences.push_back(text + "referee: " + said + judgement.undecided + "\ntried:   " + right + "\n");
}

struct Trial {
  int most_undecided = 0;
  bool setups = false;  ///< what stands before the first turn is spoilt, too
  std::int64_t budget = RefereeOptions().budget;
};

Agreement try_out(const std::string& rules, std::uint64_t first_seed, int records, const Trial& trial = {}) {
  INFO(rules);
  const int most_undecided = trial.most_undecided;
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules), 2);
  Agreement seen;
  const auto goes_on = [&] { return seen.records < records && seen.left_out * 10 <= records; };
  for (std::uint64_t seed = first_seed; goes_on(); ++seed) {
    const auto round = tests::random_round(program, seed, 0.3);
    if (!round) continue;
    engine::Random random(seed * 7 + 1);
    RecordParts parts;
    parts.scores = false;
    Record record = round->record(program, parts);
    const double struck = std::array{0.3, 0.7, 1.0}[random.below(3)];
    const bool spoilt = random.below(2) == 0;
    if (spoilt)
      while (!(trial.setups && random.below(2) == 0 ? tests::spoil_setup(record, program, random)
                                                    : tests::spoil(record, program, random))) {
      }
    tests::mask_out(record, random, struck);
    std::string text;
    const std::optional<Record> read = tests::read_back(record, text);
    if (!read && spoilt) continue;  // an act after a pass is no notation
    REQUIRE(read);
    compare(program, *read, text, trial.budget, seen, most_undecided > 0);
  }
  for (std::size_t i = 0; i < seen.differences.size() && i < 3; ++i) UNSCOPED_INFO(seen.differences[i]);
  CHECK(seen.differences.empty());
  CHECK(seen.undecided <= most_undecided);
  CHECK(seen.left_out * 10 <= records);
  // Tests of all hands at once are not asked the other way round: such records prove nothing to who is
  // strict.
  if (!trial.setups && seen.proven >= 20) CHECK(seen.found_proven * 2 >= seen.proven);
  CHECK(seen.illegal > records / 8);
  CHECK(seen.illegal < records * 7 / 8);
  return seen;
}

const std::string scheduled = small_set("train", "");
const std::string highest_held = small_set("train", "  engine_found: highest-held\n");
const std::string two_copies =
    "roundhouse: 1\nname: Two copies\nextends: train\noptions:\n  highest: 2\n  copies: 2\n  deal: { 2: 3 }\n"
    "  first_double: 2\n  engine_found: highest-held\nsetup:\n  players: 2..2\n";
const std::string joint = small_set("train", "  engine_found: highest-held\n",
                                    "rules:\n"
                                    "  - id: heavy-hand\n"
                                    "    forbid: draw\n"
                                    "    when: sum(t in me.hand of t.pips) > 11\n"
                                    "    says: Nobody draws to a heavy hand.\n"
                                    "  - id: heavy-passes\n"
                                    "    except: must-draw\n"
                                    "    when: sum(t in me.hand of t.pips) > 11\n"
                                    "  - id: two-doubles-stay\n"
                                    "    forbid: knock\n"
                                    "    when: any(t in me.hand where t.double)\n"
                                    "    says: Nobody knocks on a double.\n");
// Lays that look at the rest of the hand, so that `can.lay` depends on all of it.
const std::string lonely =
    small_set("train", "",
              "rules:\n"
              "  - id: no-lone-double\n"
              "    forbid: lay\n"
              "    when: tile.double and me.count > 1 and not any(t in rest where t has tile.high)\n"
              "    says: A double is laid only by who can cover it.\n");
// What follows of an act depends on the hand: a marker, a fact that later closes a train.
const std::string shy = small_set("train", "",
                                  "facts:\n"
                                  "  shy: { of: player, per: round, is: bool }\n"
                                  "rules:\n"
                                  "  - id: blank-marks\n"
                                  "    after: done\n"
                                  "    when: any(t in me.hand where t has 0)\n"
                                  "    do: mark(me.own.tail)\n"
                                  "    says: Who keeps a blank puts a marker on the own train.\n"
                                  "  - id: grows-shy\n"
                                  "    after: draw\n"
                                  "    when: any(t in me.hand where t.double)\n"
                                  "    do: set(me.shy, true)\n"
                                  "  - id: shy-keeps-home\n"
                                  "    forbid: lay\n"
                                  "    when: me.shy and not end.mine and not end.owed\n"
                                  "    says: Who drew with a double in hand plays at home.\n");
// What follows of a draw depends on the tile that came up: another one, a fact, a marker on the shared train.
const std::string drawn = small_set("train", "",
                                    "facts:\n"
                                    "  shy: { of: player, per: round, is: bool }\n"
                                    "rules:\n"
                                    "  - id: double-again\n"
                                    "    after: draw\n"
                                    "    when: tile.double\n"
                                    "    do: draw(me, 1)\n"
                                    "    says: Who draws a double takes one more tile.\n"
                                    "  - id: blank-shy\n"
                                    "    after: draw\n"
                                    "    when: tile has 0\n"
                                    "    do: set(me.shy, true)\n"
                                    "  - id: shy-keeps-home\n"
                                    "    forbid: lay\n"
                                    "    when: me.shy and not end.mine and not end.owed\n"
                                    "    says: Who drew a blank plays at home.\n");
// Rows that look into the hands of others, beside parts that are known and parts that look into one's own.
const std::string others =
    small_set("train", "",
              "facts:\n"
              "  shy: { of: player, per: round, is: bool }\n"
              "words:\n"
              "  threes_elsewhere:\n"
              "    is: any(p in players where p != me and p.hand has 3)\n"
              "rules:\n"
              "  - id: no-second-draw\n"
              "    forbid: draw\n"
              "    when: threes_elsewhere and turn.drew > 0\n"
              "    says: Nobody draws twice while another has a three.\n"
              "  - id: no-late-draw\n"
              "    forbid: draw\n"
              "    when: me.count > 4 and threes_elsewhere and any(t in me.hand where t.double)\n"
              "    says: Nobody draws to five tiles while another has a three.\n"
              "  - id: grows-shy\n"
              "    after: done\n"
              "    when: not any(p in players where p.hand has 1) and round.boneyard == 0\n"
              "    do: set(me.shy, true)\n"
              "  - id: shy-keeps-home\n"
              "    forbid: lay\n"
              "    when: me.shy and not end.mine and not end.owed\n"
              "    says: Who is shy plays at home.\n");
// An act that is permitted by what is not in hand, or by the hand as a whole.
const std::string permits = small_set("train", "",
                                      "acts:\n"
                                      "  boast:\n"
                                      "    when: not any(t in me.hand where t.double) and turn.laid == 0\n"
                                      "    says: Who holds no double may boast.\n"
                                      "  moan:\n"
                                      "    when: sum(t in me.hand of t.pips) > 9 and turn.laid == 0\n"
                                      "    says: Who holds a heavy hand may moan.\n");
const std::string last_of_hand = small_set("club-double-twelve", "  last_double: last-of-hand\n");
const std::string second_doubles = small_set("club-double-twelve", "");
// Whether a tile may be laid depends on what else is in hand, in three ways.
const std::string elsewhere = small_set("tanglewood", "");
const std::string at_once = small_set("tanglewood", "  play_elsewhere: at-once\n  two_doubles: only-stuck\n");
const std::string not_compulsory = small_set("tanglewood", "  must_play_elsewhere: false\n");

// Questions that the setup asks of hands.

std::string small_setup(const std::string& setup) {
  return "roundhouse: 1\nname: Small\nextends: train\noptions:\n  highest: 3\n  deal: { 2: 2 }\n  "
         "first_double: 3\n"
         "setup:\n  players: 2..2\n" +
         setup;
}

const std::string poor_hands = small_setup(
    "  redeal: { when: all(p in players where sum(t in p.hand of t.pips) < 6), limit: 1 }\n"
    "  engine: { from: aside }\n");

const std::vector<std::string> setups = {
    small_setup("  starter: best(p in players of sum(t in p.hand of t.pips))\n"),
    small_setup("  starter: best(p in players of sum(t in p.hand of t.pips))\n  engine: { from: aside }\n"),
    small_setup(
        "  starter: sole(p in players of count(t in p.hand where t has 3))\n  engine: { from: aside }\n"),
    small_setup("  engine: { wanted: tile.double and any(p in players where all(t in p.hand where t has 0 or "
                "t.double)) }\n"),
    small_setup("  engine: { wanted: tile.double, best: sum(t in holder.hand of t.pips) }\n"),
    small_setup("  engine: { wanted: tile.double, missing: in-turn }\n"
                "  starter:\n    - when: holder.kept\n      then: holder.left\n    - then: holder\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 1, missing: one-by-one }\n"
                "  starter:\n    - when: holder.kept\n      then: holder.left\n    - then: holder\n"),
    small_setup("  engine: { from: lead, wanted: tile.double, missing: unison }\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 0, missing: reveal }\n"),
    small_setup(
        "  engine: { from: lead, wanted: tile.double, missing: in-turn, limit: 1, then: turn-over }\n"),
    small_setup("  engine: { wanted: tile.double, missing: in-turn, limit: 1, then: turn-over }\n"),
    poor_hands,
};
/// The right to lead, tiles turned over, drawn tiles that go back, equal ones by lot.
const std::vector<std::string> searches = {
    small_setup("  engine: { from: lead, leader: round.first.left, wanted: tile.double, missing: unison }\n"),
    small_setup(
        "  engine: { from: lead, leader: round.first.left, passes: never, wanted: tile.double, missing: "
        "in-turn }\n"),
    small_setup(
        "  engine: { from: lead, passes: never, wanted: tile.double and tile.high > 1, missing: unison, "
        "drawn: back }\n"),
    small_setup("  engine: { from: turned, wanted: tile.double }\n"),
    small_setup("  engine: { from: turned, wanted: tile.pips > 3 }\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 1, missing: in-turn, drawn: back }\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 1, missing: one-by-one, drawn: back }\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 1, missing: one-by-one, drawn: aside }\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 1, missing: unison, drawn: back }\n"),
    small_setup(
        "  engine: { wanted: tile.double, missing: unison, drawn: aside, limit: 1, then: turn-over }\n"),
    small_setup("  engine: { wanted: tile.double and tile.high > 1, missing: reveal, drawn: back }\n"),
    small_setup("  engine: { from: lead, wanted: tile.double, missing: in-turn, drawn: back, limit: 1 }\n"),
    small_setup("  engine: { wanted: tile.double, best: tile.high mod 2, ties: lot, missing: unison }\n"),
    small_setup("  engine: { wanted: tile.pips > 3, best: tile.pips, ties: lot, missing: one-by-one }\n"),
    small_setup("  engine: { wanted: tile.double, best: tile.high mod 2, ties: lot, from: aside }\n"),
    small_setup("  engine: { wanted: true, best: sum(t in holder.hand of t.pips), ties: lot }\n"),
};
/// Each deal multiplies the fillings by a thousand.
const std::vector<std::string> redeals = {
    small_setup("  engine: { wanted: tile.double, missing: redeal }\n"),
    small_setup(
        "  engine: { from: lead, wanted: tile.high == 3, missing: redeal, limit: 1, then: turn-over }\n"),
    small_setup(
        "  engine: { wanted: tile.double and all(p in players where any(t in p.hand where t.double)), "
        "missing: redeal, limit: 1 }\n"),
    small_setup("  redeal: any(p in players where count(t in p.hand where t.double) > 1)\n"
                "  engine: { wanted: tile.double, missing: in-turn }\n"),
};

/// A starter that some condition on the hands decides.
std::string random_starter(engine::Random& random) {
  const auto one_of = [&](std::initializer_list<const char*> choices) {
    return std::string(*(choices.begin() + random.below(static_cast<std::uint32_t>(choices.size()))));
  };
  const std::string tile =
      one_of({"t.double", "t has 3", "t.pips > 3", "t has 0", "t.low == 1", "not t.double"});
  const std::string number = one_of({"sum(t in p.hand of t.pips)", "max(t in p.hand of t.high)",
                                     "min(t in p.hand of t.pips)", "0 - sum(t in p.hand of t.low)"});
  const std::string value = random.below(2) == 0 ? number : "count(t in p.hand where " + tile + ")";
  const std::string choose = one_of({"best", "sole"}) + "(p in players";
  return choose + (random.below(3) == 0 ? " where any(t in p.hand where " + tile + ")" : "") + " of " +
         value + ")";
}

void try_setups(std::uint64_t first_seed, int records, int random_ones) {
  Trial trial;
  trial.setups = true;
  trial.budget = 200'000;
  for (const std::string& rules : setups) try_out(rules, first_seed, records, trial);
  for (const std::string& rules : searches) {
    // Who showed what is not written may hold it.
    Trial shown = trial;
    const bool all_show = rules.find("unison, drawn") != std::string::npos;
    if (all_show) shown.most_undecided = records / 2;
    try_out(rules, first_seed, records, shown);
  }
  for (const std::string& rules : redeals) try_out(rules, first_seed, std::max(records / 4, 4), trial);
  engine::Random random(first_seed);
  for (int i = 0; i < random_ones; ++i) {
    const std::string rules = small_setup("  starter: " + random_starter(random) + "\n" +
                                          (random.below(2) == 0 ? "  engine: { from: aside }\n" : ""));
    try_out(rules, first_seed + static_cast<std::uint64_t>(i) * 1000, records, trial);
  }
}

}  // namespace

TEST_CASE("verdicts on setups are what trying out every filling gives", "[replay][referee][oracle]") {
  try_setups(1, 8, 3);
}

TEST_CASE("a false line before a deal that some fillings call void is reported there by every filling",
          "[replay][referee][oracle]") {
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(poor_hands), 2);
  const std::string begin = "[players Joe Ann]\n\nround 3\nengine 3-3\n";
  const std::string hands = "hand Joe: ? 2-1\nhand Ann: 3-2 ?\n";
  const std::string play = "Joe: draw(2-0) mark\nAnn: 3-2\nJoe: draw(3-0) 3-0>mexican\nAnn: 1-0>mexican\n";
  Agreement seen;
  for (const char* const line :
       {"first Ann\n", "lots Joe 2-1 Ann 3-3\n", "seek Ann 2-2\n", "turned 2-2\n", "engine 2-2\n"}) {
    const std::string text = begin + line + hands + play;
    const dsl::Checked<Record> read = read_record({}, text);
    REQUIRE(read.ok());
    compare(program, read.value, text, Trial().budget, seen, false);
  }
  for (const std::string& difference : seen.differences) UNSCOPED_INFO(difference);
  CHECK(seen.differences.empty());
  CHECK(seen.illegal == seen.records);
}

TEST_CASE("many verdicts on setups are what trying out every filling gives",
          "[.long][long][replay][referee][oracle]") {
  try_setups(100'000, 50, 12);
}

TEST_CASE("verdicts are what trying out every filling gives", "[replay][referee][oracle]") {
  for (const std::string& rules :
       {scheduled, highest_held, two_copies, joint, last_of_hand, second_doubles, permits, drawn})
    try_out(rules, 1, 25);
  for (const std::string& rules : {lonely, shy, elsewhere, at_once, not_compulsory}) try_out(rules, 1, 20);
  try_out(others, 1, 30, {.most_undecided = 15});
}

TEST_CASE("many verdicts are what trying out every filling gives", "[.long][long][replay][referee][oracle]") {
  for (const std::string& rules : {scheduled, highest_held, two_copies, joint, lonely, second_doubles,
                                   last_of_hand, shy, drawn, elsewhere, at_once, not_compulsory})
    try_out(rules, tests::seeds_from(100'000), 400);
  try_out(permits, tests::seeds_from(100'000), 150);
  try_out(others, tests::seeds_from(100'000), 150, {.most_undecided = 75});
}
