// The second part of the bundled variants: whole games of other kinds, each short enough to be read as an
// example. They are held to what anybody may expect of a rule file that comes with the program.

#include <algorithm>
#include <set>

#include "dsl/check/variant_files.h"
#include "engine/play.h"
#include "replay/fold/record_from_acts.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/properties.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {
namespace {

constexpr std::ptrdiff_t most_lines = 120;

struct PlayedGame {
  std::vector<replay::PlayedRound> rounds;
  std::set<std::string> declared;  ///< acts of the variant's own that were used
  std::string trouble;
};

/// A whole match by players who take every fourth declared act that they may take.
PlayedGame play_match_of(const dsl::CheckedRules& rules, const engine::Rules& program, std::uint64_t seed) {
  PlayedGame game;
  const auto note = [&](const std::string& found) {
    if (game.trouble.empty()) game.trouble = found;
  };
  engine::Observer observer;
  observer.round_begins = [&](const engine::Position&) { game.rounds.emplace_back(); };
  observer.act = [&](const engine::Act& act, const engine::Position& after) {
    game.rounds.back().acts.push_back(act);
    if (act.kind == engine::ActKind::declared) game.declared.insert(rules.acts[act.declared].name);
    note(trouble_with(program, after));
  };
  observer.round_ends = [&](const engine::Position& position) {
    if (position.phase != engine::Phase::over) note("a round is not over");
    if (position.engine_tile == engine::no_tile) note("a round without an engine");
    if (position.winner == engine::no_seat && position.still < program.players)
      note("nobody is out, and nothing is blocked");
    if (position.still > program.players) note("a blocked round went on");
  };
  engine::Random random(seed);
  engine::Position position = engine::begin_match(program);
  if (engine::play_match(program, position, random, {.declared = 0.25}, observer) !=
      engine::Outcome::finished)
    note("no proper end");
  if (!engine::match_over(program, position)) note("the match goes on");
  return game;
}

void judge_game(const engine::Rules& program, const std::string& variant, const PlayedGame& game) {
  replay::Header header;
  header.variant.name = variant;
  for (int i = 0; i < program.players; ++i) header.players.push_back({"P" + std::to_string(i + 1), {}, {}});
  const replay::Record written =
      replay::record_from_acts(program, header, engine::begin_match(program), game.rounds);
  std::string text;
  const std::optional<replay::Record> read = read_back(written, text);
  INFO(text);
  REQUIRE(read);
  REQUIRE(*read == written);
  replay::RefereeOptions options;
  options.trust = false;
  const replay::Judgement judgement = judge_record(program, *read, options);
  INFO((judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message : judgement.undecided));
  REQUIRE(judgement.verdict == replay::Verdict::legal);
  REQUIRE(judgement.scores.empty());
}

/// The acts that the variant's own file declares.
std::set<std::string> own_acts(const dsl::CheckedRules& rules) {
  std::set<std::string> names;
  for (const dsl::DeclaredAct& act : rules.acts) names.insert(act.name);
  if (rules.chain.size() > 1)
    for (const dsl::DeclaredAct& act : bundled_rules(rules.chain[1]).acts) names.erase(act.name);
  return names;
}

}  // namespace

TEST_CASE("the second part of the bundled variants has names of its own", "[variants][more]") {
  const std::vector<std::string> first = bundled_names();
  const std::vector<std::string> more = more_names();
  CHECK(more.size() >= 4);
  for (const std::string& name : more) {
    INFO(name);
    CHECK(std::find(first.begin(), first.end(), name) == first.end());
    CHECK(bundled_rules(name).chain.front() == name);
  }
}

TEST_CASE("each of the more games is a short file that is in order", "[variants][more]") {
  for (const std::string& name : more_names()) {
    INFO(name);
    const std::string text = read_file(source_folder() / "variants/more" / (name + ".yaml"));
    CHECK(std::count(text.begin(), text.end(), '\n') <= most_lines);
    dsl::SourceMap sources;
    const auto checked =
        dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), {name, {}});
    REQUIRE(dsl::render_diagnostics(sources, checked.diagnostics) == "");
    CHECK(checked.ok());
  }
}

TEST_CASE("whole matches of the more games end at every table and are legal when read again",
          "[variants][more]") {
  for (const std::string& name : more_names()) {
    const dsl::CheckedRules rules = bundled_rules(name);
    std::set<std::string> declared;
    for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      const engine::Rules program = engine::compile_rules(rules, players);
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        CAPTURE(name, players, seed);
        const PlayedGame game = play_match_of(rules, program, seed);
        REQUIRE(game.trouble == "");
        declared.insert(game.declared.begin(), game.declared.end());
        judge_game(program, name, game);
      }
    }
    for (const std::string& act : own_acts(rules)) {
      INFO(name << ": nobody could ever " << act);
      CHECK(declared.contains(act));
    }
  }
}

TEST_CASE("rounds of the more games end whatever is chosen", "[variants][more]") {
  for (const std::string& name : more_names()) {
    for (const VariantTable& table : tables_of(name)) {
      const SetTable set = set_up(table);
      if (!set.program) continue;
      INFO(table.text());
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        CAPTURE(seed);
        std::string trouble;
        engine::ActList acts;
        const RandomRound round =
            play_random_round(*set.program, seed, 0.2, [&](const engine::Position& after) {
              if (trouble.empty()) trouble = trouble_with(*set.program, after);
              if (trouble.empty() && seed == 0) trouble = trouble_with_acts(*set.program, after, acts);
            });
        CHECK(trouble == "");
        CHECK(round.outcome != engine::Outcome::dead_end);
        CHECK(round.outcome != engine::Outcome::too_long);
        if (round.outcome != engine::Outcome::finished) continue;
        replay::RefereeOptions options;
        options.trust = false;
        for (const bool shown : {true, false}) {
          std::string text;
          const replay::RecordParts parts{.hands = shown, .draws = shown};
          const std::optional<replay::Record> read = read_back(round.record(*set.program, parts), text);
          INFO(text);
          REQUIRE(read);
          // Without the tiles some of it may stay open, but what was played is never called illegal.
          const replay::Verdict verdict = judge_record(*set.program, *read, options).verdict;
          CHECK(verdict != replay::Verdict::illegal);
          if (shown) CHECK(verdict == replay::Verdict::legal);
        }
      }
    }
  }
}

}  // namespace roundhouse::tests
