// The records of play in tests/games: the rule documents' own examples, and games that show their rules.
// They are legal, and all scores in them right, except for those whose name begins with `spoiled`.

#include <algorithm>
#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rule_cases.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> records_of(const std::string& variant) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/games" / variant))
    if (entry.path().extension() == ".train") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// "legal", "illegal" or "undecided", and whether all scores are right.
std::string verdict_on(const fs::path& path) {
  RuleCase one;
  one.rule = path.filename().string();
  one.record = read_file(path);
  const std::string outcome = outcome_of(one);
  const bool wrong = outcome.find("; wrong score") != std::string::npos;
  return outcome.substr(0, outcome.find_first_of(" ;")) + (wrong ? ", wrong score" : "");
}

TEST_CASE("recorded games are legal, spoiled ones are not", "[referee]") {
  for (const fs::directory_entry& folder : fs::directory_iterator(source_folder() / "tests/games")) {
    const std::vector<fs::path> paths = records_of(folder.path().filename().string());
    CHECK(paths.size() >= 2);
    for (const fs::path& path : paths) {
      INFO(path.string());
      const bool spoiled = path.filename().string().starts_with("spoiled");
      CHECK(verdict_on(path) == (spoiled ? "illegal" : "legal"));
    }
  }
}

}  // namespace
}  // namespace roundhouse::tests
