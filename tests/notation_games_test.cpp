// Random games written as records and read back: the same acts come out, and where tiles are struck out the
// same acts without them.

#include <string>
#include <utility>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "dsl/program.h"
#include "engine/play.h"
#include "replay/read_record.h"
#include "replay/record_from_acts.h"
#include "replay/record_json.h"
#include "replay/round_fold.h"
#include "replay/write_record.h"
#include "tests/catch.h"
#include "tests/golden.h"

namespace roundhouse::tests {
namespace {

using engine::Act;
using engine::ActKind;

dsl::CheckedRules rules_of(const std::string& variant) {
  dsl::SourceMap sources;
  auto checked =
      dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), {variant, {}});
  INFO(dsl::render_diagnostics(sources, checked.diagnostics));
  REQUIRE(checked.ok());
  return std::move(checked.value);
}

struct Played {
  engine::Position begin;
  std::vector<replay::PlayedRound> rounds;
};

/// A few rounds of a match, played at random with all declared acts now and then.
Played play(const dsl::Program& program, std::uint64_t seed, int skipped, int rounds) {
  Played played;
  engine::Random random(seed);
  engine::PlayOptions options;
  options.declared = 0.1;
  engine::Position position = engine::begin_match(program);
  for (int i = 0; i < skipped + rounds; ++i) {
    if (i == skipped) played.begin = position;
    if (position.round > 0 && engine::match_over(program, position)) break;
    replay::PlayedRound round;
    engine::Onlooker onlooker;
    onlooker.act = [&](const Act& act, const engine::Position&) { round.acts.push_back(act); };
    if (engine::play_round(program, position, random, options, onlooker) == engine::Outcome::dead_end) break;
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

Folded fold(const dsl::Program& program, const replay::Record& record, const engine::Position& fresh) {
  Folded folded;
  engine::Position position = fresh;
  for (std::size_t i = 0; i < record.rounds.size() && folded.trouble.empty(); ++i) {
    folded.rounds.emplace_back();
    replay::FoldWatcher watcher;
    watcher.after = [&](const replay::FoldStep& step, const engine::Position&, const engine::Trace&) {
      folded.rounds.back().push_back(step.act);
    };
    watcher.trouble = [&](const replay::FoldTrouble& trouble, const engine::Position&) {
      folded.trouble = trouble.message;
      return false;
    };
    replay::fold_round(program, record.header, record.rounds[i], i == 0, position, watcher);
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

void check_round_trip(const dsl::Program& program, const Played& played, const replay::Header& header,
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
      if (folded.rounds[i][j] == expected) continue;
      FAIL("act " << j << " was " << act_text(expected) << " and came back as "
                  << act_text(folded.rounds[i][j]));
    }
    REQUIRE(folded.rounds[i].size() == acts.size());
  }
}

TEST_CASE("a random game written as a record gives the same acts again", "[notation][referee]") {
  int games = 0;
  for (const std::string& variant : dsl::bundled_variants(source_folder() / "variants")) {
    const dsl::CheckedRules rules = rules_of(variant);
    for (int players = rules.setup.least_players; players <= std::min(rules.setup.most_players, 8);
         players += 2) {
      if (dsl::refuse_players(rules, players)) continue;
      const dsl::Program program = dsl::compile_rules(rules, players);
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

}  // namespace
}  // namespace roundhouse::tests
