// The program knows no rule: with all that the variants have named under other names, nothing changes but
// names.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_text.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/renaming.h"
#include "tests/support/rule_cases.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

dsl::CheckedRules rules_in(const fs::path& folder, const std::string& variant,
                           const std::vector<dsl::OptionSetting>& settings = {}) {
  dsl::SourceMap sources;
  auto checked = dsl::check_variant(sources, dsl::read_variant_files(folder), {variant, settings});
  INFO(dsl::render_diagnostics(sources, checked.diagnostics));
  REQUIRE(checked.ok());
  return std::move(checked.value);
}

/// The bundled variants and a family's file under their own names and under new ones, side by side.
struct TwoHouses {
  CommandFolder folder;
  Renaming names;
  std::vector<std::string> kinds;
  fs::path old_rules = source_folder() / "variants";
  fs::path new_rules = folder.path() / "variants";
  std::vector<std::string> variants = dsl::bundled_variants(old_rules);

  TwoHouses() {
    std::vector<fs::path> files;
    for (const std::string& name : variants) files.push_back("variants/" + name + ".yaml");
    for (const fs::path& path : {fs::path("tests/family/miller.yaml")}) {
      if (fs::exists(source_folder() / path)) files.push_back(path);
    }
    std::vector<std::string> texts;
    for (const fs::path& file : files) texts.push_back(read_file(source_folder() / file));
    names = new_names(texts);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const fs::path path = folder.path() / files[i];
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << rename_rules(texts[i], names);
    }
    // What extends a game by the number of its edition finds that here, too.
    fs::create_directories(new_rules / "editions");
    for (const std::string& variant : variants) std::ofstream(new_rules / "editions" / (variant + "@1.diff"));
    for (const std::string& variant : variants) {
      for (const dsl::TrainKind& kind : rules_in(old_rules, variant).trains) kinds.push_back(kind.name);
    }
  }

  std::string renamed(const std::string& name) const {
    const auto found = names.find(name);
    return found == names.end() ? name : found->second;
  }

  /// Acts and places as the referee proposes them: every word that is a name of the variants.
  std::string in_notation(const std::string& text) const {
    const auto in_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    };
    std::string out;
    for (auto at = text.begin(); at != text.end();) {
      const auto end = std::find_if_not(at, text.end(), in_name);
      out += renamed({at, end});
      if (end != text.end()) out += *end;
      at = end == text.end() ? end : end + 1;
    }
    return out;
  }
};

struct Play {
  engine::Figures figures;
  std::size_t legal_acts = 0;
  std::vector<std::string> records;
};

/// Random rounds: the figures, how many acts were legal all along, and a few of the rounds as records.
Play play(const dsl::CheckedRules& rules, const std::string& variant, int players) {
  const engine::Rules program = engine::compile_rules(rules, players);
  replay::Header header;
  header.variant.name = variant;
  header.complete = true;
  for (int seat = 0; seat < players; ++seat)
    header.players.push_back({std::string(1, static_cast<char>('A' + seat)), {}, {}});
  engine::SimulateOptions options;
  options.play.declared = 0.2;
  Play result;
  result.figures.declared.resize(program.declared.size());
  engine::ActList acts;
  for (std::uint64_t game = 0; game < 50; ++game) {
    std::vector<replay::PlayedRound> rounds;
    engine::Observer observer;
    observer.round_begins = [&](const engine::Position&) { rounds.emplace_back(); };
    observer.act = [&](const engine::Act& act, const engine::Position& after) {
      rounds.back().acts.push_back(act);
      engine::legal_acts(program, after, acts);
      result.legal_acts += acts.size();
    };
    result.figures += engine::simulate_game(program, options, game, observer);
    if (game % 10 == 0) {
      result.records.push_back(replay::write_record(
          replay::record_from_acts(program, header, engine::begin_match(program), rounds)));
    }
  }
  return result;
}

replay::Record record_of(const std::string& text) {
  auto read = replay::read_record({}, text);
  REQUIRE(read.ok());
  return std::move(read.value);
}

struct Verdict {
  std::string outcome;
  std::string rule;
  std::string says;
  std::vector<std::string> could;
  std::vector<std::string> advice;
  std::vector<dsl::Citation> from;
  bool operator==(const Verdict&) const = default;
};

Verdict judge(const replay::Record& record, const fs::path& folder, const std::string& variant) {
  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& option : record.header.variant.options) {
    settings.push_back({option.name, option.value, {}});
  }
  const dsl::CheckedRules rules = rules_in(folder, variant, settings);
  const engine::Rules program = engine::compile_rules(rules, static_cast<int>(record.header.players.size()));
  const replay::Judgement judgement = replay::judge_record(program, record, {});
  Verdict verdict;
  verdict.outcome = judgement.verdict == replay::Verdict::legal       ? "legal"
                    : judgement.verdict == replay::Verdict::undecided ? "undecided"
                                                                      : "illegal";
  if (judgement.ruling) {
    verdict.outcome += " at " + replay::place_name(judgement.ruling->place);
    verdict.rule = judgement.ruling->rule;
    verdict.says = judgement.ruling->says;
    verdict.could = replay::in_notation(judgement.ruling->could);
    verdict.from = judgement.ruling->from;
  }
  for (const replay::Ruling& advice : judgement.advice) {
    verdict.advice.push_back(advice.rule);
    verdict.outcome += " advice at " + replay::place_name(advice.place);
  }
  for (const replay::ScoreDifference& score : judgement.scores) {
    verdict.outcome += " score " + score.player + " " + std::to_string(score.right);
  }
  return verdict;
}

/// Judges the record in both houses; true where it is illegal.
bool compare(const TwoHouses& houses, const replay::Record& record, const std::string& old_variant,
             const std::string& new_variant) {
  Verdict before = judge(record, houses.old_rules, old_variant);
  const replay::Record renamed = rename_record(record, houses.names, houses.kinds);
  // Through the text, as a stranger's record would come.
  const std::string text = replay::write_record(renamed);
  INFO(text);
  const Verdict after = judge(record_of(text), houses.new_rules, new_variant);
  before.rule = houses.renamed(before.rule);
  for (std::string& advice : before.advice) advice = houses.renamed(advice);
  CHECK(before.outcome == after.outcome);
  CHECK(before.rule == after.rule);
  CHECK(before.says == after.says);
  for (std::string& could : before.could) could = houses.in_notation(could);
  CHECK(before.could == after.could);
  CHECK(before.advice == after.advice);
  CHECK(before.from == after.from);
  return before.outcome.starts_with("illegal");
}

}  // namespace

TEST_CASE("renaming leaves no old name and invents no rule", "[variants][renaming]") {
  const TwoHouses houses;
  CHECK(houses.names.size() > 70);
  for (const std::string& variant : houses.variants) {
    const dsl::CheckedRules before = rules_in(houses.old_rules, variant);
    const dsl::CheckedRules after = rules_in(houses.new_rules, variant);
    REQUIRE(before.rules.size() == after.rules.size());
    for (std::size_t i = 0; i < before.rules.size(); ++i) {
      CHECK(houses.names.contains(before.rules[i].id));
      CHECK(houses.renamed(before.rules[i].id) == after.rules[i].id);
    }
    const auto all_renamed = [&](const auto& old_things, const auto& new_things) {
      REQUIRE(old_things.size() == new_things.size());
      for (std::size_t i = 0; i < old_things.size(); ++i) {
        CHECK(houses.names.contains(old_things[i].name));
        CHECK(houses.renamed(old_things[i].name) == new_things[i].name);
      }
    };
    all_renamed(before.options, after.options);
    all_renamed(before.words, after.words);
    all_renamed(before.facts, after.facts);
    all_renamed(before.trains, after.trains);
    all_renamed(before.acts, after.acts);
    CHECK(dsl::rules_hash(before) != dsl::rules_hash(after));
  }
}

TEST_CASE("random rounds are the same under other names", "[variants][renaming]") {
  const TwoHouses houses;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& variant : houses.variants) pairs.emplace_back(variant, variant);
  const fs::path family = "tests/family/miller.yaml";
  if (fs::exists(source_folder() / family)) {
    pairs.emplace_back((source_folder() / family).string(), (houses.folder.path() / family).string());
  }
  for (const auto& [old_variant, new_variant] : pairs) {
    INFO(old_variant);
    const dsl::CheckedRules before = rules_in(houses.old_rules, old_variant);
    const dsl::CheckedRules after = rules_in(houses.new_rules, new_variant);
    const int players = before.setup.most_players - 1;
    const Play old_play = play(before, "v", players);
    const Play new_play = play(after, "v", players);
    CHECK(old_play.figures == new_play.figures);
    CHECK(old_play.figures.finished == 50);
    CHECK(old_play.legal_acts == new_play.legal_acts);
    REQUIRE(old_play.records.size() == new_play.records.size());
    for (std::size_t i = 0; i < old_play.records.size(); ++i) {
      CHECK(replay::write_record(rename_record(record_of(old_play.records[i]), houses.names, houses.kinds)) ==
            new_play.records[i]);
    }
  }
}

TEST_CASE("verdicts are the same under other names", "[variants][renaming]") {
  const TwoHouses houses;
  int judged = 0;
  int illegal = 0;
  for (const std::string& variant : houses.variants) {
    for (const RuleCase& one : read_rule_cases(variant)) {
      INFO(variant << " " << one.rule << ": " << one.title);
      const replay::Record record = record_of(one.record);
      illegal += compare(houses, record, record.header.variant.name, record.header.variant.name) ? 1 : 0;
      ++judged;
    }
  }
  for (const char* folder : {"tests/games", "tests/disputes", "tests/family/records"}) {
    if (!fs::exists(source_folder() / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
      if (entry.path().extension() != ".train") continue;
      INFO(entry.path());
      const std::string text = read_file(entry.path());
      const auto read = replay::read_record({}, text);
      if (!read.ok()) continue;  // shown elsewhere: what is no notation
      const std::string& name = read.value.header.variant.name;
      const fs::path file = entry.path().parent_path() / name;
      if (fs::exists(file) && file.extension() == ".yaml") {
        const fs::path other =
            houses.folder.path() / file.lexically_normal().lexically_relative(source_folder());
        if (!fs::exists(other)) continue;
        illegal += compare(houses, read.value, file.string(), other.string()) ? 1 : 0;
      } else {
        const auto& renamed = houses.variants;
        if (std::find(renamed.begin(), renamed.end(), name) == renamed.end()) continue;
        illegal += compare(houses, read.value, name, name) ? 1 : 0;
      }
      ++judged;
    }
  }
  CHECK(judged > 80);
  CHECK(illegal > 25);
}

}  // namespace roundhouse::tests
