// The conformance list of the rule language: tests/expressions/*.cases, run against both readings. How
// they are written is said in case_file.h.

#include <algorithm>
#include <filesystem>

#include "tests/support/case_runner.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

std::vector<std::filesystem::path> case_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/expressions")) {
    // syntax.cases has no positions, and a test of its own.
    if (entry.path().extension() == ".cases" && entry.path().stem() != "syntax")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("every conformance case gives what it says, in both readings, and everything has its cases",
          "[dsl][sanitized]") {
  CaseReport report;
  Coverage coverage;
  for (const auto& path : case_files()) {
    run_cases(read_case_file(path.filename().string(), read_file(path)), report, coverage);
  }
  CHECK(joined(report.failures) == "");
  CHECK(report.cases >= 300);
  CHECK(joined(coverage.missing()) == "");
}

}  // namespace roundhouse::tests
