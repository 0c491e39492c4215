// Pictures, pages and tables as the program makes them.

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/base/utf8.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

TEST_CASE("on paper the picture of a game lies on no hand, and its ruling is told", "[.long][long][replay]") {
  const CommandFolder own;
  std::vector<std::string> pages;
  const auto print = [&](const std::filesystem::path& record, const std::string& page) {
    const ProgramResult made = run_program({.arguments = {"replay", record.string(), "--format", "html"},
                                            .input = {},
                                            .environment = {},
                                            .folder = own.path()});
    REQUIRE(made.status == 0);
    std::ofstream(own.path() / (page + ".html")) << made.output;
    pages.push_back(page + ".html");
  };
  for (const auto& [name, players] : std::initializer_list<std::pair<const char*, const char*>>{
           {"train", "4"}, {"chicken-foot", "4"}, {"dual", "8"}, {"dual", "10"}}) {
    const std::string page = std::string(name) + players;
    const ProgramResult played =
        run_program({.arguments = {"simulate", name, "--players", players, "--games", "1", "--seed", "7",
                                   "--seats", "planner", "--record", page},
                     .input = {},
                     .environment = {},
                     .folder = own.path()});
    REQUIRE(played.status == 0);
    const std::filesystem::path record = *std::filesystem::directory_iterator(own.path() / page);
    print(record, page);
  }
  print(source_folder() / "tests/games/dual/spoiled-example.train", "illegal");
  std::string command = "python3 " + (source_folder() / "tests/browser/print_page.py").string();
  for (const std::string& page : pages) command += " " + page;
  const ProgramResult result = run_shell(command, {.arguments = {},
                                                   .input = {},
                                                   .environment = {},
                                                   .folder = own.path(),
                                                   .seconds = 900,
                                                   .merge_errors = true});
  INFO(result.output);
  CHECK(result.status == 0);
}

TEST_CASE("the picture in the README is what the program draws", "[replay]") {
  const ProgramResult drawn =
      run_program({.arguments = {"replay", "tests/games/club-double-twelve/thirteen-rounds.train", "--format",
                                 "svg", "--at", "12.60", "--width", "900"},
                   .input = {},
                   .environment = {},
                   .folder = source_folder()});
  REQUIRE(drawn.status == 0);
  CHECK(golden_difference(source_folder() / "docs/table.svg", drawn.output) == "");
}

TEST_CASE("whatever a page names by a class is painted by its style", "[replay]") {
  const ProgramResult made = run_program(
      {.arguments = {"replay", "tests/games/club-double-twelve/thirteen-rounds.train", "--format", "html"},
       .input = {},
       .environment = {},
       .folder = source_folder()});
  REQUIRE(made.status == 0);
  const std::string& page = made.output;
  std::string style;
  for (std::size_t begin = page.find("<style"); begin != std::string::npos;
       begin = page.find("<style", begin + 1))
    style += page.substr(begin, page.find("</style>", begin) - begin);
  // These group what they hold.
  const std::set<std::string> only_names{"tile", "marker-sign"};
  static const std::regex classes("class=\"([a-z -]+)\"");
  std::size_t seen = 0;
  for (std::sregex_iterator found(page.begin(), page.end(), classes), end; found != end; ++found) {
    std::istringstream names((*found)[1]);
    for (std::string name; names >> name; ++seen) {
      INFO(name);
      if (!only_names.contains(name))
        CHECK(std::regex_search(style, std::regex("\\." + name + "(?![a-z-])")));
    }
  }
  CHECK(seen > 20);
}

TEST_CASE("a page of thirteen rounds with the largest tiles is small", "[replay]") {
  const ProgramResult made = run_shell(
      "roundhouse simulate 'club-double-twelve highest=18' --players 8 --games 1 --record games >/dev/null "
      "&& "
      "roundhouse replay games/*.train --format html | wc -c; rm -r games",
      {.arguments = {}, .input = {}, .environment = {}, .folder = "/"});
  INFO(made.errors);
  const int bytes = std::stoi(made.output);
  CHECK(bytes > 100'000);
  CHECK(bytes < 600'000);
}

TEST_CASE("replay keeps to the width of the terminal", "[cli]") {
  ProgramCall call;
  call.folder = source_folder() / "tests" / "games" / "club-double-twelve";
  const auto widest = [&](const std::string& line) {
    call.environment = {{"TERM", "xterm"}, {"LINE", line}};
    const ProgramResult result = run_shell("script -qec 'sh -c \"$LINE\"' /dev/null", call);
    REQUIRE(result.status == 0);
    std::size_t width = 0;
    std::istringstream lines(result.output);
    for (std::string shown; std::getline(lines, shown);) {
      while (!shown.empty() && shown.back() == '\r') shown.pop_back();
      width = std::max(width, dsl::characters_in(shown));
    }
    return width;
  };
  call.environment = {{"TERM", "xterm"}, {"LINE", "true"}};
  if (run_shell("script -qec 'sh -c \"$LINE\"' /dev/null", call).status != 0) {
    WARN("not tried: no pseudo-terminal is to be had here (is /dev/pts mounted?)");
    return;
  }
  const std::string replay = "roundhouse replay thirteen-rounds.train --format text";
  CHECK(widest("stty cols 200; " + replay) > 80);
  for (const std::size_t columns : {40, 64, 80}) {
    const std::size_t width = widest("stty cols " + std::to_string(columns) + "; " + replay);
    CHECK(width <= columns);
    CHECK(width > columns - 10);
  }
  CHECK(widest("stty cols 40; " + replay + " | cat") > 80);
}

}  // namespace
}  // namespace roundhouse::tests
