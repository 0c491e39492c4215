// Rule files that are right: the lint finds nothing in them.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/variant_files.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/houses.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"
#include "tools/lint/analyze.h"
#include "tools/lint/lint.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

TEST_CASE("of no rule file of strangers lint warns", "[variants][strangers]") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/strangers"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  CHECK(files.size() == 43);
  for (const fs::path& file : files) {
    dsl::SourceMap sources;
    dsl::Analysis looked = dsl::analyze(sources, dsl::read_variant_files(source_folder() / "variants"),
                                        {.check = {file.string(), {}, {}}});
    std::erase_if(looked.findings,
                  [](const dsl::Diagnostic& d) { return d.severity == dsl::Severity::note; });
    INFO(file.filename().string());
    CHECK(dsl::render_diagnostics(sources, looked.findings) == "");
  }
}

TEST_CASE("a house's rules have no findings", "[variants][houses]") {
  for (const House& house : read_houses()) {
    INFO(house.name);
    const dsl::Diagnostics findings = dsl::lint(rules_from_text(house.rules), dsl::FileId{0});
    std::vector<std::string> messages;
    for (const dsl::Diagnostic& finding : findings) messages.push_back(finding.message);
    CHECK(messages == std::vector<std::string>{});
  }
}

TEST_CASE("the lint finds nothing in any of the more games", "[variants][more]") {
  for (const std::string& name : more_names()) {
    INFO(name);
    dsl::SourceMap sources;
    const auto checked =
        dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), {name, {}});
    REQUIRE(checked.ok());
    CHECK(dsl::render_diagnostics(sources, dsl::lint(checked.value, dsl::FileId{})) == "");
  }
}

}  // namespace
}  // namespace roundhouse::tests
