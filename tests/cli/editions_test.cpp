// What a released version has read, played and judged stays as it was: rule files and records as people have
// them, with the findings, the games and the verdicts that they got (tests/editions). What is not so any more
// needs an edition with a table of changes.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/edits.h"
#include "dsl/check/name_table.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_text.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/houses.h"
#include "tests/support/rules_from_text.h"
#include "tools/assist/upgrade.h"
#include "tools/format/freeze_rules.h"
#include "tools/lint/lint.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

fs::path variants() { return source_folder() / "variants"; }
fs::path family_folder() { return source_folder() / "tests/editions/families"; }

std::vector<fs::path> files_below(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct ReadRules {
  dsl::SourceMap sources;
  dsl::Checked<dsl::CheckedRules> checked;
  std::vector<std::string> codes;  ///< of errors and of findings, notes left out
};

ReadRules rules_with_findings(const dsl::VariantReader& reader, const std::string& name) {
  ReadRules read;
  read.checked = dsl::check_variant(read.sources, reader, {name, {}});
  for (const dsl::Diagnostic& made : read.checked.diagnostics) read.codes.push_back(made.code);
  if (!read.checked.ok()) return read;
  for (const dsl::Diagnostic& made : dsl::lint(read.checked.value, dsl::FileId{}))
    if (made.severity != dsl::Severity::note) read.codes.push_back(made.code);
  return read;
}

/// The digest of some games with the fewest, a middle number and the most players.
std::string played_games(const dsl::CheckedRules& rules) {
  const std::vector<std::int32_t> numbers = dsl::player_numbers(rules.setup);
  std::uint64_t all = 0;
  for (const std::int32_t players : {numbers.front(), numbers[numbers.size() / 2], numbers.back()}) {
    engine::SimulateOptions options;
    options.games = 3;
    options.unit = engine::Unit::match;
    options.play.declared = 0.3;
    all = all * 31 + engine::simulate(engine::compile_rules(rules, players), options).digest;
  }
  return fmt::format("{:016x}", all);
}

/// The digest of two rounds: enough to see that a name changed something.
std::uint64_t two_games(const dsl::CheckedRules& rules) {
  engine::SimulateOptions options;
  options.games = 2;
  options.play.declared = 0.3;
  return engine::simulate(engine::compile_rules(rules, 3), options).digest;
}

/// The reader with a text for a file of this name.
dsl::VariantReader with_file(dsl::VariantReader reader, std::string name, std::string text) {
  return [reader = std::move(reader), name = std::move(name), text = std::move(text)](
             const std::string& wanted, const std::string& from) {
    return from.empty() && wanted == name ? dsl::LoadedText{name, text, {}, {}} : reader(wanted, from);
  };
}

std::string line_of_rules(const std::string& name, const ReadRules& read) {
  std::string line = name + ":";
  if (read.checked.ok()) line += " " + played_games(read.checked.value);
  for (const std::string& code : read.codes) line += " " + code;
  return line + "\n";
}

/// The rules that a record names, with what is wrong with them added to the complaints.
replay::ReadyRules rules_of(const replay::Header& asking, const fs::path& path, dsl::SourceMap& sources,
                            dsl::Diagnostics& complaints) {
  dsl::CheckInput input{asking.variant.name, {}, asking.variant.at.span};
  if (dsl::is_path(input.variant))
    input.variant = (path.parent_path() / input.variant).lexically_normal().string();
  for (const replay::OptionField& option : asking.variant.options)
    input.settings.push_back({option.name, option.value, option.at.span});
  auto checked =
      dsl::check_variant(sources, dsl::read_variant_files(variants(), {dsl::NamedBy::record, {}}), input);
  for (dsl::Diagnostic& made : checked.diagnostics) complaints.push_back(std::move(made));
  if (!checked.ok()) return {};
  const int players = static_cast<int>(asking.players.size());
  if (dsl::refuse_players(checked.value, players)) return {};
  auto program = std::make_shared<const engine::Rules>(engine::compile_rules(checked.value, players));
  for (dsl::Diagnostic& made : replay::check_header(*program, asking)) complaints.push_back(std::move(made));
  return {std::move(program), std::make_shared<const dsl::CheckedRules>(std::move(checked.value))};
}

/// What the referee says of a record: codes and lines of errors.
std::string line_of_record(const fs::path& path) {
  dsl::SourceMap sources;
  const std::string text = read_file(path);
  const dsl::FileId file = sources.add(path.string(), text);
  dsl::Diagnostics complaints;
  replay::ReadyRules first;
  dsl::Checked<replay::Record> read = replay::read_record(file, text, [&](const replay::Header& asking) {
    replay::ReadyRules rules = rules_of(asking, path, sources, complaints);
    if (!first.program) first = rules;
    return rules;
  });
  complaints.insert(complaints.end(), read.diagnostics.begin(), read.diagnostics.end());
  if (!dsl::has_errors(complaints)) {
    replay::RefereeOptions options;
    options.rules = first.checked.get();
    for (dsl::Diagnostic& made :
         replay::verdict_diagnostics(sources, replay::judge_record(*first.program, read.value, options)))
      complaints.push_back(std::move(made));
  }
  std::string said;
  for (const dsl::Diagnostic& made : complaints)
    if (made.severity == dsl::Severity::error)
      said += fmt::format(" {}:{}", made.code,
                          made.where.file == file ? sources.locate(file, made.where.begin).line : 0);
  return fmt::format("{}:{}\n", fs::relative(path, source_folder()).generic_string(),
                     said.empty() ? " legal" : said);
}

/// Findings and games of all rule files, by this reader.
std::string all_rules(const dsl::VariantReader& reader) {
  std::string text;
  for (const std::string& name : all_bundled_names())
    text += line_of_rules(name, rules_with_findings(reader, name));
  for (const fs::path& path : files_below(family_folder(), ".yaml"))
    text += line_of_rules(fs::relative(path, source_folder()).generic_string(),
                          rules_with_findings(reader, path.string()));
  for (const House& house : read_houses()) {
    const dsl::VariantReader houses = [&](const std::string& wanted, const std::string& from) {
      return from.empty() ? dsl::LoadedText{"house.yaml", house.rules, {}, {}} : reader(wanted, from);
    };
    text += line_of_rules("house " + house.name, rules_with_findings(houses, "house.yaml"));
  }
  return text;
}

TEST_CASE("rule files of every age find, play and mean what they did", "[variants]") {
  CHECK(golden_difference(source_folder() / "tests/editions/rules.txt",
                          "# FILE: the digest of its games, and what lint finds\n" +
                              all_rules(dsl::read_variant_files(variants()))) == "");
}

TEST_CASE("records of every age are judged as they were", "[referee]") {
  std::string text = "# RECORD: legal, or codes and lines of what is wrong\n";
  for (const fs::path& folder :
       {family_folder(), source_folder() / "tests/disputes", source_folder() / "tests/games"})
    for (const fs::path& path : files_below(folder, ".train")) text += line_of_record(path);
  CHECK(golden_difference(source_folder() / "tests/editions/records.txt", text) == "");
}

TEST_CASE("records beside families' files are judged as they expect", "[referee]") {
  std::size_t judged = 0;
  for (const fs::path& path : files_below(family_folder(), ".train")) {
    const std::string text = read_file(path);
    const std::string mark = "# expect ";
    const std::size_t begin = text.find(mark);
    if (begin == std::string::npos) continue;
    INFO(path);
    const std::string expected =
        text.substr(begin + mark.size(), text.find('\n', begin) - begin - mark.size());
    const std::string said = line_of_record(path);
    const std::size_t space = expected.find(' ');
    if (space == std::string::npos)
      CHECK(said.ends_with(": " + expected + "\n"));
    else
      CHECK(said.find(" " + expected.substr(space + 1) + ":") != std::string::npos);
    ++judged;
  }
  CHECK(judged > 90);
}

TEST_CASE("what a game loses is noticed by files that lean on it", "[variants]") {
  const dsl::VariantReader files = dsl::read_variant_files(variants());
  const auto without = [&](const std::string& name) -> dsl::VariantReader {
    return [&files, name](const std::string& wanted, const std::string& from) {
      dsl::LoadedText text = files(wanted, from);
      if (text.name != "train") return text;
      for (std::size_t at = 0; (at = text.text.find(name, at)) != std::string::npos; at += name.size() + 3)
        text.text.replace(at, name.size(), name + "_ii");
      return text;
    };
  };
  const std::string before = all_rules(files);
  CHECK(all_rules(without("drawn_tile")) != before);
  CHECK(all_rules(without("must_play")) != before);
}

TEST_CASE("every edition of a bundled game checks, and its games are pinned", "[variants]") {
  const dsl::VariantReader reader = dsl::read_variant_files(variants());
  std::string text = "# EDITION: the digest of its games\n";
  for (const fs::path& path : files_below(variants() / "editions", ".diff")) {
    INFO(path);
    const ReadRules read = rules_with_findings(reader, path.stem().string());
    CHECK(read.checked.ok());
    CHECK(read.codes.empty());
    if (read.checked.ok()) text += line_of_rules(path.stem().string(), read);
  }
  CHECK(golden_difference(source_folder() / "tests/editions/editions.txt", text) == "");
}

TEST_CASE("a table beside an edition speaks of names that the edition has", "[variants]") {
  const dsl::VariantReader reader = dsl::read_variant_files(variants());
  for (const fs::path& path : files_below(variants() / "editions", ".yaml")) {
    INFO(path);
    dsl::SourceMap sources;
    const auto table = dsl::read_edition_table(sources, sources.add(path.string(), read_file(path)));
    CHECK(table.ok());
    const std::string edition = path.stem().string();
    const std::string older = reader(edition, {}).text;
    for (const auto& [name, renamed] : table.value.renamed) {
      INFO(name);
      CHECK(older.find(name) != std::string::npos);
      CHECK((!renamed.to.empty() || !renamed.values.empty()));
    }
  }
}

TEST_CASE("families' files are frozen whole: the same game, in one file", "[variants][freeze]") {
  const dsl::VariantReader reader = dsl::read_variant_files(variants());
  for (const fs::path& path : files_below(family_folder(), ".yaml")) {
    INFO(path);
    dsl::SourceMap sources;
    const dsl::FrozenRules frozen = dsl::freeze_rules(sources, reader, {path.string(), {}});
    CHECK(frozen.trouble == "");
    CHECK(frozen.text.find("\nextends:") == std::string::npos);
    const auto is_frozen = dsl::with_first_text(reader, frozen.text);
    const ReadRules before = rules_with_findings(reader, path.string());
    const ReadRules after = rules_with_findings(is_frozen, path.string());
    REQUIRE(after.checked.ok());
    CHECK(dsl::rules_hash(after.checked.value) == dsl::rules_hash(before.checked.value));
    CHECK(played_games(after.checked.value) == played_games(before.checked.value));
  }
}

// --- names ---

struct Declaration {
  std::string kind;
  std::string text;  ///< with NAME in it
};

const std::vector<Declaration> declarations{
    {"option", "options:\n  NAME:\n    ask: Is it ours?\n    default: true\n"},
    {"word", "words:\n  NAME: turn.laid > 5\n"},
    {"fact", "facts:\n  NAME: { of: turn, is: int }\n"},
    {"train", "trains:\n  NAME: { of: all }\n"},
    {"act", "acts:\n  NAME: { by: anyone, when: me.count == 1 and me.turns > 1 }\n"},
    {"rule",
     "rules:\n  - id: NAME\n    forbid: lay\n    when: tile.pips == 24 and me.turns == 3\n    says: Not "
     "so.\n"},
};

std::string child_with(const Declaration& declaration, const std::string& name) {
  std::string text = declaration.text;
  text.replace(text.find("NAME"), 4, name);
  return fmt::format("roundhouse: 1\nname: Ours\nextends: train@2\nours: [{}]\n{}", name, text);
}

/// All names that a game declares, choices of options with them.
std::set<std::string> names_of(const std::string& game) {
  dsl::SourceMap sources;
  dsl::Findings findings;
  const dsl::Chain chain =
      dsl::load_chain(sources, dsl::read_variant_files(variants()), {game, {}}, findings);
  std::set<std::string> names;
  for (const auto& [name, entry] : dsl::declared_in(chain.files.front().draft)) names.insert(name);
  for (const dsl::DraftOption& option : chain.files.front().draft.options)
    for (const dsl::Named& choice : option.choices) names.insert(choice.text);
  return names;
}

TEST_CASE("a child's own name changes nothing of what the parent plays", "[variants]") {
  const std::set<std::string> names = names_of("train");
  CHECK(names.size() > 100);
  std::size_t tried = 0;
  for (const Declaration& declaration : declarations) {
    const TriedRules other = try_rules(child_with(declaration, "nobodys"));
    REQUIRE(other.rules);
    const std::uint64_t games = two_games(*other.rules);
    for (const std::string& name : names) {
      INFO(declaration.kind << " " << name);
      const TriedRules ours = try_rules(child_with(declaration, name));
      // A choice may be spelt as nothing else may be.
      if (!ours.rules && ours.trouble.find("bad-name") != std::string::npos) continue;
      if (!ours.rules && ours.trouble.find("reserved-name") != std::string::npos) continue;
      CHECK(ours.trouble == "");
      if (ours.rules) CHECK(two_games(*ours.rules) == games);
      ++tried;
    }
  }
  CHECK(tried > 500);
}

TEST_CASE("a name of another kind is the child's own without being listed", "[dsl]") {
  const TriedRules rules = try_rules(
      "roundhouse: 1\nname: Ours\nextends: train\nwords:\n  draws: me.turns == 1\nfacts:\n  placement: { of: "
      "player, is: int }\nrules:\n  - id: house-rule\n    forbid: lay\n    when: draws and me.placement == 0 "
      "and "
      "tile.pips == 24\n    says: Not so.\n",
      {{"draws", "2", {}}});
  CHECK(rules.trouble == "");
  REQUIRE(rules.rules);
  std::vector<std::string> options;
  for (const dsl::Option& option : rules.rules->options) options.push_back(option.name);
  CHECK(std::count(options.begin(), options.end(), "draws") == 1);
  CHECK(rules.rules->own_names.size() == 2);
}

TEST_CASE("two names of one file are still one too many", "[dsl]") {
  const TriedRules rules = try_rules(
      "roundhouse: 1\nname: Ours\nextends: train\nwords:\n  heavy: me.pips > 9\nfacts:\n  heavy: { of: "
      "player, is: int }\n");
  CHECK(rules.trouble.find("name-taken") != std::string::npos);
}

// --- a game that gets names ---

/// Files of a family as an older program read them, under a game that has got names since.
TEST_CASE("a name that a game gets changes no file that had it before", "[variants]") {
  const dsl::VariantReader reader = dsl::read_variant_files(variants());
  for (const std::string& option : {std::string("end_on_double"), std::string("knocking"),
                                    std::string("doubles_in_a_row"), std::string("blocked_laps")}) {
    INFO(option);
    const std::string child = fmt::format(
        "roundhouse: 1\nname: Ours\nextends: train\noptions:\n  {}:\n    ask: Is it ours?\n    default: "
        "{}\n",
        option, option.find('_') == 3 || option == "knocking" ? "false" : "3");
    const dsl::VariantReader family = [&](const std::string& wanted, const std::string& from) {
      return from.empty() ? dsl::LoadedText{"ours.yaml", child, {}, {}} : reader(wanted, from);
    };
    const ReadRules read = rules_with_findings(family, "ours.yaml");
    REQUIRE(read.checked.ok());
    REQUIRE(read.checked.value.edition);
    CHECK(read.checked.value.edition->number == 1);
    CHECK(played_games(read.checked.value) ==
          played_games(rules_with_findings(reader, "train@1").checked.value));
  }
}

// --- a change that breaks ---

fs::path exercise() { return source_folder() / "tests/exercises/edition"; }

TEST_CASE("an option that is split is an edition with its table, and breaks nobody", "[variants]") {
  // The variant, the way back, and the table: with the line of its games in tests/editions/editions.txt that
  // is all.
  const CommandFolder folder;
  fs::copy(variants(), folder.path() / "variants", fs::copy_options::recursive);
  const auto changed =
      dsl::with_changes(read_file(variants() / "train.yaml"), read_file(exercise() / "train.diff"));
  REQUIRE(changed);
  std::ofstream(folder.path() / "variants/train.yaml") << *changed;
  for (const char* name : {"train@2.diff", "train@2.yaml"})
    fs::copy(exercise() / name, folder.path() / "variants/editions" / name);
  const dsl::VariantReader before = dsl::read_variant_files(variants());
  const dsl::VariantReader after = dsl::read_variant_files(folder.path() / "variants");
  CHECK(after("train", {}).edition.number == 3);
  CHECK(after("train@1", {}).text == before("train@1", {}).text);
  CHECK(all_rules(after) == all_rules(before));

  const dsl::EditionTables tables = [&](const std::string& game, std::int32_t edition) {
    return dsl::edition_table(folder.path() / "variants", game, edition);
  };
  for (const std::string& extends : {std::string("train"), std::string("train@2")}) {
    INFO(extends);
    const std::string child =
        "roundhouse: 1\nname: Ours\nextends: " + extends + "\noptions:\n  blocked_laps: 3\n  deal: 9\n";
    const dsl::VariantReader old_family = with_file(before, "ours.yaml", child);
    const dsl::VariantReader family = with_file(after, "ours.yaml", child);
    const ReadRules was = rules_with_findings(old_family, "ours.yaml");
    const ReadRules is = rules_with_findings(family, "ours.yaml");
    REQUIRE(was.checked.ok());
    REQUIRE(is.checked.ok());
    REQUIRE(is.checked.value.edition);
    CHECK(is.checked.value.edition->number == 2);
    CHECK(dsl::rules_hash(was.checked.value) == dsl::rules_hash(is.checked.value));
    const dsl::Upgrade upgrade = dsl::upgrade_rules(family, "ours.yaml", tables);
    CHECK(upgrade.troubles.empty());
    REQUIRE(!upgrade.edits.empty());
    const auto text = dsl::Edits(upgrade.edits.front().where.file, upgrade.edits).put_into(child);
    REQUIRE(text);
    CHECK(*text ==
          "roundhouse: 1\nname: Ours\nextends: train@3\noptions:\n  blocked_at_once: false\n  "
          "laps_to_block: 3\n  deal: 9\n");
    const ReadRules upgraded = rules_with_findings(with_file(after, "ours.yaml", *text), "ours.yaml");
    REQUIRE(upgraded.checked.ok());
    CHECK(dsl::rules_hash(upgraded.checked.value) == dsl::rules_hash(was.checked.value));
    CHECK(played_games(upgraded.checked.value) == played_games(was.checked.value));
  }
}

// --- changes ---

TEST_CASE("changes are made where they fit and nowhere else", "[dsl]") {
  const std::string text = "a\nb\nc\nd\ne\n";
  CHECK(dsl::with_changes(text, "--- x\n+++ y\n@@ -2,3 +2,2 @@\n b\n-c\n d\n") == "a\nb\nd\ne\n");
  // Moved by lines in front of it.
  CHECK(dsl::with_changes("0\n1\n" + text, "@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n") == "0\n1\na\nb\nC\nd\ne\n");
  CHECK(dsl::with_changes(text, "@@ -0,0 +1,1 @@\n+first\n") == "first\n" + text);
  CHECK(dsl::with_changes(text, "@@ -5,0 +6,1 @@\n+last\n") == text + "last\n");
  CHECK(dsl::with_changes(text, "") == text);
  CHECK_FALSE(dsl::with_changes(text, "@@ -2,2 +2,1 @@\n b\n-x\n"));
  CHECK_FALSE(dsl::with_changes(text, "@@ rubbish\n b\n"));
  CHECK_FALSE(dsl::with_changes(text, "@@ -2,1 +2,1 @@\n?b\n"));
  // Blocks do not go back.
  CHECK_FALSE(dsl::with_changes(text, "@@ -4,1 +4,1 @@\n-d\n+D\n@@ -1,1 +1,1 @@\n-a\n+A\n"));
}

}  // namespace
}  // namespace roundhouse::tests
