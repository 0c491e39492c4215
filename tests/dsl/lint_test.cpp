// Each check of the lint against a file that shows it and one that does not, in tests/lint/<check>.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/lint/lint.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

fs::path cases() { return source_folder() / "tests/lint"; }

/// `bad` and `good` stand in the folder of a check; whatever they extend is bundled.
dsl::VariantReader reader_in(const fs::path& folder) {
  return [folder](const std::string& wanted, const std::string&) -> dsl::LoadedText {
    const fs::path own = folder / (wanted + ".yaml");
    const fs::path path = fs::exists(own) ? own : source_folder() / "variants" / (wanted + ".yaml");
    if (!fs::exists(path)) return {wanted, "", "there is no such file"};
    return {wanted + ".yaml", read_file(path), ""};
  };
}

struct Linting {
  std::string complaints;  ///< of the checker, which has to have none
  std::string shown;
  std::vector<std::string> codes;
};

Linting lint_file(const fs::path& folder, const std::string& variant) {
  dsl::SourceMap sources;
  const auto checked = dsl::check_variant(sources, reader_in(folder), {variant, {}});
  Linting result{dsl::render_diagnostics(sources, checked.diagnostics), {}, {}};
  if (!checked.ok()) return result;
  const dsl::Diagnostics findings = dsl::lint(checked.value, dsl::FileId{});
  result.shown = dsl::render_diagnostics(sources, findings);
  for (const dsl::Diagnostic& finding : findings) {
    result.codes.push_back(finding.code);
    CHECK(finding.severity == dsl::Severity::warning);
    CHECK_FALSE(finding.help.empty());
  }
  return result;
}

}  // namespace

TEST_CASE("every check of the lint has a bad file that only it finds fault with, and a good one",
          "[dsl][lint][sanitized]") {
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

TEST_CASE(
    "the lint finds nothing in the bundled variants, the families' files and those that speed is measured on",
    "[dsl][lint][variants]") {
  for (const char* folder : {"variants", "tests/family", "bench/rules"}) {
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
