// Nobody is convicted by what a record does not say, and nothing proven: other hands, announcements, winners,
// how a round was played. And one slip of its writer is one error.

#include <string>
#include <vector>

#include "engine/fold.h"
#include "engine/rules.h"
#include "replay/fold/act_rows.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/scores/match_result.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

struct Judged {
  std::string verdict;  ///< "illegal must-knock 12.1", "undecided 12.2", "legal"
  std::vector<std::string> more;
  std::vector<std::string> trust;  ///< "12.2 held"
};

std::string place_text(const RecordPlace& place) { return place.round + "." + std::to_string(place.turn); }

Record read(const std::string& text) {
  dsl::Checked<Record> record = read_record({}, text);
  INFO(text);
  REQUIRE(record.ok());
  return std::move(record.value);
}

engine::Rules program_of(const std::string& rules, const Record& record) {
  return engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: Test\nextends: train\n" + rules),
                               static_cast<int>(record.header.players.size()));
}

Judged judge(const std::string& rules, const std::string& text, bool strict = false) {
  const Record record = read(text);
  const engine::Rules program = program_of(rules, record);
  RefereeOptions options;
  options.strict = strict;
  const Judgement found = judge_record(program, record, options);
  Judged judged;
  if (found.verdict == Verdict::legal) judged.verdict = "legal";
  if (found.verdict == Verdict::undecided)
    judged.verdict = "undecided" + (found.unknown ? " " + place_text(*found.unknown) : std::string());
  if (found.verdict == Verdict::illegal)
    judged.verdict = "illegal " + found.ruling->rule + " " + place_text(found.ruling->place);
  for (const Ruling& more : found.more) judged.more.push_back(more.rule + " " + place_text(more.place));
  constexpr const char* kinds[] = {"held", "lacked", "hand", "follows", "unsaid"};
  for (const Trust& trust : found.trust)
    judged.trust.push_back(place_text(trust.place) + " " + kinds[static_cast<std::size_t>(trust.kind)]);
  return judged;
}

using Texts = std::vector<std::string>;

const std::string two = "[variant x]\n[players Ann Bob]\n\nround 12\n";
const std::string three = "[variant x]\n[players Ann Bob Cem]\n\nround 12\n";
const std::string four = "[variant x]\n[players Ann Bob Cem Don]\n\nround 12\n";

std::string small(int deal) { return "options:\n  deal: " + std::to_string(deal) + "\n"; }

const std::string must_knock =
    "rules:\n  - id: must-knock\n    forbid: done\n    when: turn.laid > 0 and me.count == 1 and not "
    "me.knocked\n"
    "    says: Who is down to one tile knocks.\n";
const std::string pays_for_silence =
    "rules:\n  - id: silence-costs\n    after: done\n    when: turn.laid > 0 and me.count == 1 and not "
    "me.knocked\n"
    "    do: draw(me, 2)\n    says: Who is down to one tile and says nothing draws two.\n";

}  // namespace

// -- announcements ---------------------------------------------------------------------------------------

TEST_CASE("an act without its number or player is any that makes the record right", "[replay]") {
  const std::string rules =
      "roundhouse: 1\nname: House\nextends: train\noptions: { highest: 3, first_double: 3, deal: { 2: 3 } }\n"
      "setup:\n  players: 2..2\nacts:\n"
      "  penalty:\n    by: referee\n    whom: player\n    amount: 1..9\n    do: score(whom, amount)\n"
      "  grab:\n    by: turn\n    amount: 1..3\n    when: turn.laid == 0\n    do: draw(me, amount)\n";
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules), 2);
  const std::string head =
      "[players Joe Ann]\n\nround 3\nhand Joe: 3-3 3-1 1-0\nhand Ann: 2-2 2-1 1-1\nJoe: 3-3 3-1\n";
  const auto penalty = [&](const std::string& act, int points) {
    return head + "Ann: draw(3-2) 3-2\nreferee: " + act + "\nJoe: 1-0\nscore Joe 0 Ann " +
           std::to_string(points) + "\n";
  };
  const auto wrong = [&](const std::string& act, int points) {
    const Record record = read(penalty(act, points));
    const Judgement judged = judge_record(program, record);
    CHECK(judged.verdict == Verdict::legal);
    CHECK(judged.notes.size() == (act == "penalty Ann 5" ? 0 : 1));
    return judged.scores.size();
  };
  // Nine are left in Ann's hand.
  CHECK(wrong("penalty Ann 5", 14) == 0);
  CHECK(wrong("penalty Ann 5", 10) == 1);
  CHECK(wrong("penalty Ann", 14) == 0);
  CHECK(wrong("penalty Ann", 10) == 0);
  CHECK(wrong("penalty", 18) == 0);
  CHECK(wrong("penalty Ann", 19) == 1);
  CHECK(wrong("penalty", 9) == 1);  // then Joe has got it
  // The sheet adds up what is written.
  const MatchResult sheet = score_record(program, read(penalty("penalty Ann", 14)));
  CHECK(sheet.rounds.front().wrong.empty());
  CHECK(sheet.rounds.front().players[1].points == 14);

  for (const char* const tiles : {"3-2", "3-2 2-0", "3-2 ? 2-0"}) {
    const Judgement judged = judge_record(program, read(head + "Ann: grab " + tiles + " ...\n"));
    INFO(tiles);
    CHECK(judged.verdict == Verdict::legal);
  }
  CHECK(judge_record(program, read(head + "Ann: grab 3-2 ? 2-0 ? ...\n")).verdict == Verdict::illegal);
}

TEST_CASE("an announcement that a round never writes convicts nobody", "[replay]") {
  const std::string rules = small(3) + must_knock;
  const std::string play = "Ann: 12-12 12-3\nBob: 12-4\n";
  CHECK(judge(rules, two + play).verdict == "legal");
  CHECK(judge(rules, "[variant x]\n[players Ann Bob]\n[complete]\n\nround 12\n" + play).verdict ==
        "illegal must-knock 12.1");
  CHECK(judge(rules, two + "Ann: 12-12 12-3 knock\nBob: 12-4\n").verdict == "legal");
  // Once somebody says it in a round who does not is missed.
  CHECK(judge(rules, two + "Ann: 12-12 12-3 knock\nBob: 12-4\nAnn: draw mark\nBob: 4-5\n").verdict ==
        "illegal must-knock 12.4");
}

TEST_CASE("what an announcement wards off does not happen where none is written", "[replay]") {
  const std::string rules = small(3) + pays_for_silence;
  // With the penalty she could not be out here.
  const std::string out = "Ann: 12-12 12-3\nBob: 12-4\nAnn: 3-5\n";
  CHECK(judge(rules, two + out + "over\n").verdict == "legal");
  CHECK(judge(rules, "[variant x]\n[players Ann Bob]\n[complete]\n\nround 12\n" + out + "over\n").verdict ==
        "illegal false-claim 12.0");
  // The tiles that she took say that she was silent.
  CHECK(judge(rules, two + "Ann: 12-12 12-3 pass ? ?\nBob: 12-4\nAnn: 3-5\nleft Ann: 0-1 0-2\n").verdict ==
        "legal");
  // What she has left shows as much.
  CHECK(judge(rules, two + "Ann: 12-12 12-3\nBob: 12-4\nhand Ann: 0-1 0-2 0-3\n").verdict == "legal");
  CHECK(judge(rules, two + "Ann: 12-12 12-3\nBob: 12-4\nhand Ann: 0-1 0-2 0-3 0-4\n").verdict ==
        "illegal false-claim 12.0");
}

TEST_CASE("announcements struck out make no round illegal", "[replay]") {
  const std::string small_deal = "options:\n  highest: 6\n  first_double: 6\n  deal: 4\n";
  int struck = 0;
  for (const std::string& rows : {must_knock, pays_for_silence, must_knock + pays_for_silence.substr(7)}) {
    const engine::Rules program = engine::compile_rules(
        tests::rules_from_text("roundhouse: 1\nname: Test\nextends: train\n" + small_deal + rows), 3);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const auto round = tests::random_round(program, seed, 0.5);
      if (!round) continue;
      RecordParts parts;
      parts.hands = seed % 2 == 0;
      parts.draws = seed % 3 != 0;
      Record record = round->record(program, parts);
      for (Item& item : record.rounds.front().items)
        if (auto* line = std::get_if<TurnLine>(&item.line))
          struck += static_cast<int>(std::erase_if(line->acts, [](const WrittenAct& act) {
            const auto* word = std::get_if<WordAct>(&act.what);
            return word != nullptr && word->word == "knock";
          }));
      std::string text;
      const std::optional<Record> read_again = tests::read_back(record, text);
      INFO(text);
      REQUIRE(read_again);
      const Judgement found = judge_record(program, *read_again);
      INFO((found.ruling ? found.ruling->rule + ": " + found.ruling->message : found.undecided));
      CHECK(found.verdict != Verdict::illegal);
    }
  }
  CHECK(struck > 100);
}

TEST_CASE("an act that may be more than are tried convicts nobody", "[replay]") {
  const auto rules = [](const std::string& when) {
    return small(3) +
           "acts:\n  penalty:\n    by: referee\n    whom: player\n    amount: 0..1000\n    when: " + when +
           "\n    do: score(whom, amount)\n";
  };
  const std::string play = two + "Ann: 12-12 12-3\n";
  const std::string open = play + "referee: penalty Ann\n";
  CHECK(judge(rules("amount > 400"), open).verdict == "legal");
  CHECK(judge(rules("amount > 400"), open, true).verdict == "undecided 12.2");
  CHECK(judge(rules("amount > 600"), open).verdict == "undecided 12.2");
  CHECK(judge(rules("amount > 600"), play + "referee: penalty Ann 700\n").verdict == "legal");
  CHECK(judge(rules("amount > 600"), play + "referee: penalty Ann 500\n").verdict == "illegal penalty 12.2");
  // Where each was tried and none can be legal, whatever the hands are, it is illegal.
  const auto boast = [](const std::string& when) {
    return small(3) + "acts:\n  boast:\n    by: anyone\n    amount: 0..300\n    when: " + when + "\n";
  };
  const std::string hands = "hand Ann: 12-12 12-3 3-3\nhand Bob: 0-0 0-1 0-2\n";
  CHECK(judge(boast("amount > 300"), play + "Ann: boast\n").verdict == "illegal boast 12.2");
  CHECK(judge(boast("amount > 300 and me.hand has 3"), play + "Ann: boast\n").verdict == "undecided 12.2");
  CHECK(
      judge(boast("amount > 300 and me.hand has 3"), two + hands + "Ann: 12-12 12-3\nAnn: boast\n").verdict ==
      "illegal boast 12.2");
  CHECK(judge(boast("amount == 5 and me.hand has 3"), play + "Ann: boast\n").verdict == "legal");
}

TEST_CASE("advice to announce is for rounds that write such words", "[replay]") {
  const Record record = read(two + "Ann: 12-12 12-3\nBob: 12-4\n");
  const engine::Rules program = program_of(small(3), record);
  CHECK(judge_record(program, record).advice.empty());
  Record complete = record;
  complete.header.complete = true;
  CHECK(judge_record(program, complete).advice.size() == 1);
}

TEST_CASE("an announcement that is taken for granted proves nothing", "[replay]") {
  const Judged strict = judge(small(3) + must_knock, two + "Ann: 12-12 12-3\n", true);
  CHECK(strict.verdict == "undecided 12.1");
  CHECK(strict.trust == Texts{"12.1 unsaid"});
}

// -- the hands of others ---------------------------------------------------------------------------------

TEST_CASE("a part that is known settles a row about other hands in either order", "[replay]") {
  const std::string fives = "any(p in players where p != me and p.hand has 5)";
  const std::string play = "Ann: 12-12 12-5\nBob: 12-4\n";
  for (const std::string& condition :
       {"round.boneyard == 0 and " + fives, fives + " and round.boneyard == 0",
        "not (round.boneyard > 0 or not " + fives + ")", "not (not " + fives + " or round.boneyard > 0)",
        "if round.boneyard == 0 then " + fives + " else false"}) {
    INFO(condition);
    const std::string row = "    when: " + condition + "\n    says: No.\n";
    CHECK(judge("rules:\n  - id: forbids\n    forbid: done\n" + row, three + play).verdict == "legal");
    CHECK(
        judge("rules:\n  - id: stops\n    after: done\n    do: end_round()\n" + row, three + play).verdict ==
        "legal");
    CHECK(judge("rules:\n  - id: stops\n    after: turn-begins\n    do: end_round()\n" + row, three + play)
              .verdict == "legal");
    CHECK(judge("facts:\n  seen: { of: round, is: bool }\nrules:\n  - id: sees\n    after: lay\n"
                "    do: set(round.seen, true)\n" +
                    row,
                three + play)
              .verdict == "legal");
    CHECK(judge("words:\n  fives:\n    is: " + condition +
                    "\nrules:\n  - id: forbids\n    forbid: draw\n"
                    "    when: fives\n    says: No.\n",
                three + play)
              .verdict == "legal");
  }
  CHECK(judge("rules:\n  - id: forbids\n    forbid: done\n    when: " + fives + "\n    says: No.\n",
              three + play)
            .verdict == "undecided 12.1");
  // A known hand, or a number of which every tile lies, settles it, too.
  CHECK(
      judge(small(3) + "rules:\n  - id: forbids\n    forbid: done\n    when: " + fives + "\n    says: No.\n",
            three + "hand Bob: 5-6 12-4 ?\n" + play)
          .verdict == "illegal forbids 12.1");
}

TEST_CASE("advice about other hands is given where it holds whatever they are", "[replay]") {
  const std::string rules =
      "rules:\n  - id: hint\n    advise: done\n    when: not any(p in players where p != me and p.hand has "
      "5)\n"
      "    says: Mind the fives.\n";
  const Record record = read(three + "Ann: 12-12 12-5\nBob: 12-4\n");
  CHECK(judge_record(program_of(rules, record), record).advice.empty());
}

// -- trust -----------------------------------------------------------------------------------------------

TEST_CASE("two lines that deny the same tile do not vouch for each other", "[replay]") {
  const std::string play = "Ann: 12-12 12-5\nBob: draw(0-2) mark\nAnn: 5-9\nBob: draw(0-1) mark\n";
  const Judged mild = judge("", two + play);
  CHECK(mild.verdict == "legal");
  CHECK(mild.trust == Texts{"12.2 held", "12.4 held"});
  CHECK(judge("", two + play, true).verdict == "undecided 12.2");
}

TEST_CASE("a drawn tile that nobody wrote proves nothing where another would bar a lay", "[replay]") {
  const std::string rules =
      "options: { drawn_tile: may-be-kept }\nfacts:\n  barred: { of: player, is: bool }\nrules:\n"
      "  - id: double-bars\n    after: draw\n    when: tile.double\n    do: set(me.barred, true)\n"
      "  - id: barred-lays-nothing\n    forbid: lay\n    when: me.barred\n    says: No.\n";
  const std::string hands =
      "hand Ann: 12-12 12-5 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2\n"
      "hand Bob: 12-11 11-11 11-10 10-10 10-9 9-9 9-8 8-8 8-7 7-6 12-0 12-1 12-2 12-3 12-4\n";
  const auto play = [&](const std::string& draw) {
    return two + hands + "Ann: 12-12 12-5\nBob: 12-11\nAnn: " + draw +
           " mark\nBob: 12-4>mexican\nAnn: 4-0>mexican\n";
  };
  CHECK(judge(rules, play("draw")).verdict == "legal");
  CHECK(judge(rules, play("draw"), true).verdict == "undecided 12.5");
  CHECK(judge(rules, play("draw(6-0)"), true).verdict == "legal");
  CHECK(judge(rules, play("draw(6-6)")).verdict == "illegal barred-lays-nothing 12.5");
}

TEST_CASE("a round rests on nothing that it is legal with either way", "[replay]") {
  const std::string rules =
      small(3) +
      "rules:\n  - id: blank-marks\n    after: done\n    when: any(t in me.hand where t has 0)\n"
      "    do: mark(me.own.tail)\n    says: Who keeps a blank puts a marker on the own train.\n";
  // Whether Ann holds a blank is not known, and nobody asks.
  const std::string either_way = two + "Ann: 12-12 12-2\nBob: 12-1\nAnn: 2-2\n";
  CHECK(judge(rules, either_way).verdict == "legal");
  CHECK(judge(rules, either_way).trust.empty());
  CHECK(judge(rules, either_way, true).verdict == "legal");
  // Bob plays on her train, and that is open only if she does.
  const std::string one_way = two + "Ann: 12-12 12-2\nBob: 2-1>Ann\n";
  CHECK(judge(rules, one_way).verdict == "legal");
  CHECK(judge(rules, one_way).trust == Texts{"12.1 follows", "12.2 follows"});
  CHECK(judge(rules, one_way, true).verdict == "undecided 12.1");
}

TEST_CASE("for who is strict missing turns and rounds known by their scores prove nothing", "[replay]") {
  CHECK(judge("", two + "Ann: 12-12 12-5\n?\n").verdict == "legal");
  CHECK(judge("", two + "Ann: 12-12 12-5\n?\n", true).verdict == "undecided 12.0");
  CHECK(judge("", two + "score Ann 3 Bob 0\n").verdict == "legal");
  CHECK(judge("", two + "score Ann 3 Bob 0\n", true).verdict == "undecided 12.0");
}

// -- order, and the end ----------------------------------------------------------------------------------

TEST_CASE("one slip in the order of turns is one error", "[replay]") {
  const std::string begin = "Ann: 12-12 12-1\n";
  const auto errors = [&](const std::string& lines) {
    const Judged judged = judge("", four + begin + lines);
    Texts all{judged.verdict};
    all.insert(all.end(), judged.more.begin(), judged.more.end());
    return all;
  };
  const std::string a = "Ann: draw mark\n";
  const std::string b = "Bob: draw mark\n";
  const std::string c = "Cem: draw mark\n";
  const std::string d = "Don: draw mark\n";
  CHECK(errors(b + c + d + a + b) == Texts{"legal"});
  CHECK(errors(c + d + a + b + c) == Texts{"illegal turn-order 12.2"});      // a turn is missing
  CHECK(errors(c + b + d + a + b) == Texts{"illegal turn-order 12.2"});      // two lines swapped
  CHECK(errors(b + b + c + d + a) == Texts{"illegal turn-order 12.3"});      // one twice
  CHECK(errors(b + a + c + d + a + b) == Texts{"illegal turn-order 12.3"});  // one put in
  CHECK(errors(c + d + a + c + d) == Texts{"illegal turn-order 12.2", "turn-order 12.5"});  // two are missing
  // What is illegal later is found all the same.
  CHECK(errors(c + d + a + "Bob: 5-6\n").size() == 2);
}

TEST_CASE("all that comes after the end of a round is one round-over", "[replay]") {
  const std::string end = "Ann: 12-12 12-3\n";
  for (const char* after :
       {"Bob: pass\n", "Bob: mark\n", "Bob: 12-4\n", "Bob: draw\n", "Bob: draw mark\n", "Bob: knock\n",
        "Bob: challenge Ann\n", "Ann: pass\n", "Bob: 12-4\nAnn: draw\nBob: pass\n"}) {
    INFO(after);
    const Judged judged = judge(small(2), two + "hand Ann: 12-12 12-3\n" + end + after);
    CHECK(judged.verdict == "illegal round-over 12.2");
    CHECK(judged.more.empty());
  }
}

TEST_CASE("what follows of a slip in its line is no other error", "[replay]") {
  CHECK(judge(small(3), two + "Ann: 12-12 12-1\nBob: challenge Ann ?\n").more.empty());
  CHECK(judge("", two + "Ann: 12-12 12-5\nBob: 9-3>Ann nomark\nAnn: 5-9\n").more.empty());
}

// -- rounds that nobody wrote down -------------------------------------------------------------------------

TEST_CASE("a place that depends on who won a round is not known without it", "[replay]") {
  const std::string rules =
      "facts:\n  wins: { of: player, per: match, is: int }\nrules:\n  - id: count-win\n    after: "
      "round-over\n"
      "    do: add(round.winner.wins, 1)\n    says: Rounds won are counted.\n"
      "match:\n  rounds: 2\n  order: [me.total, 0 - me.wins]\n  moves_on: me.rank == 1\n";
  const std::string head = "[variant x]\n[players Ann Bob Cem]\n";
  const auto score = [&](const std::string& text) {
    const Record record = read(head + text);
    return score_record(program_of(rules, record), record).games.back();
  };
  const GameResult unknown =
      score("round 12\nscore Ann 0 Bob 20 Cem 20\nround 11\nscore Ann 20 Bob 10 Cem 0\n");
  CHECK(unknown.ranks == std::vector<int>{0, 3, 0});
  CHECK(unknown.moves_on == std::vector{dsl::Truth::undecided, dsl::Truth::no, dsl::Truth::undecided});
  // Who has nothing left has won.
  const GameResult counted = score(
      "round 12\nleft Ann:\nleft Bob: 10-10\nleft Cem: 9-11\nround 11\nleft Ann: 10-10\nleft Bob: 3-7\nleft "
      "Cem:\n");
  CHECK(counted.ranks == std::vector<int>{1, 3, 1});
  CHECK(counted.moves_on == std::vector{dsl::Truth::yes, dsl::Truth::no, dsl::Truth::yes});
  // Totals that differ need no wins.
  CHECK(score("round 12\nscore Ann 0 Bob 20 Cem 30\n").ranks == std::vector<int>{1, 2, 3});
}

TEST_CASE("what a place is worth is not known where the place is not", "[replay]") {
  const std::string rules =
      "match:\n  rounds: 1\n  games: 3\n  points: if me.rank == 1 then 5 else 1\n  moves_on: me.placement > "
      "4\n";
  using Points = std::vector<std::optional<std::int32_t>>;
  const auto score = [&](const std::string& text) {
    const Record record = read("[variant x]\n[players Ann Bob Cem]\n" + text);
    return score_record(program_of(rules, record), record);
  };
  // A player behind Ann is not first, whatever Cem has.
  const std::string first = "round 12\nscore Ann 0 Bob 20\n";
  const MatchResult one = score(first + "game 2\nround 12\nscore Ann 9 Bob 8 Cem 0\n");
  REQUIRE(one.games.size() == 2);
  CHECK(one.games[0].placement == Points{std::nullopt, 1, std::nullopt});
  CHECK(one.games[1].placement == Points{1, 1, 5});
  CHECK(one.placement == Points{std::nullopt, 2, std::nullopt});
  // Cem may have 10 or 6, Ann 6 or 2; Bob is equal to Ann, or behind both.
  CHECK(one.games[1].moves_on == std::vector{dsl::Truth::undecided, dsl::Truth::no, dsl::Truth::undecided});
  CHECK(one.ranks.empty());
  // All is known: Ann has 5 and 1, Bob 1 and 1, Cem 1 and 5; of equal ones the one with less of all games.
  const MatchResult all =
      score("round 12\nscore Ann 0 Bob 20 Cem 30\ngame 2\nround 12\nscore Ann 9 Bob 8 Cem 0\n");
  CHECK(all.placement == Points{6, 2, 6});
  CHECK(all.ranks == std::vector<int>{1, 3, 2});
  CHECK(all.games[1].moves_on == std::vector{dsl::Truth::yes, dsl::Truth::no, dsl::Truth::no});
  // A game whose round came to no end, and another behind it.
  const MatchResult open = score("round 12\nAnn: 12-12\ngame 2\nround 12\nscore Ann 9 Bob 8 Cem 0\n");
  CHECK(open.placement == Points{std::nullopt, std::nullopt, std::nullopt});
  CHECK(open.games[1].placement == Points{1, 1, 5});
}

TEST_CASE("a group that depends on what is not known leaves places open", "[replay]") {
  const std::string rules = "match:\n  rounds: 1\n  group: me.total > 15\n";
  const auto score = [&](const std::string& text) {
    const Record record = read("[variant x]\n[players Ann Bob Cem]\n" + text);
    return score_record(program_of(rules, record), record).games.back();
  };
  CHECK(score("round 12\nscore Ann 0 Bob 20 Cem 30\n").ranks == std::vector<int>{1, 1, 2});
  CHECK(score("round 12\nscore Ann 0 Bob 20 Cem 30\n").groups ==
        std::vector<std::string>{"no", "yes", "yes"});
  // Nobody who has 20 or 30 is before Ann; Cem may be behind Bob, or before.
  const GameResult open = score("round 12\nscore Ann 10 Bob 20\n");
  CHECK(open.groups == std::vector<std::string>{"no", "yes", "?"});
  CHECK(open.ranks.empty());
}

TEST_CASE("a referee acts after a round that only its end is known of", "[replay]") {
  const std::string rules =
      "acts:\n  fine:\n    by: referee\n    whom: player\n    when: round.over\n    do: score(whom, 7)\n"
      "    says: The referee fines.\n";
  for (const std::string& end :
       {std::string("left Ann:\nleft Bob: 5-5 6-6\n"), std::string("score Ann 0 Bob 22\n")}) {
    INFO(end);
    const std::string text = two + end + "referee: fine Ann\n";
    CHECK(judge(rules, text).verdict == "legal");
    const Record record = read(text);
    const MatchResult result = score_record(program_of(rules, record), record);
    CHECK(result.totals == std::vector<std::optional<std::int32_t>>{7, 22});
    CHECK(judge(rules, two + end + "referee: fine Ann\nscore Ann 7 Bob 22\n").verdict == "legal");
  }
}

TEST_CASE("a claim is shown with the turn that it is about", "[replay]") {
  const Record record =
      read(three + "Ann: 12-12 12-5\nBob: draw mark\nclaim Ann 12.2 \"had a play\"\nCem: 12-3\n");
  Texts shown;
  step_through(program_of("", record), record, [&](const Frame& frame) {
    for (const std::string& sentence : frame.sentences)
      if (sentence.find("had a play") != std::string::npos) shown.push_back(frame.place);
    return true;
  });
  CHECK(shown == Texts{"12.2"});
}

TEST_CASE("an age that nobody wrote down convicts nobody", "[replay][referee]") {
  const std::string child =
      "words:\n  child: { of: player, is: it.age < 8 }\n"
      "rules:\n  - id: children-play-anywhere\n    except: closed-train\n    when: me.child\n"
      "    says: Children may play on every train.\n";
  const std::string play = "[players Ann Bob]\n{}round 12\nAnn: 12-12 12-5\nBob: 5-1>Ann\n";
  const auto with = [&](std::string head) {
    std::string text = play;
    return judge(child, text.replace(text.find("{}"), 2, head)).verdict;
  };
  CHECK(with("") == "undecided 12.2");
  CHECK(with("[ages 40 ?]\n") == "undecided 12.2");
  CHECK(with("[ages 40 7]\n") == "legal");
  CHECK(with("[ages 40 9]\n") == "illegal closed-train 12.2");
  // A program that plays gives no ages where it writes none.
  CHECK(with("[seed 1]\n") == "illegal closed-train 12.2");
  // Where it makes no difference nothing is open.
  CHECK(judge(child, "[players Ann Bob]\nround 12\nAnn: 12-12 12-5\nBob: draw mark\nAnn: 4-3\n").verdict ==
        "illegal tiles-match 12.3");

  const std::string oldest = "options: { engine_found: set-aside, first_player: by-age }\n";
  const std::string begins = "round 12\nengine 12-12\nBob: 12-5\n";
  CHECK(judge(oldest, "[players Ann Bob Cem]\n[ages 41 ? 40]\n" + begins).verdict == "legal");
  CHECK(judge(oldest, "[players Ann Bob Cem]\n[ages 41 39 40]\n" + begins).verdict ==
        "illegal turn-order 12.1");
  const std::string youngest =
      "setup:\n  starter:\n    - when: round.number == 1\n      then: best(p in players of 0 - p.age)\n"
      "      says: The youngest begins.\n    - then: holder\n";
  const std::string lays = "round 12\nBob: 12-12 12-5\n";
  CHECK(judge(youngest, "[players Ann Bob Cem]\n[ages 41 ? 40]\n" + lays).verdict == "legal");
  CHECK(judge(youngest, "[players Ann Bob Cem]\n[ages 41 50 40]\n" + lays).verdict ==
        "illegal turn-order 12.1");

  // What follows by a row that asks for ages is not known either.
  const std::string tired =
      "facts:\n  tired: { of: player, is: bool }\n"
      "rules:\n  - id: tires\n    after: draw\n    when: me.age > 70\n    do: set(me.tired, true)\n"
      "    says: The old tire of drawing.\n"
      "  - id: rests\n    forbid: lay\n    when: me.tired\n    says: Who is tired rests.\n";
  const std::string tiring = "round 12\nAnn: 12-12 draw mark\nBob: draw mark\nAnn: draw(12-5) 12-5\n";
  CHECK(judge(tired, "[players Ann Bob]\n" + tiring).verdict == "undecided 12.1");
  CHECK(judge(tired, "[players Ann Bob]\n[ages 71 20]\n" + tiring).verdict == "illegal rests 12.3");
  CHECK(judge(tired, "[players Ann Bob]\n[ages 70 20]\n" + tiring).verdict == "legal");
}

TEST_CASE("which half of a tile lies outward is as later lines show it, where nobody wrote it",
          "[replay][referee]") {
  const std::string head = "[players Ann Bob]\nround 12\n";
  const std::string misplayed =
      head + "Ann: 12-12 12-5\nBob: 12-7\nAnn: 4-9{}\nreferee: allow \"unseen\"\nBob: 7-1\n";
  const auto with = [&](const std::string& half, const std::string& then) {
    std::string text = misplayed + then;
    return judge("", text.replace(text.find("{}"), 2, half)).verdict;
  };
  CHECK(with("", "Ann: 9-3\n") == "legal");
  CHECK(with("", "Ann: 4-3\n") == "legal");
  CHECK(with("", "Ann: 5-3\n") == "illegal tiles-match 12.5");
  CHECK(with("=4", "Ann: 4-3\n") == "legal");
  CHECK(with("=4", "Ann: 9-3\n") == "illegal tiles-match 12.5");
  CHECK(with("=9", "Ann: 4-3\n") == "illegal tiles-match 12.5");
  // One misplay is one error, as long as what comes fits one of its halves.
  const Judged once =
      judge("", head + "Ann: 12-12 12-5\nBob: 11-3\nAnn: 5-9\nBob: 3-7\nAnn: 9-1\nBob: 7-4\n");
  CHECK(once.verdict == "illegal tiles-match 12.2");
  CHECK(once.more == Texts{});
}

TEST_CASE("tiles that somebody has to take may stand at the head of the turn", "[replay][referee]") {
  const std::string follower =
      "options: { deal: 5 }\n"
      "facts:\n  doubled: { of: round, after: done, is: turn.laid == 2 }\n"
      "rules:\n  - id: follower-draws\n    after: turn-begins\n    when: round.doubled\n    do: draw(me, 2)\n"
      "    says: Who follows a double draws two tiles first.\n";
  const std::string play =
      "[players Ann Bob]\nround 12\nhand Bob: 12-7 9-8 9-6 6-3 2-1\nAnn: 12-12 12-5\nBob: 12-7\nAnn: 5-5 5-3";
  CHECK(judge(follower, play + "\nBob: 7-1 11-0 7-1\n").verdict == "legal");
  CHECK(judge(follower, play + " pass 7-1 11-0\nBob: 7-1\n").verdict == "legal");
  CHECK(judge(follower, play + "\nBob: 7-1 11-0\n").verdict == "illegal tiles-match 12.4");
}

TEST_CASE("an announcement that asks for a tile is taken for said where the tile may be in hand",
          "[replay][referee]") {
  const std::string quiet =
      "facts:\n  said: { of: player, is: bool }\n"
      "acts:\n  say:\n    when: me.hand has 5\n    do: set(me.said, true)\n    says: Who holds a five may "
      "say so.\n"
      "rules:\n  - id: quiet\n    forbid: lay\n    when: tile has 5 and not me.said\n"
      "    says: A five is laid only by who has said so.\n";
  const std::string lays = "round 12\nAnn: 12-12 12-5\n";
  CHECK(judge(quiet, "[players Ann Bob]\n" + lays).verdict == "legal");
  CHECK(judge(quiet, "[players Ann Bob]\n[complete]\n" + lays).verdict == "illegal quiet 12.1");
}

TEST_CASE("a match that points have ended is over, though not all of it is written", "[replay][referee]") {
  const std::string forty =
      "options: { deal: 2 }\nmatch:\n  rounds: none\n  over: any(p in players where p.total >= 40)\n";
  const std::string head = "[players Ann Bob]\n";
  const std::string first = "round 12\nAnn: 12-12 12-5\nleft Bob: 12-11 12-10\nover\n";
  const std::string second = "round 11\nAnn: 11-11 11-5\n";
  CHECK(judge(forty, head + first + second).verdict == "illegal false-claim 11.0");
  CHECK(judge(forty, head + "round 12\nAnn: 12-12 12-5\nleft Bob: 2-1 1-0\nover\n" + second).verdict ==
        "legal");
  CHECK(judge(forty, head + "round 12\nAnn: 12-12 12-5\nscore Ann 0 Bob 45\nover\n" + second).verdict ==
        "illegal false-claim 11.0");
  // Nobody knows what was left.
  CHECK(judge(forty, head + "round 12\nAnn: 12-12 12-5\nover\n" + second).verdict !=
        "illegal false-claim 11.0");
}

TEST_CASE("points that rest on hands which nobody wrote down are open behind the end, too",
          "[replay][referee]") {
  const std::string fine =
      "options: { deal: 2 }\nfacts:\n  richest: { of: round, is: player }\n"
      "acts:\n  fine:\n    by: referee\n    whom: player\n    do: score(whom, 5)\n"
      "  spare:\n    by: referee\n    whom: player\n    do: score(whom, 0 - 1)\n"
      "rules:\n  - id: note-the-richest\n    after: round-over\n    do: set(round.richest, best(p in players "
      "of p.points))\n    says: Who has most points is remembered.\n"
      "  - id: no-fine-for-nothing\n    forbid: fine\n    when: whom.points == 0\n    says: Who has no "
      "points "
      "is not fined.\n"
      "  - id: spare-the-richest\n    forbid: spare\n    when: whom != round.richest\n    says: Only who has "
      "most points is spared.\n";
  const std::string head = "[players Ann Bob]\nround 12\nAnn: 12-12 12-5\n";
  const std::string left = "left Bob: 2-1 1-0\n";
  CHECK(judge(fine, head + "referee: fine Bob\nover\n").verdict == "undecided 12.2");
  CHECK(judge(fine, head + left + "referee: fine Bob\nover\n").verdict == "legal");
  CHECK(judge(fine, head + "score Ann 0 Bob 4\nreferee: fine Bob\nover\n").verdict == "legal");
  CHECK(judge(fine, head + "referee: fine Ann\nover\n").verdict == "illegal no-fine-for-nothing 12.2");
  CHECK(judge(fine, head + "referee: spare Bob\nover\n").verdict == "undecided 12.2");
  CHECK(judge(fine, head + left + "referee: spare Bob\nover\n").verdict == "legal");
  CHECK(judge(fine, head + left + "referee: spare Ann\nover\n").verdict == "illegal spare-the-richest 12.2");
}

TEST_CASE("a fact that rests on a tile which nobody wrote down leaves open only what asks for it",
          "[replay][referee]") {
  const std::string just =
      "facts:\n  just_drawn: { of: turn, after: draw, is: tile }\n"
      "rules:\n  - id: only-the-drawn-tile\n    forbid: lay\n"
      "    when: turn.drawn > 0 and tile != turn.just_drawn\n"
      "    says: After a draw only the tile just drawn may be played.\n";
  const std::string head = "[players Ann Bob]\nround 12\n";
  CHECK(judge(just, head + "Ann: 12-12 draw mark\nBob: 11-3\n").verdict == "illegal tiles-match 12.2");
  // Whether she could have played what she drew nobody knows.
  CHECK(judge(just, head + "Ann: 12-12 draw mark\nBob: 12-3\n").verdict == "undecided 12.1");
  CHECK(judge(just, head + "Ann: 12-12 draw(12-5) 12-6\n").verdict == "illegal only-the-drawn-tile 12.1");
  CHECK(judge(just, head + "Ann: 12-12 draw 12-6\n").verdict != "illegal only-the-drawn-tile 12.1");
  CHECK(judge(just, head + "Ann: 12-12 draw 12-6\nBob: 11-3\n").verdict == "illegal tiles-match 12.2");
}

TEST_CASE("turns are judged behind a tile that has to be drawn for the engine, however that is found",
          "[replay][referee]") {
  for (const std::string found :
       {"scheduled", "highest-unused", "highest-held", "set-aside", "first-holder"}) {
    INFO(found);
    const std::string rules = "options:\n  engine_found: " + found +
                              "\nrules:\n  - id: replaced\n    after: engine\n    do: draw(round.first, 1)\n"
                              "    says: A tile is drawn for the engine.\n";
    const std::string holder = found == "set-aside" ? "" : " Ann";
    const std::string head =
        "[variant x]\n[players Ann Bob]\n[first Ann]\n\nround 12\nengine 12-12" + holder + "\n";
    CHECK(judge(rules, head + "Ann: 3-4 12-5\nBob: 12-7\n").verdict == "legal");
    CHECK(judge(rules, head + "Ann: 3-4 12-5\nBob: 11-7\n").verdict == "illegal tiles-match 12.2");
  }
}

TEST_CASE("who is first by a fact of the header is known, whatever the rotation is", "[replay][referee]") {
  const std::string rules =
      "options:\n  engine_found: set-aside\nfacts:\n  victor: { of: match, after: round-over, is: "
      "round.winner }\nsetup:\n  first:\n"
      "    - when: match.victor != nobody\n      then: match.victor\n    - then: round.rotation\n"
      "  starter: round.first\n";
  const std::string head = "[variant x]\n[players Ann Bob]\n";
  const std::string round = "\nround 11\nengine 11-11\nBob: 11-3\n";
  CHECK(judge(rules, head + "[fact victor Ann]\n" + round).verdict == "illegal turn-order 11.1");
  CHECK(judge(rules, head + "[fact victor Bob]\n" + round).verdict == "legal");
  // Whose turn it was by rotation nobody knows.
  CHECK(judge(rules, head + "[fact victor nobody]\n" + round).verdict == "legal");
  CHECK(judge(rules, head + round).verdict == "legal");
}

TEST_CASE("what the first tile of a begun train changed is not as before though nothing else was so",
          "[replay][referee]") {
  const std::string head = "[variant x]\n[players Ann Bob]\n\nround 12\nengine 12-12\ntrain Ann: 12-5\n";
  const std::string begun = head + "train Mexican: 12-4\n";
  const auto play = [](const std::string& facts) {
    return facts + "nothing else\nturn Ann\nAnn: 4-8>Mexican\n";
  };
  const auto rules = [](const std::string& fact) {
    return "facts:\n" + fact +
           "rules:\n  - id: taken\n    forbid: lay\n"
           "    when: end.train.kind == mexican and round.taker != nobody and round.taker != me\n"
           "    says: Whoever began it has it alone.\n";
  };
  const std::string taker =
      rules("  taker: { of: round, after: lay, when: end.train.kind == mexican and end.start, is: me }\n");
  CHECK(judge(taker, begun + play("")).verdict == "undecided 12.1");
  CHECK(judge(taker, begun + play("fact taker Ann\n")).verdict == "legal");
  CHECK(judge(taker, begun + play("fact taker Bob\n")).verdict == "illegal taken 12.1");
  CHECK(judge(taker, begun + play("fact taker nobody\n")).verdict == "legal");
  CHECK(judge(taker, head + "nothing else\nturn Ann\nAnn: 12-8>Mexican\n").verdict == "legal");
  // Where it is the same whoever laid it, it is known.
  const std::string first = rules(
      "  taker: { of: round, after: lay, when: end.train.kind == mexican and end.start, is: round.first }\n");
  CHECK(judge(first, begun + play("first Bob\n")).verdict == "illegal taken 12.1");
  CHECK(judge(first, begun + play("first Ann\n")).verdict == "legal");
  // What other rows change back may be as before.
  const std::string reset = taker + "  - id: reset\n    after: done\n    do: set(round.taker, nobody)\n";
  CHECK(judge(reset, begun + play("")).verdict == "legal");
  // Of a player: of the one whose train is begun, and of no other.
  const std::string opened =
      "facts:\n  opened: { of: player, after: lay, when: end.start and end.mine }\n"
      "rules:\n  - id: not-again\n    forbid: lay\n    when: me.opened\n    says: Only once.\n";
  CHECK(judge(opened, head + "nothing else\nturn Ann\nAnn: 5-8\n").verdict == "undecided 12.1");
  CHECK(judge(opened, head + "nothing else\nturn Bob\nBob: 12-8\n").verdict == "legal");
}

TEST_CASE("a number of tiles that nobody counted convicts nobody", "[replay][referee]") {
  const std::string begun =
      "[variant x]\n[players Ann Ben]\n\nround 12\nengine 12-12\ntrain Ann: 12-5 5-8\nnothing else\nturn "
      "Ann\n";
  const std::string play = "hand Ann: 8-8 8-4 3-1\nAnn: 8-8 8-4\n";
  const auto noted = [](const std::string& when) {
    return "facts:\n  odd: { of: turn, after: lay, when: " + when +
           " }\nrules:\n  - id: not-when-odd\n    forbid: lay\n    when: turn.odd\n    says: Not then.\n";
  };
  const std::string nobody_has_nine = noted("not any(p in players where p.count == 9)");
  CHECK(judge(nobody_has_nine, begun + play).verdict == "legal");
  CHECK(judge(nobody_has_nine, begun + "hand Ben: ?x9\n" + play).verdict == "legal");
  CHECK(judge(nobody_has_nine, begun + "hand Ben: ?x8\n" + play).verdict == "illegal not-when-odd 12.1");
  const std::string boneyard = noted("round.boneyard != 60");
  CHECK(judge(boneyard, begun + play).verdict == "legal");
  CHECK(judge(boneyard, begun + "boneyard 60\n" + play).verdict == "legal");
  CHECK(judge(boneyard, begun + "boneyard 59\n" + play).verdict == "illegal not-when-odd 12.1");
  // Through a marker that such a row has put up.
  const std::string marked =
      "rules:\n  - id: marks\n    after: lay\n    when: not any(p in players where p.count == 9)\n"
      "    do: mark(me.own)\n  - id: not-when-marked\n    forbid: lay\n"
      "    when: end.train == me.own and end.marked\n    says: Not on the own train while it is marked.\n";
  CHECK(judge(marked, begun + play).verdict == "legal");
  CHECK(judge(marked, begun + "hand Ben: ?x8\n" + play).verdict == "illegal not-when-marked 12.1");
  // Illegal with every number is illegal.
  const std::string never = noted("any(p in players where p.count >= 0)");
  CHECK(judge(never, begun + play).verdict == "illegal not-when-odd 12.1");
  // Tiles that lie and are not written: the number in the one open hand does not settle that in the boneyard.
  const std::string hidden =
      "rules:\n  - id: not-then\n    forbid: lay\n"
      "    when: round.boneyard + sum(p in players of p.count) > 80\n    says: Not then.\n";
  const std::string cut =
      "[variant x]\n[players Ann Ben]\n\nround 12\nengine 12-12\ntrain Ann: ... 12-5 5-8\nnothing else\n"
      "turn Ann\nhand Ann: 8-4 3-1\nAnn: 8-4\n";
  CHECK(judge(hidden, cut).verdict == "undecided 12.1");
  CHECK(judge(hidden, begun + "hand Ann: 8-4 3-1\nAnn: 8-4\n").verdict == "illegal not-then 12.1");
  // Two hands that nobody counted.
  const std::string both =
      noted("not (count(p in players where p.count == 9) == 1 and any(p in players where p.count == 7))");
  const std::string begun_three =
      "[variant x]\n[players Ann Ben Cem]\n\nround 12\nengine 12-12\ntrain Ann: 12-5 5-8\nnothing else\n"
      "turn Ann\n";
  CHECK(judge(both, begun_three + play).verdict == "legal");
}

TEST_CASE("what is legal with some number of tiles in a hand is legal", "[replay][referee]") {
  const std::string begun =
      "[variant x]\n[players Ann Ben]\n\nround 12\nengine 12-12\ntrain Ann: 12-5 5-8\nnothing else\nturn "
      "Ann\n";
  const auto rule = [](const std::string& when) {
    return "rules:\n  - id: not-then\n    forbid: lay\n    when: " + when +
           "\n    says: Not with so many tiles.\n";
  };
  for (const char* const when : {"me.count == 7", "me.count == 8", "me.count > 6", "me.count > 7",
                                 "me.count < 60", "not me.count in 20..22", "me.count + 5 < 30"}) {
    INFO(when);
    CHECK(judge(rule(when), begun + "Ann: 8-4\n").verdict == "legal");
  }
  // With every number of tiles in one hand it is tried; of two hands not all pairs of numbers are.
  CHECK(judge(rule("me.count >= 1"), begun + "hand Ben: ?x7\nAnn: 8-4\n").verdict == "illegal not-then 12.1");
  CHECK(judge(rule("me.count >= 1"), begun + "Ann: 8-4\n").verdict == "undecided 12.1");
  // A hand that is counted is what it is.
  CHECK(judge(rule("me.count > 6"), begun + "hand Ann: 8-4 ?x6\nAnn: 8-4\n").verdict ==
        "illegal not-then 12.1");
}

TEST_CASE("illegal whatever is not written is illegal", "[replay][referee]") {
  const std::string rules = "options:\n  doubles_in_a_row: 2\n";
  CHECK(judge(rules,
              "[variant x]\n[players Ann Bob]\nround 12\nengine 12-12\ntrain Ann: 12-5\n"
              "train Mexican: 12-9\nnothing else\nturn Ann\nAnn: 5-5 9-9>Mexican 9-3>Mexican\n")
            .verdict == "illegal doubles-in-order 12.1");
  // Behind one turn that is missing no less than behind any number of them.
  for (const char* const missing : {"?\n", "Bob: ?\n"}) {
    INFO(missing);
    CHECK(judge("", two + "Ann: 12-12 12-5\n" + missing + "Ann: 5-8 8-2\n")
              .verdict.starts_with("illegal one-tile"));
    CHECK(!judge("", two + "Ann: 12-12 12-5\n" + missing + "Ann: 5-8\n").verdict.starts_with("illegal"));
  }
}

TEST_CASE("who begins by the tiles in hand is known where later lines leave only one", "[replay][referee]") {
  const std::string rules =
      "options: { engine_found: set-aside, deal: 2 }\n"
      "setup:\n  starter: best(p in players of max(t in p.hand of t.pips))\n";
  CHECK(judge(rules, two + "Bob: 12-4\nAnn: 12-11\n").verdict == "illegal turn-order 12.2");
  CHECK(judge(rules, two + "Ann: 12-11\nBob: 12-4\n").verdict == "legal");
  CHECK(judge(rules, two + "Bob: 12-4\nAnn: 12-10\n").verdict == "legal");
}

TEST_CASE("work is counted for the dearest act, and only where a guard is true", "[replay][referee]") {
  const std::string heavy =
      "count(t in me.hand where any(e in ends where any(u in me.hand where u.pips + t.pips > e.pip))) > 3";
  const auto rules_with = [&](bool guarded_too) {
    std::string rules = "roundhouse: 1\nname: Test\nextends: train\nrules:\n";
    for (const std::string id : {"one", "two", "three"})
      rules +=
          "  - id: " + id + "\n    after: lay\n    when: " + heavy + "\n    do: score(me, 1)\n    says: A.\n";
    if (guarded_too)
      for (const std::string act : {"draw", "lay", "done"})
        rules += "  - id: no-" + act + "\n    forbid: " + act + "\n    when: round.boneyard == 0 and " +
                 heavy + "\n    says: B.\n";
    return engine::compile_rules(tests::rules_from_text(rules), 2);
  };
  const engine::Rules plain = rules_with(false);
  const engine::Rules guarded = rules_with(true);
  engine::Position position = engine::begin_match(plain);
  position.boneyard = 20;
  REQUIRE(act_work(plain).act > 1'000);
  CHECK(ActMeter(plain).steps(position) == act_work(plain).act);
  // Rows about other acts that are not asked take nothing off what is.
  CHECK(ActMeter(guarded).steps(position) >= act_work(plain).act);
  CHECK(ActMeter(guarded).steps(position) < act_work(guarded).act);
  position.boneyard = 0;
  CHECK(ActMeter(guarded).steps(position) == act_work(guarded).act);
}
