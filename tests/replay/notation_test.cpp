// Train notation as text: every tests/notation/*.train is read and written again. NAME.canonical holds the
// canonical form (where it differs), NAME.expected the complaints (where there are any).

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> notation_cases() {
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/notation")) {
    if (entry.path().extension() == ".train") cases.push_back(entry.path());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

/// The file as a golden, or no file where there is nothing to say.
void check_beside(fs::path path, const char* extension, const std::string& actual,
                  const std::string& nothing) {
  path.replace_extension(extension);
  if (actual == nothing) {
    INFO(path);
    CHECK_FALSE(fs::exists(path));
  } else {
    CHECK(golden_difference(path, actual) == "");
  }
}

TEST_CASE("records are read leniently and written canonically", "[notation][referee]") {
  const std::vector<fs::path> cases = notation_cases();
  REQUIRE(cases.size() >= 4);
  for (const fs::path& path : cases) {
    CAPTURE(path);
    const std::string text = read_file(path);
    dsl::SourceMap sources;
    const dsl::FileId file = sources.add(path.filename().string(), text);
    const auto read = replay::read_record(file, text);
    check_beside(path, ".expected", dsl::render_diagnostics(sources, read.diagnostics), "");

    const std::string canonical = replay::write_record(read.value);
    check_beside(path, ".canonical", canonical, text);
    const auto again = replay::read_record(file, canonical);
    CHECK(dsl::render_diagnostics(sources, again.diagnostics) == "");
    CHECK(again.value == read.value);
    CHECK(replay::write_record(again.value) == canonical);
  }
}

}  // namespace
}  // namespace roundhouse::tests
