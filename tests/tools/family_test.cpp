// A family's own rules, written from the documents alone: they play, they judge, and thirty and more mistakes
// in them are named. What was expected of the messages was written down before they were looked at.

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "dsl/syntax/yaml_tree.h"
#include "engine/rules.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"
#include "tools/lint/lint.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

fs::path family() { return source_folder() / "tests/family"; }

struct Analysis {
  dsl::CheckedRules rules;
  dsl::Diagnostics findings;
  std::string shown;
  std::vector<int> lines;  ///< of the findings
};

std::vector<std::string> bundled_sections() {
  std::vector<std::string> ids;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "variants/sources")) {
    if (entry.path().extension() != ".yaml") continue;
    dsl::SourceMap sources;
    const auto tree = dsl::read_yaml(sources, sources.add("sources.yaml", read_file(entry.path())));
    const dsl::YamlNode* sections = tree.value.find("sections");
    REQUIRE(sections != nullptr);
    for (const dsl::YamlEntry& section : sections->entries) ids.push_back(section.key.text);
  }
  return ids;
}

/// All that `lint` looks at. The file is shown by its name alone.
Analysis analyze(const fs::path& file) {
  const dsl::VariantReader bundled = dsl::read_variant_files(source_folder() / "variants");
  const auto reader = [&](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    if (from.empty()) return {.name = wanted, .text = read_file(file), .trouble = {}};
    return bundled(wanted, {});
  };
  dsl::SourceMap sources;
  auto checked = dsl::check_variant(sources, reader, {.variant = file.filename().string(), .settings = {}});
  Analysis looked{std::move(checked.value), std::move(checked.diagnostics), {}, {}};
  if (!dsl::has_errors(looked.findings)) {
    dsl::check_sections(looked.rules, bundled_sections(), looked.findings);
    if (!dsl::has_errors(looked.findings)) {
      for (const dsl::Diagnostic& more : dsl::lint(looked.rules, dsl::FileId{0}))
        looked.findings.push_back(more);
    }
  }
  dsl::sort_diagnostics(looked.findings);
  looked.shown = dsl::render_diagnostics(sources, looked.findings);
  for (const dsl::Diagnostic& finding : looked.findings)
    looked.lines.push_back(static_cast<int>(sources.locate(finding.where.file, finding.where.begin).line));
  return looked;
}

/// A line of mistakes.expected-by-us.
struct Expected {
  std::string file;
  int line = 0;
  std::string code;
  std::vector<std::string> words;
};

std::vector<Expected> expected_mistakes() {
  std::vector<Expected> all;
  std::istringstream lines(read_file(family() / "mistakes.expected-by-us"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream parts(line);
    Expected expected;
    parts >> expected.file >> expected.line >> expected.code;
    for (std::string word; parts >> word;) expected.words.push_back(word);
    REQUIRE(!expected.words.empty());
    all.push_back(expected);
  }
  return all;
}

TEST_CASE("a family's rules have no findings", "[variants][family]") {
  CHECK(analyze(family() / "miller.yaml").shown == "");
}

TEST_CASE("a family's rules can be played", "[variants][family]") {
  const Analysis looked = analyze(family() / "miller.yaml");
  REQUIRE(looked.findings.empty());
  for (int players = looked.rules.setup.least_players; players <= looked.rules.setup.most_players;
       ++players) {
    INFO(players << " players");
    REQUIRE(!dsl::refuse_players(looked.rules, players));
    const engine::Rules program = engine::compile_rules(looked.rules, players);
    engine::SimulateOptions options;
    options.games = 20;
    options.play.declared = 0.5;
    const engine::Figures figures = engine::simulate(program, options);
    CHECK(figures.finished == 20);
    CHECK(figures.dead_ends + figures.too_long + figures.voided == 0);
    std::uint64_t declared = 0;
    for (const std::uint64_t times : figures.declared) declared += times;
    CHECK(declared > 0);
  }
}

TEST_CASE("a family's match ends at its target score", "[variants][family]") {
  const Analysis looked = analyze(family() / "miller.yaml");
  const engine::Rules program = engine::compile_rules(looked.rules, 8);
  engine::SimulateOptions options;
  options.games = 5;
  options.unit = engine::Unit::match;
  const engine::Figures figures = engine::simulate(program, options);
  CHECK(figures.finished == 5);
  CHECK(figures.rounds > 5);
  CHECK(figures.rounds < 5 * 13);
}

TEST_CASE("records under a family's rules are judged by them", "[variants][family]") {
  std::vector<fs::path> records;
  for (const fs::directory_entry& entry : fs::directory_iterator(family() / "records")) {
    if (entry.path().extension() == ".train") records.push_back(entry.path());
  }
  REQUIRE(!records.empty());
  for (const fs::path& record : records) {
    INFO(record.filename().string());
    ProgramCall call;
    call.arguments = {"validate", record.filename().string()};
    call.folder = record.parent_path();
    call.merge_errors = true;
    const ProgramResult result = run_program(call);
    fs::path expected = record;
    expected.replace_extension(".expected");
    CHECK(golden_difference(expected,
                            result.output + "exit status " + std::to_string(result.status) + "\n") == "");
  }
}

TEST_CASE("each mistake in a family's rules is named in the first line of its message",
          "[variants][family]") {
  const std::vector<Expected> all = expected_mistakes();
  CHECK(all.size() >= 30);
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(family() / "mistakes"))
    files += entry.path().extension() == ".yaml";
  CHECK(files == all.size());
  for (const Expected& expected : all) {
    INFO(expected.file);
    const Analysis looked = analyze(family() / "mistakes" / (expected.file + ".yaml"));
    REQUIRE(!looked.findings.empty());
    CHECK(looked.findings.front().code == expected.code);
    CHECK(looked.findings.front().severity == dsl::Severity::error);
    CHECK(looked.lines.front() == expected.line);
    const std::string first_line = looked.shown.substr(0, looked.shown.find('\n'));
    const std::string message = first_line.substr(first_line.find("]: ") + 3);
    for (const std::string& word : expected.words) {
      INFO("'" << word << "' in: " << message);
      CHECK(message.find(word) != std::string::npos);
    }
    CHECK(golden_difference(family() / "mistakes" / (expected.file + ".expected"), looked.shown) == "");
  }
}

}  // namespace
}  // namespace roundhouse::tests
