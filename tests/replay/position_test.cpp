// Records that begin with a position. A simulated round cut in two at any place, the position there and what
// follows, is judged from there on as the whole of it; and with less written never more certainly.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "replay/fold/position_written.h"
#include "replay/record/read_record.h"
#include "replay/record/rule_reads.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {
namespace {

using namespace roundhouse::replay;
using engine::Random;

std::uint32_t below(Random& random, std::size_t most) {
  return random.below(static_cast<std::uint32_t>(most));
}

/// The position before this item, as a record that begins there; absent: it is no place to begin.
std::optional<Record> position_before(const engine::Rules& program, const Record& record, std::size_t item) {
  std::optional<Frame> last;
  step_through(program, record, [&](const Frame& frame) {
    if (frame.item >= item) return false;
    last = frame;
    return true;
  });
  if (!last || !can_be_written(last->position)) return std::nullopt;
  return record_at(program, record.header, last->position, last->laid);
}

Record with_rest(Record begun, const std::vector<Item>& rest) {
  std::vector<Item>& items = begun.rounds.front().items;
  items.insert(items.end(), rest.begin(), rest.end());
  return begun;
}

/// What is said of a record, with lines counted from its end.
struct Said {
  Verdict verdict = Verdict::legal;
  std::string rule;
  std::size_t lines_behind = 0;
  std::uint32_t column = 0;
  bool operator==(const Said&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Said& said) {
  return out << (said.verdict == Verdict::legal     ? "legal"
                 : said.verdict == Verdict::illegal ? "illegal"
                                                    : "undecided")
             << " " << said.rule << " " << said.lines_behind << " lines from the end, " << said.column;
}

Said said_of(const Judgement& judgement, const std::string& text) {
  Said said{judgement.verdict, {}, 0, 0};
  if (!judgement.ruling) return said;
  said.rule = judgement.ruling->rule;
  const std::size_t at = judgement.ruling->place.where.begin;
  said.lines_behind =
      static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), '\n'));
  const std::size_t line = text.rfind('\n', at);
  said.column = static_cast<std::uint32_t>(at - (line == std::string::npos ? 0 : line));
  return said;
}

struct Judged {
  std::string text;
  Judgement judgement;
};
Judged judge(const engine::Rules& program, const Record& record) {
  Judged judged;
  const std::optional<Record> read = read_back(record, judged.text);
  INFO(judged.text);
  REQUIRE(read);
  judged.judgement = judge_record(program, *read, {.trust = false});
  return judged;
}

/// A round with all that was announced in it, as a record.
std::optional<Record> random_record(const engine::Rules& program, std::uint64_t seed) {
  std::optional<RandomRound> round = random_round(program, seed, 0.1);
  if (!round) return std::nullopt;
  round->header.complete = true;
  std::string text;
  return read_back(round->record(program, {}), text);
}

/// Leaves out things that are written of a position, and tiles drawn later.
void forget(Record& record, Random& random) {
  std::vector<Item>& items = record.rounds.front().items;
  const bool hands_only = random.below(2) == 0;
  // How many tiles they are, is not said, either; of all else it is said that it is written.
  const bool counts_too = hands_only && random.below(3) == 0;
  const auto is_uncounted = [&](const Line& line) {
    const bool is_count =
        std::holds_alternative<HandLine>(line) || std::holds_alternative<BoneyardLine>(line);
    return is_count && random.below(2) == 0;
  };
  for (std::size_t i = 0; i < items.size();) {
    Line& line = items[i].line;
    if (auto* hand = std::get_if<HandLine>(&line))
      for (WrittenTile& tile : hand->tiles)
        if (random.below(3) > 0) tile = {};
    if (auto* turn = std::get_if<TurnLine>(&line))
      for (WrittenAct& act : turn->acts)
        if (auto* draw = std::get_if<DrawAct>(&act.what); draw != nullptr && random.below(3) > 0)
          draw->tile = {};
    const bool is_of_position = site_of(line) == LineSite::position;
    // It would say that there is none of what is left out.
    const bool says_all = std::holds_alternative<NothingElseLine>(line);
    const bool may_go =
        is_of_position || std::holds_alternative<FirstLine>(line) || std::holds_alternative<HandLine>(line);
    if ((!hands_only && (says_all || (may_go && random.below(5) == 0))) || (counts_too && is_uncounted(line)))
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
}

struct Tally {
  int turned = 0;  ///< positions with a train written towards the engine
  int cuts = 0;
  int illegal = 0;
  int hidden = 0;
  int undecided = 0;
};

/// What is written of a position is read again: as a block of lines, in one line, and as JSON.
void check_forms(const Record& begun) {
  std::string text;
  CHECK(read_back(begun, text) == begun);
  INFO(text);
  CHECK(read_record_json({}, write_record_json(begun)).value == begun);
  std::string lines;
  std::vector<Line> position;
  for (const Item& item : begun.rounds.front().items) {
    const bool is_head =
        std::holds_alternative<RoundLine>(item.line) || std::holds_alternative<GameLine>(item.line);
    if (is_head)
      lines += write_line(begun.header, item.line) + "\n";
    else
      position.push_back(item.line);
  }
  const std::string one =
      write_header(begun.header) + lines + position_in_one_line(begun.header, position) + "\n";
  INFO(one);
  CHECK(read_record({}, one).value == begun);
}

/// A train of the position is written towards the engine: that is not taken for a train that lies so. Returns
/// whether there was one on which it shows.
bool turn_a_train(const engine::Rules& program, Record begun, const std::vector<Item>& rest) {
  if (tiles_may_lie_anyhow(program)) return false;
  for (Item& item : begun.rounds.front().items) {
    auto* train = std::get_if<TrainLine>(&item.line);
    if (train == nullptr || train->lies.cut || train->lies.tiles.size() < 2) continue;
    const WrittenTile inner = train->lies.tiles.front().tile;
    const WrittenTile outer = train->lies.tiles.back().tile;
    const auto bears = [&](int half) { return outer.high == half || outer.low == half; };
    // The engine shows a half of the innermost tile.
    if (bears(inner.high) || bears(inner.low)) continue;
    for (LyingTile& tile : train->lies.tiles) {
      tile.order = -1;
      tile.inner = static_cast<std::int8_t>(tile.tile.high + tile.tile.low - tile.inner);
    }
    std::reverse(train->lies.tiles.begin(), train->lies.tiles.end());
    const Judged turned = judge(program, with_rest(begun, rest));
    INFO(turned.text);
    REQUIRE(turned.judgement.verdict == Verdict::illegal);
    CHECK(turned.judgement.ruling->rule == "false-claim");
    return true;
  }
  return false;
}

/// Claims in lines behind the position. Those about the turn in the midst of which it stands are believed,
/// and so there are none.
void claim_behind(const Record& begun, Record& rest, Random& random) {
  claim_markers(rest, random, 0.3);
  for (const Item& item : begun.rounds.front().items) {
    const auto* now = std::get_if<TurnNowLine>(&item.line);
    if (now == nullptr || (now->laid <= 0 && now->drew <= 0 && !now->marked)) continue;
    for (Item& line : rest.rounds.front().items) {
      auto* turn = std::get_if<TurnLine>(&line.line);
      if (turn == nullptr) continue;
      turn->claim = MarkClaim::none;
      if (turn->player == now->player && !turn->goes_on) break;
    }
  }
}

/// Cuts one record at a random turn.
void cut(const engine::Rules& program, const Record& whole, Random& random, Tally& tally) {
  const std::vector<Item>& items = whole.rounds.front().items;
  const std::size_t first = first_turn(whole.rounds.front());
  if (first + 2 >= items.size()) return;
  const std::size_t at = first + 1 + below(random, items.size() - first - 1);
  if (!std::holds_alternative<TurnLine>(items[at].line)) return;
  const std::optional<Record> begun = position_before(program, whole, at);
  if (!begun) return;
  check_forms(*begun);
  Record rest{whole.header, {RecordRound{{items.begin() + static_cast<std::ptrdiff_t>(at), items.end()}}}};
  if (random.below(2) == 0) spoil(rest, program, random);
  if (random.below(3) == 0) claim_behind(*begun, rest, random);
  Record joined{whole.header,
                {RecordRound{{items.begin(), items.begin() + static_cast<std::ptrdiff_t>(at)}}}};
  joined = with_rest(std::move(joined), rest.rounds.front().items);
  // A slip that nobody can read, or that ends the record, is none to be judged.
  if (rest.rounds.front().items.empty()) return;
  std::string text;
  if (!read_back(joined, text)) return;
  Record parted = with_rest(*begun, rest.rounds.front().items);
  const Judged all = judge(program, joined);
  const Judged part = judge(program, parted);
  INFO(all.text);
  INFO(part.text);
  INFO((all.judgement.ruling ? all.judgement.ruling->message : all.judgement.undecided));
  INFO((part.judgement.ruling ? part.judgement.ruling->message : part.judgement.undecided));
  REQUIRE(said_of(part.judgement, part.text) == said_of(all.judgement, all.text));
  CHECK(part.judgement.scores.size() == all.judgement.scores.size());
  ++tally.cuts;
  if (all.judgement.verdict == Verdict::illegal) ++tally.illegal;
  if (all.judgement.verdict != Verdict::legal) return;
  if (turn_a_train(program, *begun, rest.rounds.front().items)) ++tally.turned;
  forget(parted, random);
  // Without a line of its own it is none: the hands are those dealt, and the round begins here.
  if (!begins_with_position(parted.rounds.front())) return;
  const Judged hidden = judge(program, parted);
  INFO(hidden.text);
  INFO((hidden.judgement.ruling ? hidden.judgement.ruling->message : hidden.judgement.undecided));
  REQUIRE(hidden.judgement.verdict != Verdict::illegal);
  ++tally.hidden;
  if (hidden.judgement.verdict == Verdict::undecided) ++tally.undecided;
}

struct Table {
  std::string text;
  SetTable set;
};

std::vector<Table> some_tables(std::size_t of_each) {
  std::vector<Table> tables;
  for (const std::string& variant : all_bundled_names()) {
    const std::vector<VariantTable> all = tables_of(variant);
    for (const std::size_t number : sample(all.size(), of_each)) {
      SetTable set = set_up(all[number]);
      if (set.program) tables.push_back({all[number].text(), std::move(set)});
    }
  }
  return tables;
}

Tally cut_many(int cuts) {
  const std::vector<Table> tables = some_tables(cuts < 1'000 ? 4 : 24);
  Tally tally;
  Random random(sample_seed());
  for (std::uint64_t seed = 1; tally.cuts < cuts; ++seed) {
    const Table& table = tables[seed % tables.size()];
    INFO(table.text << ", seed " << seed);
    const std::optional<Record> whole = random_record(*table.set.program, seed + sample_seed() * 1'000'000);
    if (!whole) continue;
    for (int i = 0; i < 2; ++i) cut(*table.set.program, *whole, random, tally);
  }
  return tally;
}

void check_sums(const Tally& tally) {
  CHECK(tally.turned * 10 > tally.cuts);
  CHECK(tally.illegal * 10 > tally.cuts);
  CHECK(tally.hidden * 3 > tally.cuts);
  CHECK(tally.undecided * 4 < tally.hidden * 3);
}

/// A line of a position with a part that is not written, and all that it may have been; absent: no line.
struct OpenLine {
  std::size_t item = 0;
  std::optional<Line> shown;
  std::vector<std::optional<Line>> ways;
};

std::vector<std::optional<Line>> of_each_seat(int players, const std::function<Line(Seat)>& line) {
  std::vector<std::optional<Line>> ways;
  for (int seat = 0; seat < players; ++seat) ways.emplace_back(line(static_cast<Seat>(seat)));
  return ways;
}

/// Absent: there is nothing in the line of which all that it may be can be listed.
std::optional<OpenLine> opened(const Line& line, std::size_t item, int players) {
  OpenLine open{item, {}, {}};
  if (const auto* train = std::get_if<TrainLine>(&line)) {
    if (train->lies.closed) return std::nullopt;
    TrainLine way = *train;
    for (const MarkerSeen marker : {MarkerSeen::none, MarkerSeen::stands}) {
      way.lies.marker = marker;
      open.ways.emplace_back(way);
    }
    way.lies.marker = MarkerSeen::unknown;
    open.shown = way;
  } else if (std::holds_alternative<FirstLine>(line)) {
    open.ways = of_each_seat(players, [](Seat seat) { return FirstLine{seat}; });
  } else if (std::holds_alternative<StarterLine>(line)) {
    open.ways = of_each_seat(players, [](Seat seat) { return StarterLine{seat}; });
  } else if (const auto* turn = std::get_if<TurnNowLine>(&line); turn != nullptr && turn->after != no_seat) {
    TurnNowLine way = *turn;
    for (int seat = 0; seat < players; ++seat) {
      way.after = static_cast<Seat>(seat);
      if (way.after != way.player) open.ways.emplace_back(way);
    }
    way.after = no_seat;
    open.shown = way;
  } else if (const auto* debt = std::get_if<DebtLine>(&line)) {
    DebtLine way = *debt;
    way.by_known = true;
    open.ways = of_each_seat(players, [&](Seat seat) {
      way.by = seat;
      return way;
    });
    way.by = no_seat;
    open.ways.emplace_back(way);
    way.by_known = false;
    open.shown = way;
  } else if (const auto* fact = std::get_if<FactLine>(&line); fact != nullptr && fact->value.empty()) {
    open.ways = {line, std::nullopt};
    FactLine unknown = *fact;
    unknown.value = unknown_value;
    open.shown = unknown;
  }
  if (open.ways.size() < 2) return std::nullopt;
  return open;
}

/// The record with these lines in place of those that stand there; absent ones are left out.
Record with_lines(Record record, std::vector<std::pair<std::size_t, std::optional<Line>>> lines) {
  std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Item>& items = record.rounds.front().items;
  for (const auto& [item, line] : lines) {
    if (line)
      items[item].line = *line;
    else
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(item));
  }
  return record;
}

struct Fillings {
  int records = 0;
  int legal = 0;
  int illegal = 0;
  int undecided = 0;
  int alike = 0;  ///< of those, with all fillings alike
};

/// The act of a ruling, counted from the end of the text.
std::size_t act_of(const Ruling& ruling, const std::string& text) {
  return text.size() - ruling.place.where.begin;
}

/// Every way in which the open lines may have been, one after the other.
void fill(const engine::Rules& program, const Record& whole, const std::vector<OpenLine>& open,
          Fillings& tally) {
  std::size_t all = 1;
  for (const OpenLine& line : open) all *= line.ways.size();
  std::vector<std::pair<std::size_t, std::optional<Line>>> lines;
  for (const OpenLine& line : open) lines.emplace_back(line.item, line.shown);
  const Judged judged = judge(program, with_lines(whole, lines));
  bool some_legal = false;
  bool some_illegal = false;
  for (std::size_t number = 0; number < all; ++number) {
    std::size_t rest = number;
    for (std::size_t i = 0; i < open.size(); ++i) {
      lines[i].second = open[i].ways[rest % open[i].ways.size()];
      rest /= open[i].ways.size();
    }
    const Judged filled = judge(program, with_lines(whole, lines));
    if (filled.judgement.verdict == Verdict::undecided) return;
    // A table that cannot be is none that was.
    const bool is_none = filled.judgement.ruling && filled.judgement.ruling->place.turn == 0;
    if (is_none) continue;
    const bool is_legal = filled.judgement.verdict == Verdict::legal;
    INFO(judged.text);
    INFO(filled.text);
    INFO((filled.judgement.ruling ? filled.judgement.ruling->message : std::string("legal")));
    if (judged.judgement.verdict == Verdict::legal) REQUIRE(is_legal);
    if (judged.judgement.verdict == Verdict::illegal) {
      REQUIRE_FALSE(is_legal);
      // Each act that is listed beside the first is illegal in this way, too.
      std::vector<Ruling> rulings = filled.judgement.more;
      rulings.push_back(*filled.judgement.ruling);
      for (const Ruling& more : judged.judgement.more)
        CHECK(any_of(rulings, [&](const Ruling& other) {
          return act_of(other, filled.text) == act_of(more, judged.text);
        }));
    }
    (is_legal ? some_legal : some_illegal) = true;
  }
  ++tally.records;
  if (judged.judgement.verdict == Verdict::legal) ++tally.legal;
  if (judged.judgement.verdict == Verdict::illegal) ++tally.illegal;
  if (judged.judgement.verdict != Verdict::undecided) return;
  ++tally.undecided;
  if (some_legal != some_illegal) ++tally.alike;
}

/// Positions with every tile known, of which one or two parts are not written, and a turn or
/// two behind them.
Fillings fill_many(int records) {
  const std::vector<Table> tables = some_tables(records < 1'000 ? 2 : 24);
  Fillings tally;
  Random random(sample_seed());
  for (std::uint64_t seed = 1; tally.records < records; ++seed) {
    const Table& table = tables[seed % tables.size()];
    INFO(table.text << ", seed " << seed);
    const engine::Rules& program = *table.set.program;
    const std::optional<Record> whole = random_record(program, seed + sample_seed() * 1'000'000);
    if (!whole) continue;
    const std::vector<Item>& items = whole->rounds.front().items;
    const std::size_t first = first_turn(whole->rounds.front());
    if (first + 2 >= items.size()) continue;
    const std::size_t at = first + 1 + below(random, items.size() - first - 1);
    if (!std::holds_alternative<TurnLine>(items[at].line)) continue;
    const std::optional<Record> begun = position_before(program, *whole, at);
    if (!begun) continue;
    const std::size_t end = std::min(items.size(), at + 1 + below(random, 2));
    Record rest{whole->header,
                {RecordRound{{items.begin() + static_cast<std::ptrdiff_t>(at),
                              items.begin() + static_cast<std::ptrdiff_t>(end)}}}};
    if (random.below(2) == 0) spoil(rest, program, random);
    if (rest.rounds.front().items.empty()) continue;
    const std::size_t of_position = begun->rounds.front().items.size();
    const Record parted = with_rest(*begun, rest.rounds.front().items);
    std::string text;
    if (!read_back(parted, text)) continue;
    std::vector<OpenLine> open;
    for (std::size_t i = 0; i < of_position; ++i)
      if (auto line = opened(parted.rounds.front().items[i].line, i, program.players))
        open.push_back(*std::move(line));
    while (open.size() > 1 + random.below(2))
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(below(random, open.size())));
    if (!open.empty()) fill(program, parted, open, tally);
  }
  std::printf(
      "%d positions with a part not written: %d legal, %d illegal, %d undecided, %d of them alike in every "
      "filling\n",
      tally.records, tally.legal, tally.illegal, tally.undecided, tally.alike);
  return tally;
}

void check_sums(const Fillings& tally) {
  CHECK(tally.legal * 4 > tally.records);
  CHECK(tally.illegal * 4 > tally.records);
  CHECK(tally.undecided * 50 > tally.records);
  CHECK(tally.alike * 100 <= tally.undecided);
}

}  // namespace

TEST_CASE("a position with a part not written is judged as every filling is", "[replay][record]") {
  check_sums(fill_many(200));
}

TEST_CASE("four thousand positions with a part not written are judged as every filling is",
          "[.long][replay][record]") {
  check_sums(fill_many(4'000));
}

TEST_CASE("a fact that rests on tiles which nobody wrote down is not written as known", "[replay][record]") {
  const engine::Rules program = engine::compile_rules(
      rules_from_text("roundhouse: 1\nname: T\nextends: train\nfacts:\n  was_low: { of: round, is: bool }\n"
                      "rules:\n  - id: note-low\n    after: lay\n    when: sum(t in me.hand of t.pips) < 40\n"
                      "    do: set(round.was_low, true)\n  - id: no-draw-when-low\n    forbid: draw\n"
                      "    when: round.was_low\n    says: Once somebody was low, nobody draws.\n"),
      2);
  const auto begun_of = [&](const std::string& hands) {
    const std::string text =
        "[players Ann Bob]\nround 12\n" + hands + "Ann: 12-12 12-5\nBob: 12-6\nAnn: 5-3\n";
    const dsl::Checked<Record> record = read_record({}, text);
    REQUIRE(record.ok());
    const std::optional<Record> begun =
        position_before(program, record.value, record.value.rounds.front().items.size() - 1);
    REQUIRE(begun);
    return write_record(*begun);
  };
  const std::string open = begun_of("");
  INFO(open);
  CHECK(open.find("fact was_low ?\n") != std::string::npos);
  const auto verdict = [&](const std::string& text) {
    const dsl::Checked<Record> record = read_record({}, text);
    REQUIRE(record.ok());
    CHECK(write_record(record.value) == text);
    return judge_record(program, record.value, {}).verdict;
  };
  // Whether she may draw rests on it.
  CHECK(verdict(open + "Ann: draw\n") != Verdict::legal);
  CHECK(verdict(open + "Ann: draw\n") != Verdict::illegal);
  const std::string known = begun_of(
      "hand Ann: 12-12 12-5 5-3 1-0 1-1 2-0 2-1 2-2 3-0 3-1 4-0 4-1 0-0 5-0 5-1\n"
      "hand Bob: 12-6 6-6 6-5 6-4 6-3 6-2 6-1 6-0 9-9 9-8 9-7 9-6 9-5 9-4 9-3\n");
  INFO(known);
  CHECK(known.find("was_low") == std::string::npos);
}

TEST_CASE("the tiles of a position hang together from the engine outward", "[replay][record]") {
  struct Found {
    Verdict verdict = Verdict::legal;
    std::string rule, message, help;
    std::size_t rulings = 0;
  };
  const auto judged = [](const std::string& trains, const std::string& turn, const std::string& more = "") {
    const engine::Rules program = engine::compile_rules(
        rules_from_text("roundhouse: 1\nname: T\nextends: train\noptions: { highest: 9, first_double: 9 }\n" +
                        more),
        2);
    const dsl::Checked<Record> record = read_record(
        {}, "[players Ann Ben]\nround 9\nengine 9-9\n" + trains + "nothing else\nturn Ben\n" + turn);
    REQUIRE(record.ok());
    const Judgement judgement = judge_record(program, record.value, {});
    Found found{judgement.verdict, {}, {}, {}, judgement.more.size()};
    if (!judgement.ruling) return found;
    found.rule = judgement.ruling->rule;
    found.message = judgement.ruling->message;
    found.help = judgement.ruling->help;
    return found;
  };
  // Written towards the engine: a lawful tile is not convicted by it, nor an unlawful one acquitted.
  for (const char* const turn : {"Ben: 7-5>Ann\n", "Ben: 9-2>Ann\n"}) {
    const Found turned = judged("train Ann: 7-8 8-9 marker\n", turn);
    CHECK(turned.verdict == Verdict::illegal);
    CHECK(turned.rule == "false-claim");
    CHECK(turned.message.find("8-7") != std::string::npos);
    CHECK(turned.help.find("towards the engine?") != std::string::npos);
    CHECK(turned.help.find("train Ann: 9-8 8-7 marker") != std::string::npos);
    CHECK(turned.rulings == 0);
  }
  // And so it is with what the help says.
  CHECK(judged("train Ann: 9-8 8-7 marker\n", "Ben: 7-5>Ann\n").verdict == Verdict::legal);
  CHECK(judged("train Ann: 9-8 8-7 marker\n", "Ben: 9-2>Ann\n").rule == "tiles-match");
  // Which half is written first is no matter; tile by tile it is said where none fits.
  CHECK(judged("train Ann: 8-9 7-8 marker\n", "Ben: 7-5>Ann\n").verdict == Verdict::legal);
  const Found nowhere = judged("train Ann: 1-2 3-4\n", "Ben: 9-2\n");
  CHECK(nowhere.rule == "false-claim");
  CHECK(nowhere.message.find("2-1") != std::string::npos);
  CHECK(nowhere.message.find("4-3") != std::string::npos);
  CHECK(judged("train Ann: 9-8 8-8 (7-1) 8-2\n", "Ben: 9-3\n").rule == "false-claim");
  // Tiles that nobody wrote down, and one that was let stand as it lies.
  CHECK(judged("train Ann: ... 1-2 2-4 marker\n", "Ben: 4-5>Ann\n").verdict == Verdict::legal);
  CHECK(judged("train Ann: 9-8 7-5=5 marker\n", "Ben: 5-2>Ann\n").verdict == Verdict::legal);
  CHECK(judged("train Ann: 9-8 7-5=5 marker\n", "Ben: 7-2>Ann\n").rule == "tiles-match");
}

TEST_CASE("a position without its engine convicts nobody and says what to write", "[replay][record]") {
  const engine::Rules program = engine::compile_rules(bundled_rules("block-partners"), 4);
  const std::string head = "[players Ann Ben Cem Dora]\nround 1\n";
  const auto judged = [&](const std::string& lines) {
    const dsl::Checked<Record> record = read_record({}, head + lines);
    REQUIRE(record.ok());
    return judge_record(program, record.value, {});
  };
  for (const char* const lines :
       {"turn Ann\nAnn: draw\n", "turn Ann\nAnn: 5-3\n", "nothing else\nturn Ann\nAnn: 5-3\n"}) {
    INFO(lines);
    const Judgement open = judged(lines);
    CHECK(open.verdict == Verdict::undecided);
    CHECK(open.undecided.find("engine 6-6") != std::string::npos);
  }
}

TEST_CASE("a position that leaves something open names lines that decide it", "[replay][record]") {
  const engine::Rules program = engine::compile_rules(bundled_rules("train"), 3);
  const auto judged = [&](const std::string& lines) {
    const dsl::Checked<Record> record =
        read_record({}, "[players Ann Ben Cem]\nround 12\nengine 12-12\n" + lines);
    INFO(lines);
    REQUIRE(record.ok());
    return judge_record(program, record.value, {});
  };
  struct Case {
    std::string position, turn, named;
  };
  for (const Case& one : {Case{"turn Ann\n", "Ann: 12-5>Ben\n", "train Ben: 12-11 marker, nothing else"},
                          Case{"train Ann: 12-5\ntrain Ben: 12-9 9-9\nturn Ann\n", "Ann: 5-4\n",
                               "debt 9-9 Ann, nothing else"}}) {
    const Judgement open = judged(one.position + one.turn);
    CHECK(open.verdict == Verdict::undecided);
    CHECK(dsl::joined(open.lines_wanted, ", ") == one.named);
    const std::string shown = open.lines_wanted.front().substr(0, one.named.find(' ', 6));
    CHECK(open.undecided.find(shown) != std::string::npos);
    std::string written;
    for (const std::string& line : open.lines_wanted) written += line + "\n";
    std::string rest;
    for (const std::string_view line : dsl::lines_of(one.position))
      if (line.substr(0, 9) != written.substr(0, 9)) rest += std::string(line) + "\n";
    INFO(written + rest);
    CHECK(judged(written + rest + one.turn).verdict != Verdict::undecided);
  }
}

TEST_CASE("a record cut in two is judged from there on as the whole of it", "[replay][record]") {
  check_sums(cut_many(300));
}

TEST_CASE("records cut in two ten thousand times are judged as the whole of them",
          "[.long][replay][record]") {
  check_sums(cut_many(10'000));
}

}  // namespace roundhouse::tests
