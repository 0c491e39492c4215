// Every line of a ruling is tried: what could have been done instead, slips mended, acts that made something
// so, sums of scores. Records are spoilt at random; what a ruling proposes is put into the text of the record
// as a player would write it, and that is read and judged. Nothing here is shared with what makes the
// proposals.

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/search.h"
#include "replay/fold/position_written.h"
#include "replay/record/notation_codes.h"
#include "replay/record/read_record.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/judge/slips.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/filled_in.h"
#include "tests/support/houses.h"
#include "tests/support/random_records.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tests/support/spread_rounds.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

struct Tally {
  int records = 0;
  int illegal = 0;
  int rulings = 0;
  int could = 0;
  int nothing = 0;
  int slips = 0;
  int healed = 0;
  int scores = 0;
  int gaps = 0;
  int cuts = 0;
  int gaps_illegal = 0;
};

/// A ruling as far as it is the same in two texts that begin alike.
using Error = std::pair<std::size_t, std::string>;

std::set<Error> errors_of(const Judgement& judged) {
  std::set<Error> errors;
  const auto add = [&](const Ruling& ruling) { errors.insert({ruling.place.where.begin, ruling.rule}); };
  if (judged.ruling) add(*judged.ruling);
  for (const Ruling& more : judged.more) add(more);
  return errors;
}

Judgement judged_text(const engine::Rules& program, const std::string& text) {
  const dsl::Checked<Record> read = read_record({}, text);
  INFO(text);
  REQUIRE(read.ok());
  RefereeOptions options;
  options.trust = options.help = false;
  return judge_record(program, read.value, options);
}

std::size_t line_begin(const std::string& text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
}

/// The record up to the act that is illegal, which is left out; the line goes on with `acts`, and but for a
/// `pass` its turn is not over.
std::string up_to(const std::string& text, const Ruling& ruling, const std::string& acts) {
  const std::size_t begin = ruling.place.where.begin;
  std::string kept = text.substr(0, begin);
  if (begin == line_begin(text, begin)) {
    // The end of the turn, which nobody wrote: all acts of the line stand.
    kept = text.substr(0, text.find('\n', begin));
    for (const std::string& end :
         {std::string(" ..."), std::string(" mark"), std::string(" nomark"), std::string(" pass")})
      if (kept.ends_with(end)) kept.resize(kept.size() - end.size());
  }
  // Behind a `pass` only penalty tiles may stand, and nothing may be done instead of them.
  if (kept.ends_with(" pass ")) kept.resize(kept.size() - std::string_view(" pass ").size());
  return kept + " " + acts + (acts == "pass" ? "\n" : " ...\n");
}

/// True if nothing is illegal with the acts put in but what is so without them.
bool adds_nothing(const engine::Rules& program, const std::string& text, const Ruling& ruling,
                  const std::string& acts, const std::set<Error>& without) {
  const std::set<Error> with = errors_of(judged_text(program, up_to(text, ruling, acts)));
  return std::includes(without.begin(), without.end(), with.begin(), with.end());
}

void try_help(const engine::Rules& program, const std::string& text, const Ruling& ruling, Tally& tally) {
  CAPTURE(ruling.rule, ruling.message);
  const bool nothing = ruling.help == "nothing at all was legal here";
  if (ruling.could.empty() && !nothing) return;
  const std::set<Error> without = errors_of(judged_text(program, up_to(text, ruling, "")));
  for (const std::string& act : in_notation(ruling.could)) {
    CAPTURE(act);
    ++tally.could;
    const std::vector<std::string> acts = tests::filled_in(program, act);
    const bool is_run = act.find(" to ") != std::string::npos;
    // Where only one of several tiles will do, that one is named.
    const std::size_t wanted = is_run ? acts.size() : std::min<std::size_t>(acts.size(), 2);
    std::size_t legal = 0;
    for (std::size_t i = 0; i < acts.size() && legal < wanted; ++i)
      if (adds_nothing(program, text, ruling, acts[i], without)) ++legal;
    CHECK(legal == wanted);
  }
  if (!nothing) return;
  ++tally.nothing;
  for (const char* act : {"draw", "pass"}) {
    CAPTURE(act);
    CHECK_FALSE(adds_nothing(program, text, ruling, act, without));
  }
}

/// The lines of the text with its lines numbered from 0.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::size_t number_of(const std::string& text, std::size_t at) {
  return static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// The text as it would be without the slip.
std::string mended(const std::string& text, const Slip& slip) {
  std::vector<std::string> lines = lines_of(text);
  const std::size_t line = number_of(text, slip.where.begin);
  const std::size_t begin = line_begin(text, slip.where.begin);
  std::string& written = lines[line];
  const std::size_t column = slip.where.begin - begin;
  switch (slip.kind) {
    case Slip::Kind::place:
      written.replace(column, slip.where.end - slip.where.begin, slip.text);
      break;
    case Slip::Kind::marker:
      written.replace(column, slip.where.end - slip.where.begin, "");
      break;
    case Slip::Kind::draw: {
      const auto is_word = [&](std::size_t at, const std::string& word) {
        return written.compare(at, word.size(), word) == 0;
      };
      if (column > 0 && !is_word(column, "mark") && !is_word(column, "nomark")) {
        const bool passes = is_word(column, "pass");
        written.replace(column, passes ? 4 : 0, passes ? "draw" : "draw ");
        break;
      }
      // At the end of the turn, in front of the words that belong there.
      std::size_t end = written.size();
      for (const std::string& word : {std::string(" mark"), std::string(" nomark"), std::string(" pass")})
        if (end >= word.size() && written.compare(end - word.size(), word.size(), word) == 0) {
          end -= word.size();
          if (word == " pass") written.erase(end);
        }
      written.insert(end, " draw");
      break;
    }
    case Slip::Kind::swapped:
      std::swap(written, lines[number_of(text, slip.other.begin)]);
      break;
    case Slip::Kind::missing_turn:
    case Slip::Kind::perhaps_missing_turn: {
      std::vector<std::string> turns;
      for (const std::string& player : slip.players) turns.push_back(player + ": draw");
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line), turns.begin(), turns.end());
      break;
    }
  }
  return joined(lines);
}

void try_slip(const engine::Rules& program, const std::string& text, const Ruling& ruling, const Slip& slip,
              Tally& tally) {
  ++tally.slips;
  tally.healed += static_cast<int>(slip.heals);
  std::string tried = mended(text, slip);
  Judgement judged = judged_text(program, tried);
  CAPTURE(tried, static_cast<int>(slip.kind), slip.leaves_errors, slip.players);
  const std::size_t line = number_of(text, ruling.place.where.begin);
  const auto stands = [&](const Judgement& one, const std::string& in, std::size_t added) {
    return one.ruling && number_of(in, one.ruling->place.where.begin) <= line + added;
  };
  const bool missing = slip.kind == Slip::Kind::missing_turn || slip.kind == Slip::Kind::perhaps_missing_turn;
  if (missing && (judged.verdict != Verdict::legal || slip.kind == Slip::Kind::perhaps_missing_turn)) {
    // Nobody knows what was done in those turns.
    std::vector<std::string> lines = lines_of(text);
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line), "?");
    const std::string open = joined(lines);
    const Judgement with_gap = judged_text(program, open);
    const bool drawn_heals = !stands(judged, tried, slip.players.size());
    CHECK((drawn_heals || !stands(with_gap, open, 1)));
    return;
  }
  CHECK_FALSE(stands(judged, tried, missing ? slip.players.size() : 0));
  if (!slip.leaves_errors) CHECK(judged.verdict == Verdict::legal);
}

void try_scores(const Judgement& judged, Tally& tally) {
  for (const ScoreDifference& score : judged.scores) {
    ++tally.scores;
    if (score.parts_left_out > 0) continue;
    std::int64_t sum = 0;
    for (const PointsPart& part : score.parts) {
      sum += part.points;
      std::int64_t counts = 0;
      for (const std::int32_t count : part.counts) counts += count;
      if (!part.counts.empty()) CHECK(counts == part.points);
      CHECK((part.counts.empty() || part.counts.size() == score.left.size()));
    }
    CHECK((score.parts.empty() || sum == score.right));
  }
}

void try_record(const engine::Rules& program, const dsl::CheckedRules& checked, const std::string& text,
                Tally& tally) {
  ++tally.records;
  const dsl::Checked<Record> read = read_record({}, text);
  if (!read.ok()) return;
  INFO(text);
  RefereeOptions options;
  options.rules = &checked;
  Judgement judged = judge_record(program, read.value, options);
  try_scores(judged, tally);
  if (!judged.ruling) return;
  ++tally.illegal;
  std::vector<const Ruling*> all{&*judged.ruling};
  for (const Ruling& more : judged.more) all.push_back(&more);
  for (const Ruling* ruling : all) {
    ++tally.rulings;
    try_help(program, text, *ruling, tally);
    for (const std::string& reason : ruling->reasons) CHECK_FALSE(reason.empty());
  }
  Judgement mends = judged;
  find_slips(program, read.value, mends);
  CHECK(mends.more.size() <= judged.more.size());
  for (const Slip& slip : mends.slips) try_slip(program, text, *judged.ruling, slip, tally);
}

/// The record from a position at a random turn on, of which not all may be written; absent: it is no place to
/// begin.
std::optional<Record> cut_at_random(const engine::Rules& program, const Record& record,
                                    engine::Random& random) {
  const std::vector<Item>& items = record.rounds.front().items;
  const std::size_t first = tests::first_turn(record.rounds.front());
  if (first + 2 >= items.size()) return std::nullopt;
  const std::size_t at = first + 1 + random.below(static_cast<std::uint32_t>(items.size() - first - 1));
  if (!std::holds_alternative<TurnLine>(items[at].line)) return std::nullopt;
  std::optional<Frame> last;
  step_through(program, record, [&](const Frame& frame) {
    if (frame.item >= at || !frame.trouble.empty()) return false;
    last = frame;
    return true;
  });
  if (!last || !can_be_written(last->position)) return std::nullopt;
  Record begun = record_at(program, record.header, last->position, last->laid);
  std::vector<Item>& lines = begun.rounds.front().items;
  const bool is_partial = random.below(2) == 0;
  if (is_partial)
    std::erase_if(lines, [&](const Item& item) {
      const bool is_of_position = site_of(item.line) == LineSite::position;
      return std::holds_alternative<NothingElseLine>(item.line) ||
             ((is_of_position || std::holds_alternative<HandLine>(item.line)) && random.below(4) == 0);
    });
  lines.insert(lines.end(), items.begin() + static_cast<std::ptrdiff_t>(at), items.end());
  return begun;
}

/// The record with a turn of which nobody knows anything, or any number of them, in place of one; absent: it
/// hit on no turn.
std::optional<Record> with_gap(const Record& record, engine::Random& random) {
  Record gapped = record;
  std::vector<Item>& items = gapped.rounds.front().items;
  const std::size_t first = tests::first_turn(gapped.rounds.front());
  if (first + 2 >= items.size()) return std::nullopt;
  const std::size_t at = first + 1 + random.below(static_cast<std::uint32_t>(items.size() - first - 1));
  auto* turn = std::get_if<TurnLine>(&items[at].line);
  if (turn == nullptr || turn->player == engine::no_seat || turn->goes_on) return std::nullopt;
  // The turn may have begun in the line before.
  const auto* before = std::get_if<TurnLine>(&items[at - 1].line);
  if (before == nullptr || before->goes_on) return std::nullopt;
  if (random.below(2) == 0) {
    items[at].line = GapLine{};
    return gapped;
  }
  // Of acts out of turn that is no turn.
  if (turn->acts.empty() ||
      any_of(turn->acts, [](const WrittenAct& act) { return std::holds_alternative<WordAct>(act.what); }))
    return std::nullopt;
  TurnLine unknown;
  unknown.player = turn->player;
  unknown.unknown = true;
  items[at].line = unknown;
  return gapped;
}

/// With less known a record is never judged more certainly: where it is illegal, the whole is, too.
void try_less(const engine::Rules& program, const dsl::CheckedRules& checked, const Record& whole,
              const std::optional<Record>& less, int& tried, Tally& tally) {
  std::string text;
  std::string all;
  if (!less || !tests::read_back(*less, text) || !tests::read_back(whole, all)) return;
  ++tried;
  const Judgement judged = judged_text(program, text);
  if (judged.verdict == Verdict::illegal) {
    ++tally.gaps_illegal;
    INFO(all);
    INFO(text);
    CAPTURE(judged.ruling->rule, judged.ruling->message);
    CHECK(judged_text(program, all).verdict != Verdict::legal);
  }
  try_record(program, checked, text, tally);
}

void spoil_and_try(const engine::Rules& program, const dsl::CheckedRules& checked,
                   const tests::RandomRound& round, std::uint64_t seed, Tally& tally) {
  engine::Random random(seed);
  Record record = round.record(program, {});
  const std::uint32_t hidden = random.below(3);
  if (hidden > 0) tests::mask_out(record, random, hidden == 1 ? 0.5 : 1.0);
  // Errors behind errors are where a ruling is easily untrue.
  const std::uint32_t spoilt = 1 + random.below(3);
  for (std::uint32_t i = 0; i < spoilt; ++i)
    if (!tests::spoil(record, program, random) && i == 0) return;
  if (random.below(4) == 0) tests::spoil_announcement(record, program, random);
  std::string spoilt_text;
  const std::optional<Record> read = tests::read_back(record, spoilt_text);
  if (!read) return;
  record = *read;
  const std::uint32_t how = random.below(4);
  if (how == 0) return try_less(program, checked, record, with_gap(record, random), tally.gaps, tally);
  // A position does not say what rests on tiles that are struck out.
  if (how == 1 && hidden == 0)
    return try_less(program, checked, record, cut_at_random(program, record, random), tally.cuts, tally);
  std::string text;
  if (tests::read_back(record, text)) try_record(program, checked, text, tally);
}

/// Rounds of the bundled games, of more games, of recipes and of rules written at random: so many of each.
void try_all(int rounds, std::uint64_t first_seed) {
  Tally tally;
  const auto of_variants = [&](const std::vector<std::string>& variants) {
    const int each = std::max(1, rounds / static_cast<int>(variants.size()));
    for (const std::string& variant : variants)
      tests::spread_rounds(variant, each, first_seed,
                           [&](const tests::SetTable& set, const std::string& name,
                               const tests::RandomRound& round, std::uint64_t seed) {
                             INFO(name);
                             spoil_and_try(*set.program, set.rules, round, seed, tally);
                           });
  };
  of_variants(tests::bundled_names());
  of_variants(tests::more_names());
  const auto of_rules = [&](const dsl::CheckedRules& checked, const std::string& name, std::uint64_t seed,
                            int many) {
    INFO(name);
    const int players = checked.setup.least_players;
    if (dsl::refuse_players(checked, players)) return;
    const engine::Rules program = engine::compile_rules(checked, players);
    for (int i = 0; i < many; ++i)
      if (const auto round = tests::random_round(program, seed + static_cast<std::uint64_t>(i), 0.1))
        spoil_and_try(program, checked, *round, seed + static_cast<std::uint64_t>(i), tally);
  };
  const std::vector<tests::House> houses = tests::read_houses();
  const int of_house = std::max(1, rounds / static_cast<int>(houses.size()));
  for (const std::size_t number : tests::sample(houses.size(), static_cast<std::size_t>(rounds)))
    of_rules(tests::rules_from_text(houses[number].rules), houses[number].name, first_seed + number,
             of_house);
  // Of a rule file at most so many records.
  const int files = std::min(rounds, 300);
  for (int i = 0; i < files; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    const tests::TriedRules random = tests::try_rules(random_variant(seed));
    if (random.rules)
      of_rules(*random.rules, "random rules " + std::to_string(seed), seed, std::max(1, rounds / files));
  }
  CAPTURE(tally.records, tally.illegal, tally.rulings, tally.could, tally.nothing, tally.slips, tally.healed,
          tally.scores, tally.gaps, tally.cuts, tally.gaps_illegal);
  CHECK(tally.gaps * 20 > tally.records);
  CHECK(tally.cuts * 40 > tally.records);
  CHECK(tally.illegal * 3 >= tally.records);
  CHECK(tally.could >= tally.illegal);
  CHECK(tally.slips * 20 >= tally.illegal);
  if (rounds >= 1'000)
    std::printf(
        "%d records, %d illegal: %d rulings, %d acts, %d times none, %d slips, %d errors healed, "
        "%d scores; %d with turns missing, %d cut, %d of these illegal\n",
        tally.records, tally.illegal, tally.rulings, tally.could, tally.nothing, tally.slips, tally.healed,
        tally.scores, tally.gaps, tally.cuts, tally.gaps_illegal);
}

/// Rounds under one rule file written at random, as they are recorded. Returns their number.
int try_recorded(std::uint64_t seed, int rounds) {
  const tests::TriedRules random = tests::try_rules(random_variant(seed));
  if (!random.rules) return 0;
  int records = 0;
  const dsl::CheckedRules& checked = *random.rules;
  for (int players = checked.setup.least_players; players <= checked.setup.most_players && records < rounds;
       ++players) {
    if (dsl::refuse_players(checked, players)) continue;
    const engine::Rules program = engine::compile_rules(checked, players);
    for (std::uint64_t i = 0; i < 2; ++i) {
      auto round = tests::random_round(program, seed + i, 0.2);
      if (!round) continue;
      round->header.seed = seed;  // as of all games that the program plays; so nobody has an age
      ++records;
      std::string text;
      const Record played = round->record(program, {});
      const std::optional<Record> record = tests::read_back(played, text);
      // Longer than a record may be; `simulate --record` says so.
      if (!record && played.rounds.front().items.size() > most_turn_lines) continue;
      INFO("rules written at random by " << seed << ", " << players << " players");
      INFO(text);
      REQUIRE(record);
      RefereeOptions options;
      options.trust = false;
      const Judgement judged = judge_record(program, *record, options);
      INFO((judged.ruling ? judged.ruling->rule + ": " + judged.ruling->message : judged.undecided));
      CHECK(judged.verdict == Verdict::legal);
      CHECK(judged.scores.empty());
    }
  }
  return records;
}

}  // namespace

TEST_CASE("each line of a ruling holds when it is tried", "[replay][referee]") {
  try_all(60, tests::sample_seed());
}

// Of each of four kinds of rules so many records.
TEST_CASE("each line of many rulings holds when it is tried", "[.long][long][replay][referee]") {
  try_all(4'000, tests::sample_seed() * 500'000);
}

// With what is announced left in, and all hands written, half of them, or none.
TEST_CASE("what is played under rules written at random is legal as it is recorded",
          "[replay][referee][random]") {
  int records = 0;
  for (std::uint64_t i = 0; i < 40; ++i) records += try_recorded(tests::sample_seed() * 1'000 + i, 2);
  CHECK(records > 20);
}
TEST_CASE("what is played under many rules written at random is legal as it is recorded",
          "[.long][long][replay]") {
  int records = 0;
  for (std::uint64_t i = 0; i < 300; ++i) records += try_recorded(tests::sample_seed() * 1'000 + i, 4);
  CHECK(records > 300);
  std::printf("%d records under rules written at random\n", records);
}
