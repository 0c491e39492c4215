// Six families tell how they play (tests/evenings/NAME/description.md). For each the rule file that a
// newcomer wrote from the documents before anything was tried, first.yaml, with all that lint said of it; and
// the second try, mended by the messages, `recipes` and `explain` alone, which says what the family said.

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rule_cases.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

struct Family {
  std::string name;
  int least, most;  ///< players, as the family has it
};

const std::vector<Family>& families() {
  static const std::vector<Family> all = {{"delgado", 4, 10},  {"harbour-street", 6, 8},
                                          {"lindqvist", 4, 4}, {"moreau", 2, 5},
                                          {"okafor", 3, 6},    {"tuesday-club", 2, 8}};
  return all;
}

fs::path folder_of(const Family& family) { return source_folder() / "tests/evenings" / family.name; }

ProgramResult run_at(const Family& family, std::vector<std::string> arguments) {
  ProgramCall call;
  call.arguments = std::move(arguments);
  call.folder = folder_of(family);
  call.merge_errors = true;
  return run_program(call);
}

TEST_CASE("every folder of evenings is a family of the list", "[cli][evenings]") {
  std::size_t folders = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests/evenings"))
    folders += entry.is_directory();
  CHECK(folders == families().size());
}

TEST_CASE("what lint said of each family's first rule file is as it was read", "[cli][evenings]") {
  for (const Family& family : families()) {
    INFO(family.name);
    const ProgramResult first = run_at(family, {"lint", "first.yaml"});
    CHECK(first.status == 1);
    CHECK(golden_difference(folder_of(family) / "first.lint", first.output) == "");
    // Each complaint says how to mend it.
    std::size_t errors = 0;
    std::size_t helps = 0;
    std::istringstream lines(first.output);
    for (std::string line; std::getline(lines, line);) {
      errors += line.starts_with("error[") || line.starts_with("warning[");
      helps += line.find("= help: ") != std::string::npos;
    }
    CHECK(errors > 0);
    CHECK(helps == errors);
  }
}

TEST_CASE("each family's second rule file has no findings", "[cli][evenings]") {
  for (const Family& family : families()) {
    INFO(family.name);
    const ProgramResult second = run_at(family, {"lint", "second.yaml"});
    CHECK(second.status == 0);
    CHECK(second.output == "second.yaml: no findings\n");
  }
}

TEST_CASE("each family's rules can be played by as many as the family says, and by no others",
          "[cli][evenings]") {
  for (const Family& family : families()) {
    for (int players = 1; players <= 14; ++players) {
      INFO(family.name << ", " << players << " players");
      const ProgramResult played =
          run_at(family, {"simulate", "second.yaml", "--players", std::to_string(players), "--games", "3",
                          "--declared", "0.3", "--seed", "7"});
      INFO(played.output);
      const bool permitted = players >= family.least && players <= family.most;
      CHECK(played.status == (permitted ? 0 : 2));
    }
  }
}

TEST_CASE("what a family says is legal and illegal is so by its rules", "[cli][evenings]") {
  for (const Family& family : families()) {
    std::istringstream text(read_file(folder_of(family) / "evening.cases"));
    std::vector<RuleCase> cases = read_cases(text, "house", family.name);
    std::ptrdiff_t legal = 0;
    for (RuleCase& one : cases) {
      one.rules = read_file(folder_of(family) / "second.yaml");
      INFO(family.name << ": " << one.title << "\n" << one.record);
      CHECK(outcome_of(one) == one.expected);
      legal += one.expected.starts_with("legal");
    }
    CHECK(legal >= 5);
    CHECK(std::ssize(cases) - legal >= 5);
  }
}

TEST_CASE("each family's rulebook is as it was read aloud", "[cli][evenings][rulebook]") {
  for (const Family& family : families()) {
    INFO(family.name);
    const auto book = [&](const std::string& file, std::vector<std::string> more) {
      std::vector<std::string> arguments = {"rulebook", "second.yaml"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const ProgramResult printed = run_at(family, arguments);
      CHECK(printed.status == 0);
      std::string text = printed.output;
      // The style is the same in all of them, and stands in a file of its own.
      const std::size_t style = text.find("<style>\n");
      if (style != std::string::npos) {
        const std::size_t begin = style + 8;
        const std::size_t size = text.find("</style>", begin) - begin;
        CHECK(golden_difference(source_folder() / "tests/evenings/book.css", text.substr(begin, size)) == "");
        text.erase(begin, size);
      }
      CHECK((style != std::string::npos) == file.ends_with(".html"));
      CHECK(golden_difference(folder_of(family) / file, text) == "");
    };
    book("book.txt", {});
    book("brief.txt", {"--brief"});
    book("book.html", {"--format", "html"});
  }
}

}  // namespace
}  // namespace roundhouse::tests
