// Adding one thing touches what the table in docs/contributing.md says. tests/exercises has additions as
// patches; that they build and work is for the entry `exercises` of ctest to say.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

using Paths = std::set<std::string>;

/// The most sources of the product that an addition may touch.
const std::map<std::string, std::size_t> most_sources{{"act", 10},     {"effect", 10},   {"header_field", 3},
                                                      {"operator", 8}, {"setup_key", 6}, {"word", 6}};

/// The first group of each place where the form is found.
Paths all_found(const std::string& text, const std::regex& form) {
  Paths found;
  for (std::sregex_iterator place(text.begin(), text.end(), form), end; place != end; ++place)
    found.insert((*place)[1]);
  return found;
}

/// Without the expected outputs that the program prints.
Paths written_by_hand(Paths paths) {
  std::erase_if(paths, [](const std::string& path) { return path.ends_with(".expected"); });
  return paths;
}

/// The row of the table that begins with this; empty: there is none.
std::string row_that_adds(const std::string& what) {
  std::istringstream lines(read_file(source_folder() / "docs/contributing.md"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| " + what + " |")) return line;
  return {};
}

std::string value_of(const std::string& text, const std::string& key) {
  std::smatch found;
  return std::regex_search(text, found, std::regex("(^|\n)" + key + ": ([^\n]+)\n")) ? found[2].str() : "";
}

TEST_CASE("an addition touches the files that its row in the table names, and no others", "[house]") {
  static const std::regex touched("\n\\+\\+\\+ b/([^\n\t]+)");
  static const std::regex named("`([a-z_]+/[^` ]+)`");
  Paths found;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/exercises")) {
    if (entry.path().extension() != ".patch") continue;
    const std::string name = entry.path().stem().string();
    found.insert(name);
    INFO(name);
    REQUIRE(most_sources.contains(name));
    const std::string patch = read_file(entry.path());
    const std::string row = row_that_adds(value_of(patch, "Adds"));
    CHECK(!row.empty());
    CHECK(value_of(patch, "Shown by") != "");

    const Paths paths = written_by_hand(all_found(patch, touched));
    CHECK(paths == written_by_hand(all_found(row, named)));
    const auto sources = std::count_if(paths.begin(), paths.end(), [](const std::string& path) {
      return !path.starts_with("tests/") && !path.starts_with("docs/");
    });
    CHECK(sources > 0);
    CHECK(static_cast<std::size_t>(sources) <= most_sources.at(name));
  }
  CHECK(found.size() == most_sources.size());
}

}  // namespace
}  // namespace roundhouse::tests
