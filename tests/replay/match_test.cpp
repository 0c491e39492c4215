// Whole matches played at random, written down and read again: what the score sheet makes of them is what
// the engine counted, and adds up. Claimed scores that are wrong are found.

#include <map>

#include "engine/play.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/scores/match_result.h"
#include "replay/views/verdict_text.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

/// Three games of three rounds; the three with the least points of a game move on.
const char* const an_evening = R"(
roundhouse: 1
name: An evening
extends: train
options:
  engine_found: highest-held
match:
  rounds: 3
  games: 3
  double: none
  moves_on: me.rank <= 3
  to_playoff: me.rank == 1
)";

/// Three games of two rounds. Places are worth points, those on odd and on even seats by themselves.
const char* const a_league = R"(
roundhouse: 1
name: A league
extends: train
options:
  engine_found: highest-held
match:
  rounds: 2
  games: 3
  double: none
  group: me.seat mod 2
  points: if me.rank == 1 then 5 else if me.rank == 2 then 3 else me.placement - 2
)";

/// The referee gives the highest score of the round on top, which is known only where all hands are.
const char* const highest_on_top = R"(
roundhouse: 1
name: Highest on top
extends: train
options:
  rounds: 4
facts:
  top:
    of: round
    after: round-over
    is: max(p in players of p.points)
acts:
  fine:
    by: referee
    whom: player
    when: round.over and whom.points == 0
    do: score(whom, round.top)
    says: The referee may give the highest score of the round to whoever has none.
)";

/// To a hundred; who has the engine at hand when ruled on pays what the worst hand counts.
const char* const to_a_hundred = R"(
roundhouse: 1
name: To a hundred
extends: train
options:
  engine_found: highest-held
facts:
  worst: { of: round, is: int }
acts:
  fine:
    by: referee
    whom: player
    when: round.over
    do: score(whom, round.worst)
    says: The referee may give the highest count of the round to a player.
match:
  rounds: none
  over: any(p in players where p.total >= 100)
  double: none
  order: [me.total, me.seat]
rules:
  - id: note-worst
    after: counting
    when: sum(t in me.hand of t.pips) > round.worst
    do: set(round.worst, max(p in players of sum(t in p.hand of t.pips)))
    says: The highest count of a round is remembered.
)";

struct PlayedMatch {
  std::vector<PlayedRound> rounds;
  std::vector<engine::Position> ends;  ///< after each round
  std::vector<engine::Position> begins;
};

PlayedMatch play(const engine::Rules& program, std::uint64_t seed) {
  PlayedMatch played;
  engine::Random random(seed);
  engine::PlayOptions options;
  options.declared = 0.2;
  engine::Position position = engine::begin_match(program);
  for (int i = 0; i < 60; ++i) {
    played.begins.push_back(position);
    PlayedRound round;
    engine::Observer observer;
    observer.act = [&](const engine::Act& act, const engine::Position&) { round.acts.push_back(act); };
    const engine::Outcome outcome = engine::play_round(program, position, random, options, observer);
    REQUIRE((outcome == engine::Outcome::finished || outcome == engine::Outcome::voided));
    played.rounds.push_back(std::move(round));
    played.ends.push_back(position);
    if (engine::match_over(program, position)) break;
  }
  return played;
}

Header header_for(int players) {
  Header header;
  header.variant.name = "train";
  for (int p = 0; p < players; ++p) header.players.push_back({"P" + std::to_string(p + 1), {}, {}});
  return header;
}

Record written_and_read(const engine::Rules& program, const PlayedMatch& played,
                        const RecordParts& parts = {}, std::size_t from = 0, std::size_t until = SIZE_MAX) {
  until = std::min(until, played.rounds.size());
  const std::vector<PlayedRound> rounds(played.rounds.begin() + static_cast<std::ptrdiff_t>(from),
                                        played.rounds.begin() + static_cast<std::ptrdiff_t>(until));
  std::string text;
  const auto record = tests::read_back(
      record_from_acts(program, header_for(program.players), played.begins[from], rounds, parts), text);
  REQUIRE(record);
  return *record;
}

/// The places by these numbers, the least first, equal ones sharing theirs.
std::vector<int> places(const std::vector<std::int32_t>& numbers) {
  std::vector<int> ranks;
  for (const std::int32_t mine : numbers)
    ranks.push_back(1 + static_cast<int>(std::count_if(numbers.begin(), numbers.end(),
                                                       [&](std::int32_t other) { return other < mine; })));
  return ranks;
}

std::vector<std::int32_t> numbers(const std::vector<std::optional<std::int32_t>>& totals) {
  std::vector<std::int32_t> all;
  for (const auto& total : totals) {
    REQUIRE(total);
    all.push_back(*total);
  }
  return all;
}

enum class Order { by_total, by_total_then_seat };

/// Checks what holds of every match, by any count.
void check_match(const engine::Rules& program, const MatchResult& match, const PlayedMatch& played,
                 PointsFrom from, Order order) {
  const auto players = static_cast<std::size_t>(program.players);
  REQUIRE(match.rounds.size() == played.ends.size());
  std::map<int, std::vector<std::int32_t>> games;
  for (std::size_t r = 0; r < match.rounds.size(); ++r) {
    const RoundResult& round = match.rounds[r];
    const engine::Position& end = played.ends[r];
    CAPTURE(r);
    CHECK(round.game == end.game);
    CHECK(round.number == end.round);
    CHECK(round.wrong.empty());
    CHECK(round.stopped == "");
    std::vector<std::int32_t>& sums = games[round.game];
    sums.resize(players, 0);
    for (std::size_t p = 0; p < players; ++p) {
      if (end.engine_tile != engine::no_tile) CHECK(round.players[p].from == from);
      CHECK(round.players[p].points == end.players[p].points);
      sums[p] += round.players[p].points;
      CHECK(round.players[p].total == sums[p]);
    }
  }
  REQUIRE(match.games.size() == games.size());
  std::vector<std::int32_t> all(players, 0);
  for (const GameResult& game : match.games) {
    const std::vector<std::int32_t>& sums = games[game.number];
    CHECK(game.over);
    CHECK(numbers(game.totals) == sums);
    for (std::size_t p = 0; p < players; ++p) all[p] += sums[p];
    if (order == Order::by_total) {
      CHECK(game.ranks == places(sums));
    } else {
      // With the seat as the last key nobody shares a place.
      std::vector<int> sorted = game.ranks;
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t p = 0; p < players; ++p) CHECK(sorted[p] == static_cast<int>(p) + 1);
      for (std::size_t a = 0; a < players; ++a)
        for (std::size_t b = 0; b < players; ++b)
          if (sums[a] < sums[b]) CHECK(game.ranks[a] < game.ranks[b]);
    }
    // In every rule set here the first three of a game move on and the first plays on, if it says so at all.
    const auto check_last = [&](const std::vector<dsl::Truth>& said, bool is_said, int last) {
      REQUIRE(said.size() == (is_said ? players : 0));
      for (std::size_t p = 0; p < said.size(); ++p)
        CHECK(said[p] == (game.ranks[p] <= last ? dsl::Truth::yes : dsl::Truth::no));
    };
    check_last(game.moves_on, program.match.moves_on.given(), 3);
    check_last(game.to_playoff, program.match.to_playoff.given(), 1);
  }
  CHECK(match.over);
  CHECK(numbers(match.totals) == all);
  if (order == Order::by_total) CHECK(match.ranks == places(all));
}

/// Writes the tiles left in the hands instead of their points.
void write_left(Record& record, const PlayedMatch& played, int tile_kinds) {
  for (std::size_t r = 0; r < record.rounds.size(); ++r) {
    std::vector<Item>& items = record.rounds[r].items;
    const auto score = std::find_if(items.begin(), items.end(), [](const Item& item) {
      return std::holds_alternative<ScoreLine>(item.line);
    });
    if (score == items.end()) continue;
    std::vector<Item> left;
    const std::size_t players = record.header.players.size();
    for (std::size_t p = 0; p < players; ++p) {
      LeftLine line;
      line.player = static_cast<Seat>(p);
      for (int t = 0; t < tile_kinds; ++t)
        for (int n = played.ends[r].hands[p].count(static_cast<engine::TileId>(t)); n > 0; --n) {
          WrittenTile tile;
          tile.high = static_cast<std::int8_t>(engine::high_of(static_cast<engine::TileId>(t)));
          tile.low = static_cast<std::int8_t>(engine::low_of(static_cast<engine::TileId>(t)));
          line.tiles.push_back(tile);
        }
      left.push_back({std::move(line), {}, {}});
    }
    // Before the referee rules, as a table would.
    const auto over = std::find_if(items.begin(), items.end(), [](const Item& item) {
      const auto* line = std::get_if<TurnLine>(&item.line);
      return std::holds_alternative<ScoreLine>(item.line) || (line && line->player == no_seat);
    });
    const auto at = over - items.begin();
    items.erase(score);
    items.insert(items.begin() + at, left.begin(), left.end());
  }
}

Record read_again(const Record& record) {
  std::string text;
  const auto read = tests::read_back(record, text);
  INFO(text);
  REQUIRE(read);
  return *read;
}

void play_and_score(const dsl::CheckedRules& rules, int players, std::uint64_t seed, Order order) {
  INFO(rules.name << ", " << players << " players, seed " << seed);
  const engine::Rules program = engine::compile_rules(rules, players);
  const PlayedMatch played = play(program, seed);
  const Record whole = written_and_read(program, played);
  check_match(program, score_record(program, whole), played, PointsFrom::tiles, order);

  RecordParts hidden;
  hidden.hands = hidden.draws = false;
  const Record scores = written_and_read(program, played, hidden);
  const MatchResult believed = score_record(program, scores);
  for (const RoundResult& round : believed.rounds) CHECK(round.wrong.empty());
  bool all_hidden = true;
  for (const RoundResult& round : believed.rounds)
    for (const PlayerRound& player : round.players)
      all_hidden = all_hidden && player.from == PointsFrom::written;
  if (all_hidden) check_match(program, believed, played, PointsFrom::written, order);
  CHECK(numbers(believed.totals) == numbers(score_record(program, whole).totals));

  Record left = scores;
  write_left(left, played, program.tile_kinds);
  check_match(program, score_record(program, read_again(left)), played, PointsFrom::tiles, order);
}

}  // namespace

TEST_CASE(
    "the sheet of a whole match is what the engine counted, from hands, from scores and from tiles left",
    "[replay][match]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    play_and_score(tests::bundled_rules("club-double-twelve"), 4, seed, Order::by_total);
    play_and_score(tests::bundled_rules("dual"), 6, seed, Order::by_total);
    play_and_score(tests::rules_from_text(an_evening), 5, seed, Order::by_total);
    play_and_score(tests::rules_from_text(to_a_hundred), 3, seed, Order::by_total_then_seat);
    play_and_score(tests::rules_from_text(highest_on_top), 3, seed, Order::by_total);
  }
}

TEST_CASE("a match of which nothing but the scores was written is added up and ranked", "[replay][match]") {
  for (const char* text : {an_evening, to_a_hundred})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      CAPTURE(text, seed);
      const dsl::CheckedRules rules = tests::rules_from_text(text);
      const engine::Rules program = engine::compile_rules(rules, 4);
      const PlayedMatch played = play(program, seed);
      const MatchResult whole = score_record(program, written_and_read(program, played));
      Record scores = written_and_read(program, played);
      for (RecordRound& round : scores.rounds)
        std::erase_if(round.items, [](const Item& item) {
          return !std::holds_alternative<GameLine>(item.line) &&
                 !std::holds_alternative<RoundLine>(item.line) &&
                 !std::holds_alternative<ScoreLine>(item.line);
        });
      const MatchResult match = score_record(program, read_again(scores));
      for (const RoundResult& round : match.rounds) CHECK(round.end == RoundEnd::written);
      CHECK(match.over);
      CHECK(match.totals == whole.totals);
      CHECK(match.ranks == whole.ranks);
      REQUIRE(match.games.size() == whole.games.size());
      for (std::size_t g = 0; g < match.games.size(); ++g) {
        CHECK(match.games[g].over);
        CHECK(match.games[g].ranks == whole.games[g].ranks);
        CHECK(match.games[g].moves_on == whole.games[g].moves_on);
      }
    }
}

TEST_CASE("many matches of all variants are scored as the engine counted them",
          "[.long][long][replay][match]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    for (const std::string& variant : tests::bundled_names()) {
      const dsl::CheckedRules rules = tests::bundled_rules(variant);
      // A second key breaks ties: the seat.
      const Order order = rules.match.order.size() < 2 ? Order::by_total : Order::by_total_then_seat;
      play_and_score(rules, rules.setup.least_players, seed, order);
    }
    play_and_score(tests::rules_from_text(an_evening), 5, seed, Order::by_total);
    play_and_score(tests::rules_from_text(to_a_hundred), 3, seed, Order::by_total_then_seat);
  }
}

TEST_CASE("a part of a match, scored alone, begins with the totals before it", "[replay][match]") {
  for (const char* text : {an_evening, to_a_hundred})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const dsl::CheckedRules rules = tests::rules_from_text(text);
      const engine::Rules program = engine::compile_rules(rules, 4);
      const PlayedMatch played = play(program, seed);
      const MatchResult whole = score_record(program, written_and_read(program, played));
      for (std::size_t from = 1; from < played.rounds.size(); ++from) {
        CAPTURE(text, seed, from);
        const Record record = written_and_read(program, played, {}, from);
        const RoundOfMatch place = first_round(program, record);
        CHECK(place.game == whole.rounds[from].game);
        CHECK(place.round == whole.rounds[from].number);
        CHECK(judge_record(program, record).verdict == Verdict::legal);
        const MatchResult part = score_record(program, record);
        REQUIRE(part.rounds.size() == whole.rounds.size() - from);
        for (std::size_t r = 0; r < part.rounds.size(); ++r) {
          CHECK(part.rounds[r].game == whole.rounds[from + r].game);
          for (std::size_t p = 0; p < part.names.size(); ++p)
            CHECK(part.rounds[r].players[p].total == whole.rounds[from + r].players[p].total);
        }
        CHECK(part.over);
        CHECK(part.games.back().ranks == whole.games.back().ranks);
        CHECK(part.games.back().moves_on == whole.games.back().moves_on);
      }
    }
}

/// 1 + those of the same group who come before, as `before` has it.
template <class Before>
std::vector<int> places_in_groups(std::size_t players, const Before& before) {
  std::vector<int> places(players, 1);
  for (std::size_t a = 0; a < players; ++a)
    for (std::size_t b = a % 2; b < players; b += 2)
      if (before(b, a)) ++places[a];
  return places;
}

TEST_CASE("what places are worth is added up and decides the match, group by group", "[replay][match]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const engine::Rules program = engine::compile_rules(tests::rules_from_text(a_league), 5);
    const PlayedMatch played = play(program, seed);
    const MatchResult whole = score_record(program, written_and_read(program, played));
    CAPTURE(seed);
    REQUIRE(whole.games.size() == 3);
    std::vector<std::int32_t> sums(5, 0);
    for (const GameResult& game : whole.games) {
      CHECK(game.ranks ==
            places_in_groups(5, [&](auto a, auto b) { return *game.totals[a] < *game.totals[b]; }));
      CHECK(game.groups == std::vector<std::string>{"1", "0", "1", "0", "1"});
      REQUIRE(game.placement.size() == 5);
      std::vector<std::int32_t> worth;
      for (std::size_t p = 0; p < 5; ++p)
        worth.push_back(game.ranks[p] == 1 ? 5 : game.ranks[p] == 2 ? 3 : sums[p] - 2);
      for (std::size_t p = 0; p < 5; ++p) {
        CHECK(game.placement[p] == worth[p]);
        sums[p] += worth[p];
      }
    }
    for (std::size_t p = 0; p < 5; ++p) CHECK(whole.placement[p] == sums[p]);
    CHECK(whole.ranks == places_in_groups(5, [&](auto a, auto b) {
            return sums[a] != sums[b] ? sums[a] > sums[b] : *whole.totals[a] < *whole.totals[b];
          }));
    // A part begins with what the places before it were worth.
    for (std::size_t from = 1; from < played.rounds.size(); ++from) {
      CAPTURE(from);
      const Record record = written_and_read(program, played, {}, from);
      CHECK(record.header.placement.empty() == (from < 2));
      CHECK(judge_record(program, record).verdict == Verdict::legal);
      const MatchResult part = score_record(program, record);
      CHECK(part.placement == whole.placement);
      CHECK(part.games.back().placement == whole.games.back().placement);
    }
  }
}

TEST_CASE("parts of a match scored one after another are the whole match", "[replay][match]") {
  const dsl::CheckedRules rules = tests::rules_from_text(an_evening);
  const engine::Rules program = engine::compile_rules(rules, 5);
  const PlayedMatch played = play(program, 11);
  const MatchResult whole = score_record(program, written_and_read(program, played));
  for (std::size_t cut = 1; cut < played.rounds.size(); ++cut) {
    CAPTURE(cut);
    const Record first = written_and_read(program, played, {}, 0, cut);
    const Record second = written_and_read(program, played, {}, cut);
    MatchScorer scorer(program, first.header);
    for (std::size_t r = 0; r < first.rounds.size(); ++r)
      scorer.add_round(program, first.header, first.rounds[r], r == 0);
    REQUIRE(scorer.next());
    CHECK(*scorer.next() == first_round(program, second));
    CHECK(!scorer.result().over);
    for (const RecordRound& round : second.rounds) scorer.add_round(program, second.header, round, false);
    CHECK(!scorer.next());
    const MatchResult joined = scorer.result();
    CHECK(joined.totals == whole.totals);
    CHECK(joined.ranks == whole.ranks);
    REQUIRE(joined.games.size() == 3);
    for (std::size_t g = 0; g < 3; ++g) CHECK(joined.games[g].moves_on == whole.games[g].moves_on);
  }
}

TEST_CASE("a claimed score that is wrong is found with the right figure, its tiles and its rule",
          "[replay][match]") {
  const dsl::CheckedRules rules = tests::bundled_rules("club-double-twelve");
  const engine::Rules program = engine::compile_rules(rules, 4);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const PlayedMatch played = play(program, seed);
    engine::Random random(seed);
    Record record = written_and_read(program, played);
    const std::size_t r = random.below(static_cast<std::uint32_t>(record.rounds.size()));
    const std::size_t p = random.below(4);
    const std::int32_t right = played.ends[r].players[p].points;
    for (Item& item : record.rounds[r].items)
      if (auto* line = std::get_if<ScoreLine>(&item.line)) line->points[p].points = right + 7;
    record = read_again(record);
    CAPTURE(seed, r, p);
    const MatchResult match = score_record(program, record);
    for (std::size_t i = 0; i < match.rounds.size(); ++i)
      CHECK(match.rounds[i].wrong.size() == (i == r ? 1 : 0));
    REQUIRE(match.rounds[r].wrong.size() == 1);
    const ScoreDifference& wrong = match.rounds[r].wrong.front();
    CHECK(wrong.player == "P" + std::to_string(p + 1));
    CHECK(wrong.claimed == right + 7);
    CHECK(wrong.right == right);
    CHECK(match.rounds[r].players[p].points == right);
    std::int32_t pips = 0;
    for (const engine::TileId tile : wrong.left) pips += engine::pips_of(tile);
    CHECK(pips == right);
    // Of who went out nothing was counted; else the row that counts is named, also for a double blank.
    REQUIRE(wrong.parts.size() == (wrong.left.empty() ? 0 : 1));
    if (!wrong.left.empty()) {
      const PointsPart& part = wrong.parts.front();
      CHECK(part.rule == "count-pips");
      CHECK(part.points == right);
      REQUIRE(part.counts.size() == (right > 0 ? wrong.left.size() : 0));
      for (std::size_t t = 0; t < part.counts.size(); ++t)
        CHECK(part.counts[t] == engine::pips_of(wrong.left[t]));
    }
    // The referee finds the same, and says the same of it.
    const Judgement judged = judge_record(program, record);
    CHECK(judged.verdict == Verdict::legal);
    REQUIRE(judged.scores.size() == 1);
    CHECK(judged.scores.front().right == right);
    CHECK(judged.scores.front().left == wrong.left);
    CHECK(judged.scores.front().parts.size() == wrong.parts.size());
  }
}

TEST_CASE("points that depend on a tile or hand nobody wrote down are not shown as known",
          "[replay][match]") {
  const std::string head =
      "roundhouse: 1\nname: House\nextends: train\noptions: { highest: 3, first_double: 3, deal: { 2: 3 } }\n"
      "setup:\n  players: 2..2\nrules:\n  - id: costs\n";
  const std::string drawn = head + "    after: draw\n    when: tile.double\n    do: score(me, 10)\n";
  const std::string held =
      head + "    after: done\n    when: turn.laid == 0\n    do: score(me, sum(t in me.hand of t.pips))\n";
  const auto round = [](const std::string& draw, int points) {
    return "[players Joe Ann]\n\nround 3\nhand Joe: 3-3 3-1 2-0\nhand Ann: 3-2 2-1 1-1\nJoe: 3-3 3-1\n"
           "Ann: 3-2\nJoe: " +
           draw + " mark\nAnn: 2-1\nJoe: draw 1-0\nAnn: 1-1\nleft Joe: 2-2 2-0\nscore Joe " +
           std::to_string(points) + " Ann 0\n";
  };
  const auto check = [&](const std::string& rules, const std::string& draw, int points, std::size_t sheet,
                         std::size_t referee) {
    INFO(rules << round(draw, points));
    const engine::Rules program =
        engine::compile_rules(tests::rules_from_text(rules + "    says: It costs.\n"), 2);
    const dsl::Checked<Record> record = read_record({}, round(draw, points));
    REQUIRE(record.ok());
    CHECK(score_record(program, record.value).rounds.front().wrong.size() == sheet);
    const Judgement judged = judge_record(program, record.value);
    CHECK(judged.verdict == Verdict::legal);
    REQUIRE(judged.scores.size() == referee);
    if (referee > 0) CHECK(judged.scores.front().left.size() == 2);
  };
  // Of what Joe drew only the 2-2 goes with the rest: the referee finds that out, the sheet does not.
  check(drawn, "draw", 16, 0, 0);
  check(drawn, "draw", 6, 0, 1);
  check(drawn, "draw(2-2)", 16, 0, 0);
  check(drawn, "draw(2-2)", 6, 0, 1);
  check(held, "draw", 12, 0, 0);
  check(held, "draw", 8, 0, 0);
}

TEST_CASE("of points given more often than anybody reads it is said how often", "[replay][match]") {
  const engine::Rules program = engine::compile_rules(
      tests::rules_from_text(
          "roundhouse: 1\nname: House\nextends: train\noptions: { highest: 3, first_double: 3, deal: { 2: 3 "
          "} }\n"
          "setup:\n  players: 2..2\nacts:\n  tease:\n    by: anyone\n    do: score(me, 1)\n"),
      2);
  const auto wrong_after = [&](int teases) {
    std::string text =
        "[players Joe Ann]\n\nround 3\nhand Joe: 3-3 3-1 2-0\nhand Ann: 3-2 2-1 1-1\nJoe: 3-3 3-1\n";
    for (int i = 0; i < teases; ++i) text += "Ann: tease\n";
    text +=
        "Ann: 3-2\nJoe: draw(2-2) mark\nAnn: 2-1\nJoe: draw(1-0) 1-0\nAnn: 1-1\nleft Joe: 2-2 2-0\nscore Joe "
        "6 Ann 0\n";
    const dsl::Checked<Record> record = read_record({}, text);
    REQUIRE(record.ok());
    const MatchResult match = score_record(program, record.value);
    REQUIRE(match.rounds.front().wrong.size() == 1);
    return match.rounds.front().wrong.front();
  };
  dsl::SourceMap sources;
  CHECK(wrong_after(200).parts.size() == 200);
  CHECK(wrong_after(200).parts_left_out == 0);
  const ScoreDifference wrong = wrong_after(201);
  CHECK(wrong.right == 201);
  CHECK(wrong.parts.empty());
  CHECK(wrong.parts_left_out == 201);
  CHECK(score_reasons(sources, wrong).back() ==
        "points were given 201 times, which is more than is listed here");
}

TEST_CASE("a round after a match that its points have ended is none, if all of it is known",
          "[replay][match]") {
  const engine::Rules program = engine::compile_rules(
      tests::rules_from_text(
          "roundhouse: 1\nname: Short\nextends: train\noptions:\n  highest: 4\n  deal: { 2..8: 1 }\n"
          "  first_double: 4\nmatch:\n  over: any(p in players where p.points > 0)\n"),
      2);
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto round = tests::random_round(program, seed, 0.05);
    if (!round) continue;
    const auto judge = [&](const RecordParts& parts) {
      std::string text = write_record(round->record(program, parts)) + "round 3\n";
      INFO(text);
      const dsl::Checked<Record> read = read_record({}, text);
      REQUIRE(read.ok());
      return judge_record(program, read.value);
    };
    RecordParts parts;
    parts.scores = false;
    const Judgement known = judge(parts);
    if (known.verdict == Verdict::illegal) {
      ++refused;
      CHECK(known.ruling->rule == "false-claim");
      CHECK(known.ruling->message == "The match is over before this");
      CHECK(known.ruling->place.round == "3");
    }
    parts.hands = parts.draws = false;
    CHECK(judge(parts).verdict == Verdict::legal);
  }
  CHECK(refused >= 5);
}
