// Each check of the lint against a file that shows it, one that does not, and near misses, in
// tests/lint/<check>; and all of them together against files with a planted hole, in tests/lint/holes.

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/near_misses.h"
#include "tools/lint/lint.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

fs::path cases() { return source_folder() / "tests/lint"; }
fs::path holes() { return cases() / "holes"; }

struct Linting {
  std::string complaints;  ///< of the checker, which has to have none
  std::string shown;
  std::vector<std::string> codes;
  dsl::Diagnostics findings;
  dsl::SourceMap sources;
};

Linting lint_file(const fs::path& folder, const std::string& variant, const std::string& near = {}) {
  Linting result;
  const auto checked = dsl::check_variant(result.sources, reader_of(folder, near), {variant, {}});
  result.complaints = dsl::render_diagnostics(result.sources, checked.diagnostics);
  if (!checked.ok()) return result;
  result.findings = dsl::lint(checked.value, dsl::FileId{});
  result.shown = dsl::render_diagnostics(result.sources, result.findings);
  for (const dsl::Diagnostic& finding : result.findings) {
    result.codes.push_back(finding.code);
    CHECK(finding.severity != dsl::Severity::error);
    CHECK_FALSE(finding.help.empty());
  }
  return result;
}

/// A line of holes.list.
struct Hole {
  std::string file;
  std::size_t line = 0;
  std::vector<std::string> words;
  std::string check;  ///< "missed": none finds it
};

std::vector<std::string> parts_of(const std::string& text, char sign) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, sign);) {
    const std::size_t first = part.find_first_not_of(' ');
    if (first != std::string::npos)
      parts.push_back(part.substr(first, part.find_last_not_of(' ') - first + 1));
  }
  return parts;
}

std::vector<Hole> planted_holes() {
  std::vector<Hole> found;
  std::istringstream lines(read_file(holes() / "holes.list"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> parts = parts_of(line, '|');
    INFO(line);
    REQUIRE(parts.size() == 4);
    found.push_back({parts[0], std::stoul(parts[1]), parts_of(parts[2], ';'), parts[3]});
  }
  return found;
}

/// What a person reads beside the excerpt of the file.
std::string text_of(const dsl::Diagnostic& finding) {
  std::string text = finding.message + "\n" + finding.why + "\n" + finding.help;
  for (const dsl::Label& label : finding.labels) text += "\n" + label.message;
  return text;
}

std::vector<std::string> rule_files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("every check of the lint has a bad file that only it finds fault with, and a good one",
          "[dsl][lint][sanitized][whole]") {
  std::vector<std::string> names;
  for (const dsl::LintCheck& check : dsl::all_lint_checks()) {
    const std::string name(check.name);
    INFO(name << ": tests/lint/" << name << "/ needs bad.yaml, bad.expected and good.yaml");
    names.push_back(name);
    const Linting bad = lint_file(cases() / name, "bad");
    CHECK(bad.complaints == "");
    CHECK_FALSE(bad.codes.empty());
    for (const std::string& code : bad.codes) CHECK(code == name);
    CHECK(golden_difference(cases() / name / "bad.expected", bad.shown) == "");
    REQUIRE(fs::exists(cases() / name / "good.yaml"));
    const Linting good = lint_file(cases() / name, "good");
    CHECK(good.complaints == "");
    CHECK(good.shown == "");
  }
  CHECK(std::is_sorted(names.begin(), names.end()));
  names.emplace_back("holes");  // of all checks
  for (const auto& entry : fs::directory_iterator(cases())) {
    INFO(entry.path() << " belongs to no check");
    CHECK(std::find(names.begin(), names.end(), entry.path().filename().string()) != names.end());
  }
}

TEST_CASE("every check of the lint is silent about ten near misses and more", "[dsl][lint]") {
  for (const dsl::LintCheck& check : dsl::all_lint_checks()) {
    const std::string name(check.name);
    const std::vector<NearMiss> near = near_misses(cases() / name);
    INFO("tests/lint/" << name << "/near.cases");
    CHECK(near.size() >= least_near_misses);
    for (const NearMiss& miss : near) {
      INFO(miss.name << " (line " << miss.line << ")");
      const Linting linting = lint_file(cases() / name, "near", miss.text);
      CHECK(linting.complaints == "");
      INFO(linting.shown);
      CHECK(std::find(linting.codes.begin(), linting.codes.end(), name) == linting.codes.end());
    }
  }
}

TEST_CASE("the first finding about a file with a planted hole names it at its line", "[dsl][lint]") {
  std::size_t missed = 0;
  const std::vector<Hole> planted = planted_holes();
  CHECK(planted.size() >= 58);
  for (const Hole& hole : planted) {
    INFO(hole.file);
    const Linting linting = lint_file(holes(), fs::path(hole.file).stem().string());
    CHECK(linting.complaints == "");
    if (hole.check == "missed") {
      ++missed;
      continue;
    }
    INFO(linting.shown);
    REQUIRE_FALSE(linting.findings.empty());
    const dsl::Diagnostic& first = linting.findings.front();
    CHECK(first.code == hole.check);
    CHECK(linting.sources.locate(first.where.file, first.where.begin).line == hole.line);
    const std::string text = text_of(first);
    for (const std::string& word : hole.words) {
      INFO(word);
      CHECK(text.find(word) != std::string::npos);
    }
  }
  CHECK(missed * 10 <= planted.size());
  CHECK(rule_files_in(holes()).size() == planted.size());
}

TEST_CASE("the lint is silent about odd files with nothing wrong", "[dsl][lint]") {
  const std::vector<std::string> names = rule_files_in(holes() / "right");
  CHECK(names.size() >= 60);
  for (const std::string& name : names) {
    INFO(name);
    const Linting linting = lint_file(holes() / "right", name);
    CHECK(linting.complaints == "");
    CHECK(linting.shown == "");
  }
}

TEST_CASE(
    "the lint finds nothing in the bundled variants, the families' files and those that speed is measured on",
    "[dsl][lint][variants]") {
  for (const char* folder : {"variants", "variants/more", "tests/family", "bench/rules"}) {
    if (!fs::exists(source_folder() / folder)) continue;
    for (const auto& entry : fs::directory_iterator(source_folder() / folder)) {
      if (entry.path().extension() != ".yaml") continue;
      INFO(entry.path());
      const Linting linting = lint_file(source_folder() / folder, entry.path().stem().string());
      CHECK(linting.complaints == "");
      CHECK(linting.shown == "");
    }
  }
}

}  // namespace roundhouse::tests
