// Random games written as records and read back: the same acts come out, and where tiles are struck out the
// same acts without them.

#include <string>
#include <utility>
#include <vector>

#include "dsl/check/variant_files.h"
#include "engine/play.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using engine::Act;
using engine::ActKind;

struct Played {
  engine::Position begin;
  std::vector<replay::PlayedRound> rounds;
};

/// A few rounds of a match, played at random with all declared acts now and then.
Played play(const engine::Rules& program, std::uint64_t seed, int skipped, int rounds) {
  Played played;
  engine::Random random(seed);
  engine::PlayOptions options;
  options.declared = 0.1;
  engine::Position position = engine::begin_match(program);
  for (int i = 0; i < skipped + rounds; ++i) {
    if (i == skipped) played.begin = position;
    if (position.round > 0 && engine::match_over(program, position)) break;
    replay::PlayedRound round;
    engine::Observer observer;
    observer.act = [&](const Act& act, const engine::Position&) { round.acts.push_back(act); };
    if (engine::play_round(program, position, random, options, observer) == engine::Outcome::dead_end) break;
    if (i >= skipped) played.rounds.push_back(std::move(round));
  }
  return played;
}

replay::Header header_for(const std::string& variant, int players) {
  replay::Header header;
  header.variant.name = variant;
  for (int i = 0; i < players; ++i) header.players.push_back({"P" + std::to_string(i + 1), {}, {}});
  return header;
}

struct Folded {
  std::vector<std::vector<Act>> rounds;
  std::string trouble;
};

Folded fold(const engine::Rules& program, const replay::Record& record, const engine::Position& fresh) {
  Folded folded;
  engine::Position position = fresh;
  for (std::size_t i = 0; i < record.rounds.size() && folded.trouble.empty(); ++i) {
    folded.rounds.emplace_back();
    replay::RoundFold fold = replay::fold_of(program, record.header, record.rounds[i], i == 0, position);
    while (replay::FoldStep* step = fold.next()) {
      if (const auto* act = std::get_if<replay::FoldAct>(step)) folded.rounds.back().push_back(act->act);
      if (auto* trouble = std::get_if<replay::FoldTrouble>(step)) {
        folded.trouble = trouble->message;
        trouble->goes_on = false;
      }
    }
  }
  return folded;
}

std::string act_text(const Act& act) {
  return "kind " + std::to_string(static_cast<int>(act.kind)) + " actor " + std::to_string(act.actor) +
         " tile " + std::to_string(act.tile) + " whom " + std::to_string(act.whom) + " end " +
         std::to_string(act.end) + " declared " + std::to_string(act.declared) + " amount " +
         std::to_string(act.amount);
}

Act without_tile(Act act, const replay::RecordParts& parts) {
  if (act.kind == ActKind::deal && !parts.hands) act.tile = engine::no_tile;
  const bool drawn = act.kind == ActKind::draw || act.kind == ActKind::pull || act.kind == ActKind::pick;
  if (drawn && !parts.draws) act.tile = engine::no_tile;
  return act;
}

void check_round_trip(const engine::Rules& program, const Played& played, const replay::Header& header,
                      const replay::RecordParts& parts) {
  const replay::Record record = replay::record_from_acts(program, header, played.begin, played.rounds, parts);
  const std::string text = replay::write_record(record);
  INFO(text);
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("game.train", text);
  const auto read = replay::read_record(file, text);
  REQUIRE(dsl::render_diagnostics(sources, read.diagnostics) == "");
  REQUIRE(read.value == record);
  REQUIRE(replay::read_record_json({}, replay::write_record_json(record)).value == record);

  const Folded folded = fold(program, read.value, engine::begin_match(program));
  REQUIRE(folded.trouble == "");
  REQUIRE(folded.rounds.size() == played.rounds.size());
  for (std::size_t i = 0; i < folded.rounds.size(); ++i) {
    CAPTURE(i);
    const std::vector<Act>& acts = played.rounds[i].acts;
    for (std::size_t j = 0; j < std::min(acts.size(), folded.rounds[i].size()); ++j) {
      const Act expected = without_tile(acts[j], parts);
      Act found = folded.rounds[i][j];
      // Who begins is added where hands that are not written decide it.
      if (found.kind == ActKind::engine || found.kind == ActKind::lead || found.kind == ActKind::deal)
        found.whom = engine::no_seat;
      if (found.kind == ActKind::deal) found.amount = 0;  // what the record says of the hands
      if (found == expected) continue;
      FAIL("act " << j << " was " << act_text(expected) << " and came back as " << act_text(found));
    }
    REQUIRE(folded.rounds[i].size() == acts.size());
  }
}

TEST_CASE("a random game written as a record gives the same acts again", "[notation][referee]") {
  int games = 0;
  for (const std::string& variant : dsl::bundled_variants(source_folder() / "variants")) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    for (int players = rules.setup.least_players; players <= std::min(rules.setup.most_players, 8);
         players += 2) {
      if (dsl::refuse_players(rules, players)) continue;
      const engine::Rules program = engine::compile_rules(rules, players);
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(variant, players, seed);
        const Played played = play(program, seed, seed % 2 == 0 ? 2 : 0, 2);
        if (played.rounds.empty()) continue;
        const replay::Header header = header_for(variant, players);
        check_round_trip(program, played, header, {});
        check_round_trip(program, played, header, {.hands = false});
        check_round_trip(program, played, header, {.draws = false});
        check_round_trip(program, played, header, {.hands = false, .draws = false, .scores = false});
        ++games;
      }
    }
  }
  CHECK(games >= 30);
}

/// Families with rules that the bundled variants do not have; each once with everything that a record can
/// hold.
TEST_CASE("games with odd house rules come back from their records, too", "[notation][referee]") {
  const std::string head =
      "roundhouse: 1\nname: odd\nextends: train\noptions:\n  highest: 6\n  deal: { 2..8: 3 }\n";
  const std::string choose_engine = "  engine: { wanted: tile.double, best: tile.high";
  const std::vector<std::string> games{
      // Tiles taken because a rule says so, at every time.
      head +
          "acts:\n"
          "  shout:\n    by: anyone\n    do: draw(me, 1)\n"
          "  beg:\n    by: turn\n    whom: player\n    when: whom != me\n    do: draw(whom, 2); draw(me, 1)\n"
          "  ruling:\n    by: referee\n    whom: player\n    amount: 1..9\n    do: score(whom, amount)\n"
          "rules:\n"
          "  - id: pull-after-done\n    after: done\n    when: turn.drew > 0\n    do: draw(me, 1)\n"
          "  - id: pull-after-lay\n    after: lay\n    when: tile.double\n    do: draw(me.left, 2)\n"
          "  - id: pull-at-turn\n    after: turn-begins\n    when: me.count == 2\n    do: draw(me, 1)\n",
      // Lots, then an engine set aside.
      head + "setup:\n  lots: tile.pips mod 4\n  first: none\n" + choose_engine + ", from: aside }\n",
      // By agreement, and led; the leader's left neighbour has the first turn.
      head + "setup:\n  first: none\n  starter: holder.left\n" + choose_engine + ", from: lead }\n",
      head + "setup:\n" + choose_engine + ", missing: in-turn }\n",
      head + "setup:\n" + choose_engine + ", missing: one-by-one }\n",
      head + "setup:\n" + choose_engine + ", missing: reveal }\n",
      head + "setup:\n" + choose_engine + ", missing: redeal }\n",
      head + "setup:\n" + choose_engine + ", missing: unison, limit: 1, then: turn-over }\n",
      // The right to lead, with all draws for it; tiles that go back; engines turned over and by lot.
      head +
          "setup:\n  engine: { wanted: tile.double, from: lead, leader: match.last_out, missing: in-turn }\n",
      head +
          "setup:\n  engine: { wanted: tile.double, from: lead, leader: round.first.left, passes: never, "
          "missing: unison }\n",
      head + "setup:\n" + choose_engine + ", missing: in-turn, drawn: back }\n",
      head + "setup:\n" + choose_engine + ", missing: unison, drawn: aside }\n",
      head + "setup:\n" + choose_engine + ", missing: one-by-one, drawn: back }\n",
      head +
          "setup:\n  engine: { wanted: tile.double, from: lead, passes: never, missing: reveal, drawn: back "
          "}\n",
      head + "setup:\n  engine: { wanted: tile.double, from: turned }\n",
      head + "setup:\n  engine: { wanted: true, from: turned }\n",
      head + "setup:\n  engine: { wanted: tile.double, best: 0, ties: lot, missing: unison }\n",
      head + "setup:\n  engine: { wanted: tile.double, best: tile.high mod 2, ties: lot, from: aside }\n",
      // Hands that are dealt again.
      head + "setup:\n  redeal: any(p in players where not any(t in p.hand where t.pips > 6))\n" +
          choose_engine + ", missing: in-turn }\n",
      head + "setup:\n  redeal: { when: sum(t in round.first.hand of t.pips) < 20, limit: 2 }\n" +
          choose_engine + ", from: aside }\n",
      // More trains than one can name by their owner.
      head + "trains:\n  own: { of: each, count: 2 }\n  spoke: { of: all, count: 3 }\n",
      // Two sets, ends beside doubles, facts of the match.
      head +
          "  copies: 2\n"
          "facts:\n  leader: { of: match, after: engine, is: me }\n"
          "  twins: { of: player, per: match, after: lay, when: tile.double, add: 1 }\n"
          "rules:\n  - id: sides\n    after: lay\n    do: fan(new, 2)\n",
  };
  for (std::size_t i = 0; i < games.size(); ++i) {
    const dsl::CheckedRules rules = rules_from_text(games[i]);
    for (int players = 2; players <= 4; ++players) {
      const engine::Rules program = engine::compile_rules(rules, players);
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(i, players, seed);
        const Played played = play(program, seed, seed % 3 == 0 ? 2 : 0, 2);
        if (played.rounds.empty()) continue;
        const replay::Header header = header_for("odd.yaml", players);
        check_round_trip(program, played, header, {});
        check_round_trip(program, played, header, {.hands = false, .draws = false, .scores = false});
      }
    }
  }
}

}  // namespace
}  // namespace roundhouse::tests
