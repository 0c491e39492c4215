// The lines of a record before its first turn, where that depends on hands or has a note.

#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

Judgement judge(const std::string& rules, const std::string& text) {
  const dsl::Checked<Record> read = read_record({}, text);
  REQUIRE(read.ok());
  const engine::Rules program =
      engine::compile_rules(tests::rules_from_text("roundhouse: 1\nname: House\nextends: train\n" + rules),
                            static_cast<int>(read.value.header.players.size()));
  return judge_record(program, read.value);
}

const std::string most_pips_begin =
    "options:\n  engine_found: set-aside\n  deal: { 2: 2 }\nsetup:\n  players: 2..2\n"
    "  starter: best(p in players of sum(t in p.hand of t.pips))\n";
const std::string poor =
    "options: { highest: 4, first_double: 4, deal: { 2: 2 } }\nsetup:\n  players: 2..2\n"
    "  redeal: all(p in players where sum(t in p.hand of t.pips) < 14)\n  engine: { from: aside }\n";
const std::string draws_for_it =
    "rules:\n  - id: engine-replaced\n    after: engine\n    do: draw(me, 1)\n    says: A tile for the "
    "engine.\n";

}  // namespace

TEST_CASE("who begins by unknown hands is believed until a tile speaks against it", "[replay]") {
  const std::string head = "[players Ann Bob]\n\nround 12\nengine 12-12\n";
  CHECK(judge(most_pips_begin, head + "Bob: 12-11\nAnn: 12-0\n").verdict == Verdict::legal);
  CHECK(judge(most_pips_begin, head + "Ann: 12-0\nBob: 12-11\n").verdict == Verdict::legal);

  const Judgement later =
      judge(most_pips_begin, head + "hand Ann: ?x2\nhand Bob: 12-1 0-0\nBob: 12-1\nAnn: 12-11\n");
  REQUIRE(later.verdict == Verdict::illegal);
  CHECK(later.ruling->place.turn == 2);
  CHECK(later.ruling->rule == "turn-order");
  REQUIRE(later.ruling->because.size() == 1);
  CHECK(later.ruling->because.front().place.turn == 1);

  const Judgement known = judge(most_pips_begin, head + "hand Ann: 12-11 ?\nhand Bob: 12-1 0-0\nBob: 12-1\n");
  REQUIRE(known.verdict == Verdict::illegal);
  CHECK(known.ruling->place.turn == 1);
  CHECK(known.ruling->rule == "turn-order");
}

TEST_CASE("who holds the engine and does something else is told of it", "[replay]") {
  const std::string rules = "options: { engine_missing: in-turn }\n";
  const std::string head = "[players Ann Bob]\n\nround 12\nfirst Ann\n";
  for (const char* acts : {"Ann: draw\n", "Ann: pass\n", "Bob: draw\n", "Ann: 12-5>mexican\n"}) {
    INFO(acts);
    const Judgement judged = judge(rules, head + "hand Ann: 12-12 12-5 ?x13\n" + acts);
    REQUIRE(judged.verdict == Verdict::illegal);
    CHECK(judged.ruling->rule == "not-the-engine");
    CHECK(judged.ruling->place.turn == 1);
    CHECK(judged.ruling->message == "Ann holds the 12-12, which is the engine, and has not laid it");
    // It lies for what comes behind, so that the turn is hers.
    for (const Ruling& other : judged.more)
      if (other.place.player == "Ann") CHECK(other.rule != "turn-order");
  }
  // Nobody is known to hold it.
  const Judgement unknown = judge(rules, head + "hand Ann: 12-5 ?x14\nAnn: draw\n");
  REQUIRE(unknown.verdict == Verdict::illegal);
  CHECK(unknown.ruling->message == "The first tile of the first turn is the engine, and no tile stands here");
}

TEST_CASE("an engine that unknown hands decide on is believed", "[replay]") {
  const std::string wanted =
      "options: { engine_found: highest-held, deal: { 2: 2 } }\nsetup:\n  players: 2..2\n  engine:\n"
      "    wanted: tile.double and all(p in players where any(t in p.hand where t.double))\n";
  CHECK(judge(wanted, "[players Ann Bob]\n\nround 1\nAnn: 12-12 12-5\n").verdict == Verdict::legal);
  const Judgement none =
      judge(wanted, "[players Ann Bob]\n\nround 1\nhand Bob: 12-3 12-4\nAnn: 12-12 12-5\n");
  REQUIRE(none.verdict == Verdict::illegal);
  CHECK(none.ruling->rule == "not-the-engine");
}

TEST_CASE("hands that decide what the engine brings are asked where the last deal lays it", "[replay]") {
  const std::string rules =
      "options: { engine_found: set-aside, deal: { 2: 2 } }\nsetup:\n  players: 2..2\nrules:\n"
      "  - id: blank-is-fined\n    after: engine\n    when: any(t in me.left.hand where t has 0)\n"
      "    do: draw(me.left, 1)\n    says: Who is dealt a blank takes one more.\n";
  const std::string head = "[players Ann Bob]\n\nround 12\nengine 12-12\n";
  CHECK(judge(rules, head + "hand Ann: 12-1 12-2\nAnn: ? ...\n").verdict == Verdict::undecided);
  CHECK(judge(rules, head + "hand Ann: 12-1 12-2\nhand Bob: 1-0 2-1\nAnn: ? ...\n").verdict ==
        Verdict::legal);
  CHECK(judge(rules, head + "hand Ann: 12-1 12-2\nhand Bob: 1-1 2-1\nAnn: ? ...\n").verdict ==
        Verdict::illegal);
}

TEST_CASE("lots of which not all are known leave it to the record who is first", "[replay]") {
  const std::string rules =
      "options: { highest: 2, first_double: 2, engine_found: set-aside, deal: { 2: 1 } }\nsetup:\n"
      "  players: 2..2\n  lots: if tile.double then 1 else 0\n  first: nobody\n";
  const std::string head = "[players Ann Bob]\n\nround 2\n";
  // Nobody has a double, and both draw again.
  const std::string tied = head + "lots Ann 2-1 Bob 2-0\n";
  const std::string hands = "engine 2-2\nhand Ann: 2-1\nhand Bob: 2-0\n";
  CHECK(judge(rules, tied + "lots Ann 1-1 Bob 1-0\n" + hands + "Ann: 2-1\n").verdict == Verdict::legal);
  CHECK(judge(rules, tied + "lots Ann 1-1 Bob 1-0\n" + hands + "Bob: 2-0\n").verdict == Verdict::illegal);
  CHECK(judge(rules, tied + "lots Ann ? Bob 1-0\n" + hands + "Bob: 2-0\n").verdict == Verdict::legal);
  CHECK(judge(rules, tied + "lots Ann 1-0 Bob ?\n" + hands + "Ann: 2-1\n").verdict == Verdict::legal);
  CHECK(judge(rules, tied + "lots Ann 1-1 Bob 1-0\nlots Ann 0-0\n" + hands + "Ann: 2-1\n").verdict ==
        Verdict::illegal);
}

TEST_CASE("an engine is led by the first who holds one", "[replay]") {
  const std::string led =
      "setup:\n  first: round.rotation\n  engine:\n    from: lead\n    wanted: tile.double\n";
  const std::string head = "[players Ann Bob Cem]\n\nround 12\n";
  CHECK(judge(led, head + "Cem: 6-6 6-4\n").verdict == Verdict::legal);
  const Judgement shown = judge(led, head + "hand Ann: 9-9 ?x14\nCem: 6-6 6-4\n");
  REQUIRE(shown.verdict == Verdict::illegal);
  CHECK(shown.ruling->rule == "turn-order");
  const Judgement later = judge(led, head + "Cem: 6-6 6-4\nAnn: 6-6\n");
  CHECK(later.verdict == Verdict::illegal);
  const Judgement held =
      judge(led, head + "Cem: 6-6 6-4\nAnn: draw(9-8) mark\nBob: 6-1\nCem: draw mark\nAnn: 9-9\n");
  REQUIRE(held.verdict == Verdict::illegal);
  CHECK(held.ruling->place.turn == 5);
}

TEST_CASE("an engine is led after the last deal that was allowed, by hands nobody sees", "[replay]") {
  const std::string led =
      "setup:\n  first: round.rotation\n  engine:\n    from: lead\n    wanted: tile.double\n    missing: "
      "redeal\n"
      "    limit: 2\n    then: ";
  const std::string head = "[players Ann Bob Cem]\n\nround 12\nredeal\nredeal\n";
  for (const char* then : {"turn-over\n", "nothing\n"}) {
    CHECK(judge(led + then, head + "Cem: 6-6 6-4\n").verdict == Verdict::legal);
    CHECK(judge(led + then, head + "redeal\nCem: 6-6 6-4\n").verdict == Verdict::illegal);
    const Judgement held = judge(led + then, head + "hand Ann: 9-9 ?x14\nCem: 6-6 6-4\n");
    REQUIRE(held.verdict == Verdict::illegal);
    CHECK(held.ruling->rule == "turn-order");
  }
}

TEST_CASE("hands are dealt again when the rules call for it, and only then", "[replay]") {
  const std::string twins =
      "options: { highest: 3, first_double: 3, deal: { 2: 2 } }\nsetup:\n  players: 2..2\n"
      "  redeal: { when: any(p in players where count(t in p.hand where t.double) > 1), limit: 1 }\n";
  const std::string head = "[players Ann Bob]\n\nround 3\n";
  const std::string good = "hand Ann: 3-3 3-1\nhand Bob: 1-0 2-0\n";
  const std::string bad = "hand Ann: 3-3 1-1\nhand Bob: 1-0 2-0\n";
  const std::string played = "Ann: 3-3 ...\n";
  for (const char* const engine : {"", "  engine: { from: aside }\n"}) {
    INFO(engine);
    const std::string rules = twins + engine;
    const bool aside = *engine != 0;
    const auto hands = [&](std::string text) {
      // The engine that is set aside is in no hand.
      for (std::size_t at = 0; aside && (at = text.find("3-3", at)) != std::string::npos;)
        text.replace(at, 3, "0-0");
      return text;
    };
    const std::string begin = head + (aside ? "engine 3-3\n" : "");
    const std::string play = aside ? "Ann: 3-1 ...\n" : played;
    CHECK(judge(rules, begin + hands(good) + play).verdict == Verdict::legal);
    CHECK(judge(rules, begin + hands(bad) + "redeal\n" + hands(good) + play).verdict == Verdict::legal);
    const Judgement missing = judge(rules, begin + hands(bad) + (aside ? "Ann: draw ...\n" : played));
    REQUIRE(missing.verdict == Verdict::illegal);
    CHECK(missing.ruling->rule == "false-claim");
    CHECK(missing.ruling->place.turn == 1);
    const Judgement needless = judge(rules, begin + hands(good) + "redeal\n" + hands(good) + play);
    REQUIRE(needless.verdict == Verdict::illegal);
    CHECK(needless.ruling->rule == "false-claim");
    CHECK(needless.ruling->place.where.begin == (begin + hands(good)).size());
    // Once is all that is allowed.
    CHECK(judge(rules, begin + hands(bad) + "redeal\n" + hands(bad)).verdict == Verdict::legal);
    CHECK(judge(rules, begin + hands(bad) + "redeal\n" + hands(bad) + "redeal\n" + hands(good) + play)
              .verdict == Verdict::illegal);
    // A record may end with the deal.
    CHECK(judge(rules, begin + hands(bad)).verdict == Verdict::legal);

    // Hands that nobody wrote down.
    CHECK(judge(rules, begin + play).verdict == Verdict::legal);
    CHECK(judge(rules, begin + "redeal\n" + play).verdict == Verdict::legal);
    const Judgement shown = judge(rules, begin + "hand Bob: 1-1 2-2\n" + play);
    REQUIRE(shown.verdict == Verdict::illegal);
    CHECK(shown.ruling->rule == "false-claim");
    CHECK(judge(rules, begin + "hand Bob: 1-1 2-2\nredeal\n" + play).verdict == Verdict::legal);
    CHECK(judge(rules, begin + hands("hand Ann: 3-3 3-1\nhand Bob: 1-0 ?\nredeal\n") + play).verdict ==
          Verdict::illegal);
    CHECK(judge(rules, begin + "hand Bob: 1-0 ?\nredeal\n" + play).verdict == Verdict::legal);
  }
}

TEST_CASE("that hands had to go back is reported before other faults of the act behind them", "[replay]") {
  // The second tile of Ann may be any: she has too few pips with every one.
  for (const char* const tile : {"0-0", "?"}) {
    const std::string begin = std::string("[players Joe Ann]\n\nround 4\nengine 4-4\nhand Joe: 1-0 3-3\n") +
                              "hand Ann: 3-1 " + tile + "\n";
    const auto first_known = [&](const std::string& play) {
      const Judgement found = judge(poor, begin + play);
      REQUIRE(found.verdict == Verdict::illegal);
      CHECK(found.ruling->place.where.begin == begin.size() + 5);
      CHECK(found.ruling->message ==
            "By these rules the tiles are dealt again before this, and no 'redeal' is written");
      return found;
    };
    INFO(begin);
    // He does not hold it; it does not fit; nothing else is wrong.
    const Judgement not_held = first_known("Joe: 4-2>mexican ...\n");
    CHECK(not_held.ruling->rule == "false-claim");
    REQUIRE(not_held.more.size() == 1);
    CHECK(not_held.more[0].rule == "tile-not-held");
    const Judgement no_match = first_known("Joe: 3-3>mexican ...\n");
    REQUIRE(no_match.more.size() == 1);
    CHECK(no_match.more[0].rule == "tiles-match");
    CHECK(first_known("Joe: draw ...\n").more.empty());
  }
}

TEST_CASE("a setup line that has no place is reported before that hands had to go back", "[replay]") {
  const std::string begin = "[players Joe Ann]\n\nround 4\nengine 4-4\n";
  // The second tile of Ann may be any: she has too few pips with every one.
  for (const std::string tile : {"0-0", "?"})
    for (const std::string line :
         {"first Ann\n", "lots Joe 2-1 Ann 3-3\n", "seek Ann 2-2\n", "turned 2-2\n", "engine 2-2\n"}) {
      INFO(tile << " " << line);
      const Judgement found =
          judge(poor, begin + line + "hand Joe: 1-0 3-3\nhand Ann: 3-1 " + tile + "\nJoe: draw ...\n");
      REQUIRE(found.verdict == Verdict::illegal);
      CHECK(found.ruling->place.turn == 0);
      CHECK(found.ruling->place.where.begin == begin.size());
      REQUIRE(found.more.size() == 1);
      CHECK(found.more[0].place.turn == 1);
      CHECK(found.more[0].message ==
            "By these rules the tiles are dealt again before this, and no 'redeal' is written");
    }
}

TEST_CASE("in the midst of a match the first player is believed, and who went out before", "[replay]") {
  const std::string aside = "options: { engine_found: set-aside }\n";
  const std::string last_out = "options: { engine_found: set-aside, first_turn: last-winner }\n";
  const std::string players = "[players Ann Bob Cem]\n";
  const auto verdict = [&](const std::string& rules, const std::string& text) {
    return judge(rules, players + text).verdict;
  };
  for (const std::string& rules : {aside, last_out}) {
    INFO(rules);
    CHECK(verdict(rules, "\nround 11\nCem: 11-5\nAnn: 11-6\n") == Verdict::legal);
    CHECK(verdict(rules, "\nround 11\nCem: 11-5\nBob: 11-6\n") == Verdict::illegal);
    CHECK(verdict(rules, "\nround 12\nCem: 12-5\n") == Verdict::illegal);
    CHECK(verdict(rules, "\ngame 2\nround 12\nCem: 12-5\n") == Verdict::illegal);
  }
  CHECK(verdict(aside, "\nround 11\nfirst Cem\nCem: 11-5\n") == Verdict::legal);
  CHECK(verdict(aside, "\nround 11\nfirst Cem\nBob: 11-5\n") == Verdict::illegal);
  CHECK(verdict(aside, "[first Bob]\n\nround 11\nCem: 11-5\n") == Verdict::illegal);
  CHECK(verdict(last_out, "[out Bob]\n\nround 11\nCem: 11-5\n") == Verdict::illegal);
  CHECK(verdict(last_out, "[out Cem]\n\nround 11\nCem: 11-5\n") == Verdict::legal);
  // From there on rotation is known.
  const std::string next = "\nround 11\nfirst Bob\nscore Ann 0 Bob 9 Cem 9\n\nround 10\n";
  CHECK(verdict(aside, next + "Cem: 10-5\n") == Verdict::legal);
  CHECK(verdict(aside, next + "Ann: 10-5\n") == Verdict::illegal);
  // A game is a match's first here: there is nothing before it.
  const Judgement other = judge(aside, players + "\nround 12\nfirst Bob\nBob: 12-5\n");
  REQUIRE(other.verdict == Verdict::illegal);
  CHECK(other.ruling->rule == "false-claim");
}

TEST_CASE("why unknown hands were dealt again is left open where there are two reasons", "[replay]") {
  const std::string both =
      "setup:\n  redeal: { when: any(p in players where count(t in p.hand where t.double) > 6) }\n"
      "  engine: { missing: redeal, limit: 1 }\n";
  const std::string head = "[players Ann Bob]\n\nround 12\n";
  CHECK(judge(both, head + "Ann: 12-12 12-5\n").verdict == Verdict::legal);
  CHECK(judge(both, head + "redeal\nAnn: 12-12 12-5\n").verdict == Verdict::undecided);
}

TEST_CASE("a redeal that rests on rounds nobody wrote down is believed", "[replay]") {
  const std::string ahead = "setup:\n  redeal: any(p in players where p.total > 50)\n";
  CHECK(judge(ahead, "[players Ann Bob]\n[totals 60 0]\n\nround 11\nredeal\nAnn: 11-11 11-5\n").verdict ==
        Verdict::legal);
  CHECK(judge(ahead, "[players Ann Bob]\n\nround 12\nredeal\nAnn: 12-12 12-5\n").verdict == Verdict::illegal);
}

TEST_CASE("who leads is asked of the rules, and what rests on rounds nobody wrote down is believed",
          "[replay]") {
  const auto led = [](const std::string& leader) {
    return "setup:\n  first: round.rotation\n  engine:\n    from: lead\n    leader: " + leader +
           "\n    passes: never\n    wanted: tile.double\n    missing: in-turn\n";
  };
  const std::string players = "[players Ann Bob Cem]\n";
  const std::string leads = "\nround 11\nCem: 6-6 6-4\n";
  // Before the first round nobody was out; before a later one nobody may have said who was.
  CHECK(judge(led("match.last_out"), players + "\nround 12\nCem: 6-6 6-4\n").verdict == Verdict::illegal);
  CHECK(judge(led("match.last_out"), players + leads).verdict == Verdict::legal);
  CHECK(judge(led("match.last_out"), players + "[out Cem]" + leads).verdict == Verdict::legal);
  const Judgement other = judge(led("match.last_out"), players + "[out Bob]" + leads);
  REQUIRE(other.verdict == Verdict::illegal);
  CHECK(other.ruling->rule == "turn-order");
  CHECK(other.ruling->message == "Bob has the right to lead, and it passes to nobody");
  // Points of rounds before, and ages that nobody gave.
  CHECK(judge(led("best(p in players of p.total)"), players + leads).verdict == Verdict::legal);
  CHECK(judge(led("best(p in players of p.age)"), players + leads).verdict == Verdict::legal);
  CHECK(judge(led("best(p in players of p.age)"), players + "[ages 30 ? 20]\n" + leads).verdict ==
        Verdict::legal);
  CHECK(judge(led("best(p in players of p.age)"), players + "[ages 30 40 20]\n" + leads).verdict ==
        Verdict::illegal);
  // Who is first goes by agreement, and only who leads is written.
  const std::string neighbour =
      "setup:\n  first: none\n  engine:\n    from: lead\n    leader: round.first.left\n    passes: never\n"
      "    wanted: tile.double\n";
  CHECK(judge(neighbour, players + leads).verdict == Verdict::legal);
  CHECK(judge(neighbour, players + "\nround 11\nfirst Bob\nCem: 6-6 6-4\n").verdict == Verdict::legal);
  CHECK(judge(neighbour, players + "\nround 11\nfirst Ann\nCem: 6-6 6-4\n").verdict == Verdict::illegal);
}

TEST_CASE("a tile that went back may come up again, and is in no hand meanwhile", "[replay]") {
  const auto drawn = [](const std::string& how) {
    return "options: { engine_missing: in-turn }\nsetup:\n  first: round.rotation\n  engine:\n    drawn: " +
           how + "\n";
  };
  const std::string head = "[players Ann Bob Cem]\n\nround 12\n";
  const std::string twice = head + "seek Ann 6-5 Bob 4-4 Cem 6-5\nseek Ann 12-12\nAnn: 12-12 12-5\n";
  CHECK(judge(drawn("back"), twice).verdict == Verdict::legal);
  CHECK(judge(drawn("aside"), twice).verdict == Verdict::illegal);
  CHECK(judge(drawn("keep"), twice).verdict == Verdict::illegal);
  // Nobody has it at the end of the search, so the player who draws it later had it from there.
  const std::string later = "Bob: 12-4\nCem: draw(6-5) mark\n";
  const std::string once = head + "seek Ann 6-5 Bob 4-4 Cem 8-5\nseek Ann 12-12\nAnn: 12-12 12-3\n";
  CHECK(judge(drawn("back"), once + later).verdict == Verdict::legal);
  CHECK(judge(drawn("aside"), once + later).verdict == Verdict::legal);
  CHECK(judge(drawn("keep"), once + later).verdict == Verdict::illegal);
  // It was dealt to nobody, as Bob's hand would have it.
  CHECK(
      judge(drawn("back"), head + "hand Bob: 6-5 ?x14\nseek Ann 6-5 Bob 12-12\nBob: 12-12 12-3\n").verdict ==
      Verdict::illegal);
  const Judgement held = judge(drawn("back"), once + "Bob: 12-4\nCem: 12-6\nAnn: draw mark\nBob: 4-4 ...\n");
  INFO((held.ruling ? held.ruling->message : std::string("legal")));
  CHECK(held.verdict == Verdict::illegal);
  // Unknown ones are none but the last.
  CHECK(judge(drawn("back"), head + "seek Ann ? Bob ? Cem ?\nseek Ann ?\nAnn: 12-12 12-5\n").verdict ==
        Verdict::legal);
  CHECK(judge(drawn("back"), head + "seek Ann 12-12 Bob ?\nBob: 12-12 12-5\n").verdict == Verdict::illegal);
}

TEST_CASE("of a pass that is shown at once the draw of the holder is the engine", "[replay]") {
  const std::string shown =
      "setup:\n  first: round.rotation\n  engine:\n    missing: unison\n    drawn: back\n";
  const std::string head = "[players Ann Bob Cem]\n\nround 12\n";
  CHECK(judge(shown, head + "seek Cem ? Bob ? Ann 6-5\nBob: 12-12 12-5\n").verdict == Verdict::legal);
  CHECK(judge(shown, head + "seek x2\nBob: 12-12 12-5\n").verdict == Verdict::legal);
  CHECK(judge(shown, head + "seek Ann 12-12 Bob 6-5 Cem 1-0\nAnn: 12-12 12-5\n").verdict == Verdict::legal);
  CHECK(judge(shown, head + "seek Ann 12-12 Bob 6-5 Cem 1-0\nBob: 12-12 12-5\n").verdict == Verdict::illegal);
  // Another may have shown one, too, and nobody can say what is in that hand.
  const std::string any = "options: { engine_found: highest-held }\n" + shown;
  CHECK(judge(any, head + "seek Cem ? Bob ? Ann 6-5\nBob: 12-12 12-5\n").verdict == Verdict::undecided);
  CHECK(
      judge(any, head + "seek Cem ? Bob ? Ann 6-5\nseek Cem 6-4 Bob ? Ann 6-5\nBob: 12-12 12-5\n").verdict ==
      Verdict::legal);
  // With every hand written.
  const std::string hands = "hand Ann: 1-0 2-0\nhand Bob: 1-1 3-0\nhand Cem: 2-2 4-0\n";
  const std::string two = "options: { deal: { 3: 2 } }\n";
  const std::string led = two +
                          "setup:\n  players: 3..3\n  first: round.rotation\n  engine: { from: lead, wanted: "
                          "tile.high == 12, missing: unison, drawn: back }\n";
  CHECK(judge(led, head + hands + "seek Ann ? Bob 12-1 Cem ?\nBob: 12-1 ...\n").verdict ==
        Verdict::undecided);
  CHECK(judge(led, head + hands + "seek Ann ? Bob 12-1 Cem 12-0\nCem: 12-0 ...\n").verdict ==
        Verdict::illegal);
}

TEST_CASE("what hands nobody wrote down say of shown tiles is left open", "[replay]") {
  const std::string rules =
      "options: { deal: { 2: 2 } }\nsetup:\n  players: 2..2\n  engine:\n    from: turned\n"
      "    wanted: tile.double and not any(p in players where p.hand has tile.high)\n";
  const std::string head = "[players Ann Bob]\n\nround 12\n";
  CHECK(judge(rules, head + "turned 5-5 4-4\nAnn: 4-1\n").verdict == Verdict::undecided);
  const std::string hands = "hand Ann: 5-1 4-0\nhand Bob: 3-1 2-0\n";
  CHECK(judge(rules, head + hands + "turned 5-5 6-6\nAnn: draw mark\n").verdict == Verdict::legal);
  CHECK(judge(rules, head + hands + "turned 5-5\nAnn: 5-1\n").verdict == Verdict::illegal);
}

TEST_CASE("by lot only a better engine that was kept back convicts", "[replay]") {
  const std::string lot =
      "options: { engine_found: highest-held }\nsetup:\n  engine:\n    best: tile.high mod 2\n    ties: ";
  const std::string head = "[players Ann Bob]\n\nround 1\nBob: 9-9 9-4\n";
  const std::string later = "Ann: 9-7\nBob: draw mark\nAnn: 7-7 7-1\n";
  CHECK(judge(lot + "lot\n", head + later).verdict == Verdict::legal);
  CHECK(judge(lot + "order\n", head + later).verdict == Verdict::illegal);
  const auto shows = [&](const std::string& ties, const std::string& tile) {
    return judge(lot + ties + "\n",
                 "[players Ann Bob]\n\nround 1\nhand Ann: " + tile + " ?x14\nBob: 9-9 9-4\n")
        .verdict;
  };
  CHECK(shows("lot", "7-7") == Verdict::legal);
  CHECK(shows("lot", "11-11") == Verdict::legal);
  CHECK(shows("order", "7-7") == Verdict::illegal);
  const auto even = [&](const std::string& tile) {
    return judge(lot + "lot\n", "[players Ann Bob]\n\nround 1\nhand Ann: " + tile + " ?x14\nBob: 8-8 8-4\n")
        .verdict;
  };
  CHECK(even("6-6") == Verdict::legal);
  CHECK(even("7-7") == Verdict::illegal);
}

TEST_CASE("a hand with too few tiles gets a note that says how many are unknown", "[replay]") {
  const Judgement found = judge("", "[players Ann Bob]\n\nround 12\nhand Ann: 12-12 12-5\nAnn: 12-12 12-5\n");
  CHECK(found.verdict == Verdict::legal);
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes.front().message == "Ann was dealt 15 tiles, and 2 are written: 13 are taken as unknown");
  CHECK(
      judge("", "[players Ann Bob]\n\nround 12\nhand Ann: 12-12 12-5 ?x13\nAnn: 12-12 12-5\n").notes.empty());
}

TEST_CASE("a tile that laying the engine made somebody draw may come first in the first turn", "[replay]") {
  const std::string head = "[players Ann Bob]\n\nround 12\n";
  CHECK(judge(draws_for_it, head + "engine 12-12 Ann\nAnn: ? 12-3\nBob: 12-5\n").verdict == Verdict::legal);
  const Judgement taken = judge(draws_for_it, head + "Ann: 12-12 12-3\nBob: 12-5\n");
  REQUIRE(taken.notes.size() == 1);
  CHECK(taken.notes.front().message.find("engine-replaced") != std::string::npos);
  // Nothing else made somebody take a tile before a turn.
  CHECK_FALSE(read_record({}, head + "Ann: 12-12 12-3\nBob: ? 12-5\n").ok());
  CHECK(judge("", head + "engine 12-12 Ann\nAnn: ? 12-3\n").verdict == Verdict::illegal);
}

TEST_CASE("what the engine made somebody draw comes first in a record that is written down", "[replay]") {
  const std::string rules =
      "roundhouse: 1\nname: House\nextends: train\noptions:\n  engine_found: set-aside\n  highest: 4\n"
      "  first_double: 4\n  deal: { 2: 3 }\nsetup:\n  players: 2..2\nacts:\n  cheer: { by: anyone }\n"
      "rules:\n  - id: engine-replaced\n    after: engine\n    do: draw(me, 2)\n    says: Two tiles for the "
      "engine.\n";
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules), 2);
  int cheered = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const tests::RandomRound round = tests::play_random_round(program, seed, 0.3, {}, {});
    for (const bool draws : {true, false}) {
      RecordParts parts;
      parts.draws = draws;
      std::string text;
      const std::optional<Record> read = tests::read_back(round.record(program, parts), text);
      INFO(text);
      REQUIRE(read);
      CHECK(*read == round.record(program, parts));
      CHECK(judge_record(program, *read).verdict == Verdict::legal);
      // Written on the line of the first player, who may have been interrupted there.
      if (text.find(" ...\n") < text.find("cheer")) ++cheered;
    }
  }
  CHECK(cheered > 10);
}

TEST_CASE("an engine that somebody else has drawn is refused before what follows on its line", "[replay]") {
  const std::string rules =
      "options: { highest: 3, first_double: 3, deal: { 2: 3 } }\nsetup:\n  players: 2..2\n";
  const std::string head =
      "[players Joe Ann]\n\nround 3\nhand Joe: 3-1 1-0 0-0\nhand Ann: ? 2-1 2-0\nseek Joe ? Ann ?\n"
      "seek Joe 1-1 Ann 3-3\n";
  for (const char* const line : {"Joe: 3-3 3-0>mexican\n", "Joe: 3-3 ...\n"}) {
    const Judgement found = judge(rules, head + line);
    REQUIRE(found.verdict == Verdict::illegal);
    CHECK(found.ruling->rule == "tile-not-held");
    CHECK(found.ruling->place.where.begin == head.size() + 5);
    CHECK(found.more.empty());
  }
}

TEST_CASE("a refused engine names the double that is due, and the label that says so", "[replay]") {
  const Judgement found = judge("", "[players Ann Bob]\n\nround 2\nAnn: 12-12 12-5\n");
  REQUIRE(found.verdict == Verdict::illegal);
  CHECK(found.ruling->help ==
        "the double 2 is due in this round, because it is labelled 2; the first round of a game is labelled "
        "12");
}

TEST_CASE("an engine that no rule allows any more is illegal, also where no turn follows", "[replay]") {
  const std::string seven =
      "options: { engine_found: set-aside }\nsetup:\n  engine:\n"
      "    wanted: tile.double and tile.high == 7 and not match.used(7)\n";
  const Judgement found =
      judge(seven,
            "[players Ann Bob]\n\nround 12\nengine 7-7\nAnn: 7-2\nBob: 7-3\nleft Ann: 1-1 ?x13\n"
            "left Bob: 1-2 ?x13\n\nround 11\nengine 7-7\n");
  REQUIRE(found.verdict == Verdict::illegal);
  CHECK(found.ruling->rule == "not-the-engine");
  CHECK(found.ruling->place.round == "11");
}

TEST_CASE("which doubles were engines before a record begins is asked of nobody who did not write it",
          "[replay]") {
  const std::string found = "options: { engine_found: highest-unused }\n";
  const auto judged = [&](const std::string& header, const std::string& engine) {
    return judge(found, "[players Ann Bob]\n" + header + "\nround 2\nhand Ann: 12-12 ?x14\nengine " + engine +
                            " Bob\nBob: 10-5\n");
  };
  CHECK(judged("[used 12]\n", "10-10").verdict == Verdict::legal);
  const Judgement other = judged("[used 11]\n", "10-10");
  REQUIRE(other.verdict == Verdict::illegal);
  CHECK(other.ruling->rule == "not-the-engine");
  const Judgement open = judged("", "10-10");
  CHECK(open.verdict == Verdict::undecided);
  CHECK(open.undecided.find("[used ...]") != std::string::npos);
  // No double at all is none whatever was played before.
  CHECK(judged("", "10-5").verdict == Verdict::illegal);
  // Behind a round of the same record it is no better known, and in the first round of a game it is.
  const std::string second =
      "[players Ann Bob]\n\nround 2\nscore Ann 0 Bob 9\n\nround 1\nhand Ann: 12-12 ?x14\n";
  CHECK(judge(found, second + "engine 10-10 Bob\nBob: 10-5\n").verdict == Verdict::undecided);
  CHECK(judge(found, "[players Ann Bob]\n\nround 12\nhand Ann: 12-12 ?x14\nengine 10-10 Bob\nBob: 10-5\n")
            .verdict == Verdict::illegal);
}
