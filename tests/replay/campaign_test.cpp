// Random rounds of every variant, its numbers of players and its options, written as records: what was
// played is legal, also for a referee who is shown no hand; what was spoilt is found where the slow reading
// of the same rules finds it.

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <map>
#include <utility>

#include "replay/fold/round_fold.h"
#include "replay/referee/judge/referee.h"
#include "tests/slow/slow_game.h"
#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tests/support/setup_reading.h"
#include "tests/support/spread_rounds.h"
#include "tests/support/variant_tables.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

RefereeOptions without_trust() {
  RefereeOptions options;
  options.trust = false;
  return options;
}

struct Tally {
  int legal = 0;
  double slowest = 0;  ///< seconds of the processor for one verdict
  std::string slowest_round;
  std::map<std::string, int> undecided;  ///< by reason
};

void judge_hidden(const engine::Rules& program, const Record& record, const std::string& name, Tally& tally) {
  std::string text;
  const std::optional<Record> read = tests::read_back(record, text);
  INFO(name);
  INFO(text);
  REQUIRE(read);
  const std::clock_t begin = std::clock();
  const Judgement judgement = judge_record(program, *read, {});
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (seconds > tally.slowest) {
    tally.slowest = seconds;
    tally.slowest_round = name;
  }
  if (judgement.verdict == Verdict::illegal) {
    CAPTURE(judgement.ruling->place.turn, judgement.ruling->rule, judgement.ruling->message);
    CHECK(judgement.verdict != Verdict::illegal);
  }
  if (judgement.verdict == Verdict::legal) ++tally.legal;
  if (judgement.verdict == Verdict::undecided) {
    CHECK(judgement.undecided != "");
    CHECK(judgement.unknown);
    ++tally.undecided[judgement.undecided];
  }
}

void play_and_judge(int rounds, std::uint64_t first_seed) {
  for (const std::string& variant : tests::bundled_names()) {
    Tally hidden;
    const int played =
        tests::spread_rounds(variant, rounds, first_seed,
                             [&](const tests::SetTable& set, const std::string& name,
                                 const tests::RandomRound& round, std::uint64_t) {
                               std::string text;
                               const Record written = round.record(*set.program, {});
                               const std::optional<Record> read = tests::read_back(written, text);
                               INFO(name);
                               INFO(text);
                               REQUIRE(read);
                               CHECK(*read == written);
                               const Judgement judgement = judge_record(*set.program, *read, without_trust());
                               if (judgement.verdict != Verdict::legal) {
                                 CAPTURE(judgement.undecided);
                                 INFO((judgement.ruling ? judgement.ruling->rule : std::string("no ruling")));
                                 CHECK(judgement.verdict == Verdict::legal);
                               }
                               CHECK(judgement.scores.empty());
                               RecordParts none;
                               none.hands = none.draws = false;
                               judge_hidden(*set.program, round.record(*set.program, none), name, hidden);
                             });
    INFO(variant);
    for (const auto& [reason, times] : hidden.undecided) UNSCOPED_INFO(times << " undecided: " << reason);
    CHECK(hidden.legal * 100 >= played * 99);
    if (rounds >= 10'000)
      std::printf("%s: of %d rounds without hands and draws %d legal; the slowest took %.1f ms (%s)\n",
                  variant.c_str(), played, hidden.legal, hidden.slowest * 1e3, hidden.slowest_round.c_str());
  }
}

// -- turns left out -------------------------------------------------------------------------------

struct LeftOut {
  std::size_t at;           ///< where the `?` stands now
  std::vector<Item> items;  ///< what stood there
};

/// Puts a `?` in place of some whole turns, perhaps of none. Absent: the round is too short.
std::optional<LeftOut> leave_turns_out(Record& record, engine::Random& random) {
  auto& items = record.rounds.front().items;
  std::vector<std::size_t> borders;  // where a turn has ended
  bool goes_on = false;
  bool any = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto* turn = std::get_if<TurnLine>(&items[i].line);
    if (any && !goes_on) borders.push_back(i);
    if (turn == nullptr) continue;
    any = true;
    goes_on = turn->goes_on;
  }
  if (borders.size() < 2) return std::nullopt;
  std::size_t from = borders[random.below(static_cast<std::uint32_t>(borders.size()))];
  std::size_t to = borders[random.below(static_cast<std::uint32_t>(borders.size()))];
  if (from > to) std::swap(from, to);
  if (random.below(4) == 0) to = from;
  const auto first = items.begin() + static_cast<std::ptrdiff_t>(from);
  const auto last = items.begin() + static_cast<std::ptrdiff_t>(to);
  LeftOut out{from, {first, last}};
  Item gap;
  gap.line = GapLine{};
  items.insert(items.erase(first, last), gap);
  return out;
}

struct BehindGaps {
  int spoilt = 0;
  int convicted = 0;
};

/// One thing is changed behind the gap: illegal is only what is so with the turns written, too.
void spoil_behind(const tests::SetTable& set, const Record& gapped, const LeftOut& out,
                  engine::Random& random, BehindGaps& behind) {
  Record record = gapped;
  auto& items = record.rounds.front().items;
  const auto begin = items.begin() + static_cast<std::ptrdiff_t>(out.at) + 1;
  std::vector<Item> before(items.begin(), begin);
  if (!tests::spoil(record, *set.program, random) || items.size() <= before.size()) return;
  if (!std::equal(before.begin(), before.end(), items.begin())) return;
  std::string text;
  const std::optional<Record> read = tests::read_back(record, text);
  if (!read) return;
  Record whole = record;
  auto& all = whole.rounds.front().items;
  const auto gap = all.erase(all.begin() + static_cast<std::ptrdiff_t>(out.at));
  all.insert(gap, out.items.begin(), out.items.end());
  std::string whole_text;
  const std::optional<Record> whole_read = tests::read_back(whole, whole_text);
  if (!whole_read) return;
  if (judge_record(*set.program, *whole_read, without_trust()).verdict == Verdict::illegal) ++behind.spoilt;
  const Judgement judgement = judge_record(*set.program, *read, without_trust());
  if (judgement.verdict != Verdict::illegal) return;
  INFO(text);
  INFO(whole_text);
  CAPTURE(judgement.ruling->place.turn, judgement.ruling->rule, judgement.ruling->message);
  CHECK(judge_record(*set.program, *whole_read, without_trust()).verdict == Verdict::illegal);
  ++behind.convicted;
}

void leave_out_and_judge(int rounds, std::uint64_t first_seed) {
  for (const std::string& variant : tests::bundled_names()) {
    int undecided = 0;
    BehindGaps behind;
    const int played = tests::spread_rounds(
        variant, rounds, first_seed,
        [&](const tests::SetTable& set, const std::string& name, const tests::RandomRound& round,
            std::uint64_t seed) {
          engine::Random random(seed);
          RecordParts parts;
          parts.hands = random.below(2) == 0;
          parts.draws = random.below(2) == 0;
          Record record = round.record(*set.program, parts);
          const std::optional<LeftOut> out = leave_turns_out(record, random);
          if (!out) return;
          spoil_behind(set, record, *out, random, behind);
          std::string text;
          const std::optional<Record> read = tests::read_back(record, text);
          INFO(name);
          INFO(text);
          REQUIRE(read);
          const Judgement judgement = judge_record(*set.program, *read, without_trust());
          if (judgement.verdict == Verdict::undecided) ++undecided;
          if (judgement.verdict != Verdict::illegal) return;
          CAPTURE(judgement.ruling->place.turn, judgement.ruling->rule, judgement.ruling->message);
          CHECK(judgement.verdict != Verdict::illegal);
        });
    INFO(variant);
    CHECK(undecided * 2 > played);
    CAPTURE(behind.spoilt, behind.convicted);
    CHECK(behind.convicted * 4 > behind.spoilt);
    if (rounds >= 1000)
      std::printf("%s: %d records spoilt behind a gap, %d of them illegal there\n", variant.c_str(),
                  behind.spoilt, behind.convicted);
  }
}

// -- one thing changed -----------------------------------------------------------------------------

/// The first thing that the slow reading objects to.
struct Objection {
  bool any = false;
  bool blind = false;  ///< a tile came up that is not written: the slow reading cannot follow
  dsl::Span where;
  std::vector<std::string> rules;  ///< all that speaks against the act
};

/// The objections of the slow reading to an act of chance, or of the engine.
std::vector<std::string> against_chance(const slow::SlowGame& game, const slow::Act& act) {
  const bool takes = act.kind == slow::ActKind::lot || act.kind == slow::ActKind::deal ||
                     act.kind == slow::ActKind::pick || act.kind == slow::ActKind::reveal ||
                     act.kind == slow::ActKind::turn_over || act.kind == slow::ActKind::draw ||
                     act.kind == slow::ActKind::pull;
  if (takes && act.tile && !slow::holds_tile(game.table.boneyard, *act.tile)) return {"tile-once"};
  if (act.kind != slow::ActKind::engine) return {};
  const slow::Expected expected = game.expected();
  if (expected.next == slow::Expected::Next::forced && expected.act == act) return {};
  const std::vector<slow::Act> lots = game.engine_lots();
  if (std::find(lots.begin(), lots.end(), act) != lots.end()) return {};
  return {"not-the-engine", "tile-not-held", "tile-once"};
}

/// The markers that a `mark` or `nomark` may speak of.
struct MarksSeen {
  bool any = false;
  bool is_new = false;

  void add(const MarksSeen& more) {
    any = any || more.any;
    is_new = is_new || more.is_new;
  }
  bool bears_out(MarkClaim claim) const {
    return claim == MarkClaim::none || (claim == MarkClaim::mark ? any : !is_new);
  }
};

/// Those of the lines of a round, by what the slow reading did.
class SlowMarks {
 public:
  void begin_line(const slow::SlowGame& game) {
    turn_ = game.table.turn;
    player_ = game.table.player;
    line_ = {};
  }
  void add(const slow::SlowGame& game, const slow::Act& act) {
    MarksSeen seen;
    for (const slow::MarkerPut& put : game.markers_put) {
      if (!act.actor) continue;
      const bool is_own = game.table.trains[put.train].owner == act.actor;
      if ((act.kind == slow::ActKind::declared || put.moved_on) && !is_own) continue;
      seen.add({true, put.is_new});
    }
    line_.add(seen);
    if (act.actor == player_) turns_[turn_].add(seen);
  }
  bool bears_out(const TurnLine& line) {
    MarksSeen all = line_;
    if (player_ && line.player == *player_) all.add(turns_[turn_]);
    return all.bears_out(line.claim);
  }

 private:
  int turn_ = 0;  ///< when the line began
  std::optional<slow::Seat> player_;
  MarksSeen line_;
  std::map<int, MarksSeen> turns_;
};

Objection fold_slowly(const tests::SetTable& set, const Record& record, const tests::BeginsAt& at = {}) {
  Objection found;
  SlowMarks marks;
  slow::SlowGame game(set.rules, set.program->players);
  tests::begin_slowly(game, at);
  const auto object = [&](dsl::Span where, std::vector<std::string> rules) {
    found.any = true;
    found.where = where;
    found.rules = std::move(rules);
    return false;
  };
  const auto play = [&](const FoldAct& step) {
    const slow::Act act = slow_act(step.act);
    std::vector<std::string> rules = against_chance(game, act);
    const bool chosen = act.kind == slow::ActKind::lay || act.kind == slow::ActKind::draw ||
                        act.kind == slow::ActKind::done || act.kind == slow::ActKind::lead ||
                        act.kind == slow::ActKind::declared;
    if (chosen) {
      const std::vector<std::string> more = game.forbidden_by(act);
      rules.insert(rules.end(), more.begin(), more.end());
    }
    if (!rules.empty()) return object(step.where, rules);
    found.blind = !act.tile && (act.kind == slow::ActKind::draw || act.kind == slow::ActKind::pull);
    if (found.blind) return false;
    game.apply(act);
    marks.add(game, act);
    return true;
  };
  // A claim is for the slow reading to judge, once all of its line has been done; what a line claims that
  // goes on is not judged.
  const std::vector<Item>& items = record.rounds.front().items;
  const auto claiming = [&](std::size_t item) {
    const auto* line = item < items.size() ? std::get_if<TurnLine>(&items[item].line) : nullptr;
    return line != nullptr && line->claim != MarkClaim::none && !line->goes_on ? line : nullptr;
  };
  const auto end_line = [&](std::size_t item) {
    const TurnLine* line = claiming(item);
    if (line != nullptr && !found.any && !found.blind && !marks.bears_out(*line))
      object(line->claim_at.span, {std::string(dsl::row(dsl::Law::false_claim).name)});
    return !found.any && !found.blind;
  };
  std::size_t at_item = items.size();
  engine::Position position = engine::begin_match(*set.program);
  RoundFold fold = fold_of(*set.program, record.header, record.rounds.front(), true, position);
  while (FoldStep* step = fold.next()) {
    if (const auto* line = std::get_if<AtLine>(step)) {
      if (!end_line(std::exchange(at_item, line->item))) fold.stop();
      marks.begin_line(game);
    }
    if (const auto* act = std::get_if<FoldAct>(step); act != nullptr && !play(*act)) fold.stop();
    if (auto* trouble = std::get_if<FoldTrouble>(step)) {
      const TurnLine* line = claiming(trouble->item);
      trouble->goes_on = line != nullptr && trouble->where == line->claim_at.span
                             ? !found.any
                             : object(trouble->where, {std::string(dsl::row(trouble->law).name)});
    }
  }
  end_line(at_item);
  return found;
}

bool names(const Objection& objection, const Judgement& judgement) {
  const std::string& rule = judgement.ruling->rule;
  for (const std::string& said : objection.rules) {
    if (said == rule) return true;
    // All permits of an act together are quoted by the first one's name.
    if (said == dsl::row(dsl::Law::not_permitted).name && judgement.ruling->rule_where) return true;
    // Out of turn and out of tiles at once: which of two laws is named is no matter.
    if (said == "tile-not-held" && rule == "tile-once") return true;
  }
  return false;
}

void spoil_and_judge(int rounds, std::uint64_t first_seed) {
  for (const std::string& variant : tests::bundled_names()) {
    int illegal = 0;
    const int played = tests::spread_rounds(
        variant, rounds, first_seed,
        [&](const tests::SetTable& set, const std::string& name, const tests::RandomRound& round,
            std::uint64_t seed) {
          engine::Random random(seed);
          RecordParts parts;
          parts.scores = false;
          Record record = round.record(*set.program, parts);
          if (random.below(2) == 0) tests::claim_markers(record, random, 0.1);
          while (!tests::spoil(record, *set.program, random)) {
          }
          std::string text;
          const std::optional<Record> read = tests::read_back(record, text);
          if (!read) return;  // an act after a pass is no notation
          const Judgement judgement = judge_record(*set.program, *read, without_trust());
          const Objection slow = fold_slowly(set, *read);
          if (slow.blind) return;
          INFO(name);
          INFO(text);
          CAPTURE(slow.any, slow.rules, slow.where.begin);
          INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message
                                 : std::string("no ruling")));
          CHECK(judgement.verdict == (slow.any ? Verdict::illegal : Verdict::legal));
          if (!slow.any || judgement.verdict != Verdict::illegal) return;
          ++illegal;
          CAPTURE(judgement.ruling->rule, judgement.ruling->message, judgement.ruling->place.where.begin);
          CAPTURE(slow.rules, slow.where.begin);
          CHECK(judgement.ruling->place.where == slow.where);
          CHECK(names(slow, judgement));
        });
    INFO(variant);
    CHECK(illegal * 5 > played * 2);
  }
}

// -- claims of markers -----------------------------------------------------------------------------------

struct Claimed {
  int records = 0;
  int untrue = 0;
};

/// Claims are put on lines of a round that is legal, true ones and false ones.
void claim_in(const tests::SetTable& set, const std::string& name, const tests::RandomRound& round,
              std::uint64_t seed, Claimed& claimed) {
  engine::Random random(seed);
  RecordParts parts;
  parts.scores = false;
  Record record = round.record(*set.program, parts);
  tests::claim_markers(record, random, 0.05);
  std::string text;
  const std::optional<Record> read = tests::read_back(record, text);
  INFO(name);
  INFO(text);
  REQUIRE(read);
  const Objection slow = fold_slowly(set, *read);
  if (slow.blind) return;
  ++claimed.records;
  if (slow.any) ++claimed.untrue;
  const Judgement judgement = judge_record(*set.program, *read, without_trust());
  CAPTURE(slow.any, slow.rules, slow.where.begin);
  INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message
                         : "no ruling " + judgement.undecided));
  REQUIRE(judgement.verdict == (slow.any ? Verdict::illegal : Verdict::legal));
  if (slow.any) {
    CHECK(judgement.ruling->rule == "false-claim");
    CHECK(judgement.ruling->place.where == slow.where);
  }
  // Who sees no hand, or not all turns, convicts nobody of a claim that is true, and not before its place.
  tests::mask_out(record, random, 1.0);
  if (random.below(2) == 0 && !leave_turns_out(record, random)) return;
  const std::optional<Record> less = tests::read_back(record, text);
  if (!less) return;
  const Judgement open = judge_record(*set.program, *less, without_trust());
  INFO(text);
  INFO((open.ruling ? open.ruling->rule + ": " + open.ruling->message : "no ruling " + open.undecided));
  if (!slow.any) CHECK(open.verdict != Verdict::illegal);
}

void claim_and_judge(int rounds, int of_random_rules, std::uint64_t first_seed) {
  Claimed claimed;
  for (const std::string& variant : tests::bundled_names())
    tests::spread_rounds(
        variant, rounds, first_seed,
        [&](const tests::SetTable& set, const std::string& name, const tests::RandomRound& round,
            std::uint64_t seed) { claim_in(set, name, round, seed, claimed); });
  const int of_variants = claimed.records;
  for (std::uint64_t seed = first_seed; claimed.records < of_variants + of_random_rules; ++seed) {
    const std::string rules = random_variant(seed);
    tests::TriedRules tried = tests::try_rules(rules);
    const int players = 2 + static_cast<int>(seed % 3);
    if (!tried.rules || dsl::refuse_players(*tried.rules, players)) continue;
    tests::SetTable set;
    set.rules = *std::move(tried.rules);
    set.program = engine::compile_rules(set.rules, players);
    const auto round = tests::random_round(*set.program, seed, 0.3);
    if (!round) continue;
    RecordParts parts;
    parts.scores = false;
    std::string text;
    const std::optional<Record> read = tests::read_back(round->record(*set.program, parts), text);
    // Of rules that nobody understands a record may be read otherwise than it was played.
    if (!read || judge_record(*set.program, *read, without_trust()).verdict != Verdict::legal) continue;
    claim_in(set, rules, *round, seed, claimed);
  }
  CAPTURE(claimed.records, claimed.untrue);
  CHECK(claimed.untrue * 10 > claimed.records);
  CHECK(claimed.untrue * 10 < claimed.records * 9);
  if (rounds >= 500)
    std::printf("%d records with claims of markers, %d of them with one that is not true\n", claimed.records,
                claimed.untrue);
}

/// One act, one thing before the first turn, or one announcement.
void spoil_one_thing(Record& record, const engine::Rules& program, engine::Random& random) {
  const std::uint32_t what = random.below(3);
  for (int tries = 0; tries < 100; ++tries) {
    if (what == 0   ? tests::spoil(record, program, random)
        : what == 1 ? tests::spoil_setup(record, program, random)
                    : tests::spoil_announcement(record, program, random))
      return;
  }
}

/// Tiles, scores or the last line struck out; false: all that the slow reading has to see is still there.
bool strike_some_out(Record& record, engine::Random& random) {
  auto& items = record.rounds.front().items;
  if (random.below(4) == 0)
    items.erase(std::remove_if(items.begin(), items.end(),
                               [](const Item& item) { return std::holds_alternative<OverLine>(item.line); }),
                items.end());
  if (random.below(2) == 0) return false;
  tests::mask_out(record, random, std::array{0.1, 0.5, 1.0}[random.below(3)]);
  return true;
}

/// Verdict and place are those of the slow reading where all is written; a referee who sees less says
/// illegal only of what is, and not before its place.
void spoil_strike_and_judge(int rounds, std::uint64_t first_seed) {
  for (const std::string& variant : tests::bundled_names()) {
    int equal = 0;
    int hidden = 0;
    int convicted = 0;
    tests::spread_rounds(
        variant, rounds, first_seed,
        [&](const tests::SetTable& set, const std::string& name, const tests::RandomRound& round,
            std::uint64_t seed) {
          engine::Random random(seed);
          RecordParts parts;
          parts.scores = random.below(2) == 0;
          Record record = round.record(*set.program, parts);
          record.header.complete = random.below(2) == 0;
          spoil_one_thing(record, *set.program, random);
          std::string text;
          std::optional<Record> whole = tests::read_back(record, text);
          if (!whole) return;
          const tests::SetupFound setup =
              tests::read_setup_slowly(set.rules, set.program->players, whole->header, whole->rounds.front());
          if (setup.blind || setup.open != nullptr) return;
          const Objection slow = setup.objects ? Objection() : fold_slowly(set, *whole, setup.begins_at);
          if (slow.blind) return;
          const bool any = setup.objects || slow.any;
          // The line at which the slow reading stops.
          const auto item_of = [](const Record& read, std::uint32_t byte) {
            const auto& items = read.rounds.front().items;
            std::size_t found = 0;
            for (std::size_t i = 0; i < items.size(); ++i)
              if (items[i].at.span.begin <= byte) found = i;
            return found;
          };
          const std::size_t line = setup.objects ? setup.item : any ? item_of(*whole, slow.where.begin) : 0;
          Record less = record;
          const bool struck = strike_some_out(less, random);
          const std::optional<Record> read = tests::read_back(less, text);
          if (!read) return;
          const Judgement judgement = judge_record(*set.program, *read, without_trust());
          INFO(name);
          INFO(text);
          CAPTURE(any, line, slow.rules, setup.laws);
          INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message
                                 : "no ruling " + judgement.undecided));
          const bool illegal = judgement.verdict == Verdict::illegal;
          if (illegal) ++convicted;
          const std::size_t stopped = illegal ? item_of(*read, judgement.ruling->place.where.begin) : 0;
          CAPTURE(stopped);
          // Faults of the hands are reported in the order of the deal, not of the lines.
          const bool in_turns = line >= tests::first_turn(read->rounds.front());
          if (struck) {
            ++hidden;
            if (!illegal) return;
            CHECK(any);
            if (in_turns) CHECK(stopped >= line);
          } else {
            ++equal;
            CHECK(judgement.verdict == (any ? Verdict::illegal : Verdict::legal));
            if (any && illegal) CHECK(stopped == line);
          }
        });
    INFO(variant);
    CHECK(equal * 4 > rounds);
    CHECK(hidden * 4 > rounds);
    CHECK(convicted * 4 > rounds);
    if (rounds >= 1000)
      std::printf("%s: one thing changed: %d records with every tile, %d with tiles struck out, %d illegal\n",
                  variant.c_str(), equal, hidden, convicted);
  }
}

// -- one thing before the first turn changed -----------------------------------------------------------

/// Small rules in which the search for the engine goes every way there is.
std::string search_rules(const std::string& setup, const std::string& engine,
                         const std::string& wanted = "tile.double") {
  return "roundhouse: 1\nname: Search\nextends: train\noptions:\n  highest: 4\n  first_double: 4\n"
         "  deal: { 2..4: 2 }\nsetup:\n  players: 2..4\n" +
         setup + "  engine: { wanted: " + wanted + ", " + engine + " }\n";
}

const std::vector<std::string> searches = {
    search_rules("", "missing: unison"),
    search_rules("", "missing: unison, limit: 1, then: turn-over"),
    search_rules("  first: match.anyone\n", "missing: in-turn"),
    search_rules("", "missing: in-turn, limit: 1, then: turn-over"),
    search_rules("  lots: tile.pips\n  first: match.anyone\n", "missing: in-turn, limit: 2, then: nothing"),
    search_rules("", "missing: one-by-one"),
    search_rules("  lots: tile.high\n", "missing: one-by-one, limit: 1, then: turn-over"),
    search_rules("", "missing: reveal"),
    search_rules("  first: match.anyone\n", "missing: reveal, limit: 1, then: turn-over"),
    search_rules("", "missing: redeal"),
    search_rules("", "missing: redeal, limit: 1, then: turn-over"),
    search_rules("", "from: lead, missing: unison"),
    search_rules("  first: match.anyone\n", "from: lead, missing: in-turn"),
    search_rules("", "from: lead, missing: one-by-one"),
    search_rules("", "from: lead, missing: redeal, limit: 1, then: turn-over"),
    search_rules("", "from: lead, missing: in-turn, limit: 1, then: turn-over"),
    search_rules("", "missing: redeal, limit: 2, then: nothing",
                 "tile.double and all(p in players where any(t in p.hand where t.double))"),
    search_rules("", "missing: unison", "tile.double and round.boneyard < 5"),
    search_rules("", "from: aside, missing: unison"),
    search_rules("  set: { highest: 3, copies: 2 }\n", "missing: in-turn, best: 0 - tile.high"),
    search_rules(
        "  redeal: { when: any(p in players where count(t in p.hand where t.double) > 1), limit: 1 }\n",
        "missing: in-turn"),
    search_rules("  redeal: all(p in players where sum(t in p.hand of t.pips) < 8)\n", "from: aside"),
    search_rules("  redeal: { when: max(p in players of sum(t in p.hand of t.pips)) > 10, limit: 1 }\n",
                 "from: lead, missing: redeal, limit: 1"),
    search_rules("  starter:\n    - when: holder.kept\n      then: holder.left\n    - then: holder\n",
                 "missing: unison"),
};

struct Seen {
  int records = 0;
  int illegal = 0;
  int in_setup = 0;
};

void spoil_setup_of(const tests::SetTable& set, const std::string& name, const tests::RandomRound& round,
                    engine::Random& random, Seen& seen) {
  RecordParts parts;
  parts.scores = false;
  Record record = round.record(*set.program, parts);
  if (random.below(8) != 0)
    for (int tries = 0; tries < 50 && !tests::spoil_setup(record, *set.program, random); ++tries) {
    }
  std::string text;
  std::optional<Record> read = tests::read_back(record, text);
  if (!read) return;
  RecordRound& first = read->rounds.front();
  const tests::SetupFound found =
      tests::read_setup_slowly(set.rules, set.program->players, read->header, first);
  if (found.blind || found.open != nullptr) return;
  const Judgement judgement = judge_record(*set.program, *read, without_trust());
  ++seen.records;
  INFO(name);
  INFO(text);
  INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message
                         : "no ruling " + judgement.undecided));
  if (!found.objects) {
    const Objection slow = fold_slowly(set, *read, found.begins_at);
    if (slow.blind) return;
    CAPTURE(slow.any, slow.rules, slow.where.begin);
    CHECK(judgement.verdict == (slow.any ? Verdict::illegal : Verdict::legal));
    if (!slow.any || judgement.verdict != Verdict::illegal) return;
    ++seen.illegal;
    // Nothing before the first turn is wrong, so the fold may object to nothing there either.
    const auto is_turn = [](const Item& item) { return std::holds_alternative<TurnLine>(item.line); };
    const auto turn = std::find_if(first.items.begin(), first.items.end(), is_turn);
    if (turn != first.items.end()) CHECK(judgement.ruling->place.where.begin >= turn->at.span.begin);
    CHECK(judgement.ruling->place.where == slow.where);
    CHECK(names(slow, judgement));
    return;
  }
  ++seen.illegal;
  ++seen.in_setup;
  CAPTURE(found.item, found.laws);
  CHECK(judgement.verdict == Verdict::illegal);
  if (judgement.verdict != Verdict::illegal) return;
  const dsl::Span line = first.items[found.item].at.span;
  CAPTURE(judgement.ruling->place.where.begin, line.begin, line.end);
  CHECK(judgement.ruling->place.where.begin >= line.begin);
  CHECK(judgement.ruling->place.where.begin < line.end);
  CHECK(std::find(found.laws.begin(), found.laws.end(), judgement.ruling->rule) != found.laws.end());
}

void spoil_setups(int searched, int spread_out, std::uint64_t first_seed) {
  Seen seen;
  for (const std::string& text : searches) {
    tests::SetTable set;
    set.rules = tests::rules_from_text(text);
    int played = 0;
    for (std::uint64_t seed = first_seed; played < searched; ++seed) {
      set.program = engine::compile_rules(set.rules, 2 + static_cast<int>(seed % 3));
      const auto round = tests::random_round(*set.program, seed, 0.05);
      if (!round) continue;
      ++played;
      engine::Random random(seed);
      spoil_setup_of(set, text + "seed " + std::to_string(seed), *round, random, seen);
    }
  }
  for (const std::string& variant : tests::bundled_names())
    tests::spread_rounds(variant, spread_out, first_seed,
                         [&](const tests::SetTable& set, const std::string& name,
                             const tests::RandomRound& round, std::uint64_t seed) {
                           engine::Random random(seed);
                           spoil_setup_of(set, name, round, random, seen);
                         });
  if (searched >= 500)
    std::printf("%d records with one thing before the first turn changed: %d illegal, %d of them there\n",
                seen.records, seen.illegal, seen.in_setup);
  CHECK(seen.in_setup * 3 > seen.records);
  CHECK(seen.in_setup * 10 < seen.records * 9);
}

}  // namespace

TEST_CASE("a setup that is spoilt is stopped where the slow reading stops it",
          "[replay][referee][campaign]") {
  spoil_setups(15, 25, tests::seeds_from(1));
}

TEST_CASE("ten thousand setups that are spoilt are stopped where the slow reading stops them",
          "[.long][long][replay][referee][campaign]") {
  spoil_setups(450, 700, tests::seeds_from(500'000));
}

TEST_CASE("random rounds are legal, with all hands written and with none", "[replay][referee][campaign]") {
  play_and_judge(150, tests::seeds_from(1));
}

TEST_CASE("some random rounds of each variant are legal", "[.sanitized][whole][replay][referee][campaign]") {
  play_and_judge(12, tests::seeds_from(50'000));
}

TEST_CASE("ten thousand random rounds of each variant are legal",
          "[.long][long][replay][referee][campaign]") {
  play_and_judge(10'000, tests::seeds_from(1'000'000));
}

TEST_CASE("turns left out make no legal round illegal", "[replay][referee][campaign]") {
  leave_out_and_judge(150, tests::seeds_from(1));
}

TEST_CASE("turns left out make none of many legal rounds illegal",
          "[.long][long][replay][referee][campaign]") {
  leave_out_and_judge(4'000, tests::seeds_from(1'000'000));
}

TEST_CASE("claims of markers are judged as the slow reading judges them", "[replay][referee][campaign]") {
  claim_and_judge(60, 60, tests::seeds_from(1));
}

TEST_CASE("claims of markers in many rounds are judged as the slow reading judges them",
          "[.long][long][replay][referee][campaign]") {
  claim_and_judge(1'500, 1'500, tests::seeds_from(1'000'000));
}

TEST_CASE("spoilt rounds are stopped where the slow reading stops them", "[replay][referee][campaign]") {
  spoil_and_judge(200, tests::seeds_from(1));
}

TEST_CASE("many spoilt rounds are stopped where the slow reading stops them",
          "[.long][long][replay][referee][campaign]") {
  spoil_and_judge(4'000, tests::seeds_from(1'000'000));
}

TEST_CASE("of one thing changed no more is said than the slow reading says", "[replay][referee][campaign]") {
  spoil_strike_and_judge(60, tests::seeds_from(1));
}

TEST_CASE(
    "ten thousand records with one thing changed and some struck out are judged as the slow reading judges",
    "[.long][long][replay][referee][campaign]") {
  spoil_strike_and_judge(2'000, tests::seeds_from(1'000'000));
}
