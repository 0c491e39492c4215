// The houses of strangers (tests/strangers): rule files that were written from rule sheets, programs and
// pages of others, and records of which somebody who knew the sheets said beforehand what must come out.

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rule_cases.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of_strangers(const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/strangers"))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST_CASE("records of strangers have the verdict and the rule that was expected of them",
          "[variants][strangers]") {
  std::size_t judged = 0;
  for (const fs::path& file : files_of_strangers(".cases")) {
    std::istringstream text(read_file(file));
    for (RuleCase& one : read_cases(text, file.stem().string() + ".yaml", file.stem().string())) {
      one.file = file.string();
      INFO(file.filename().string() << ": " << one.title << "\n" << one.record);
      CHECK(outcome_of(one) == one.expected);
      ++judged;
    }
  }
  CHECK(judged == 477);
}

}  // namespace
}  // namespace roundhouse::tests
