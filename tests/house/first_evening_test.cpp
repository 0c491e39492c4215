// The path of README's first evening that no block of code can try: the program is installed as `./dev
// install PREFIX` does it, and `new` asks its questions on a terminal, where the answers are those that
// README has in a file. All other commands of the path are run as they stand (docs_test.cpp).

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/pseudo_terminal.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

/// The part of README about the first evening.
std::string first_evening() {
  const std::string readme = read_file(source_folder() / "README.md");
  const std::size_t begin = readme.find("## The first evening\n");
  REQUIRE(begin != std::string::npos);
  return readme.substr(begin, readme.find("\n## ", begin + 1) - begin);
}

TEST_CASE("the first evening takes at most fifteen commands from installing to a verdict", "[cli][docs]") {
  const std::string text = first_evening();
  CHECK(text.find("`./dev install`") != std::string::npos);
  std::size_t commands = 1;  // ./dev install
  for (std::size_t at = text.find("\n$ "); at != std::string::npos; at = text.find("\n$ ", at + 1))
    ++commands;
  CHECK(commands > 5);
  CHECK(commands <= 15);
}

TEST_CASE("what dev install puts below a prefix runs without the sources' folder", "[cli][docs]") {
  const CommandFolder folder;
  // The command is dev's own, without the build that these tests have come out of.
  const std::string dev = read_file(source_folder() / "dev");
  REQUIRE(dev.find("cmake --install build --prefix \"$prefix\" --component program") != std::string::npos);
  ProgramCall call;
  call.folder = folder.path();
  call.merge_errors = true;
  call.arguments = {program_path().parent_path().string(), (folder.path() / "prefix").string()};
  const ProgramResult installed =
      run_shell("cmake --install \"$1\" --prefix \"$2\" --component program", call);
  INFO(installed.output);
  REQUIRE(installed.status == 0);
  CHECK(fs::exists(folder.path() / "prefix/share/roundhouse/variants/train.yaml"));
  const ProgramResult listed =
      run_shell("\"$2\"/bin/roundhouse list && \"$2\"/bin/roundhouse lint train", call);
  INFO(listed.output);
  CHECK(listed.status == 0);
  CHECK(listed.output.find("train                The common train game (2 to 8 players)\n") !=
        std::string::npos);
}

TEST_CASE("new asks for README's answers on a terminal and writes the same file", "[cli][docs]") {
  const CommandFolder folder;
  const std::string text = first_evening();
  const std::string begin = "$ cat >answers.yaml <<X\n";
  std::string answers;
  std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  at += begin.size();
  while (text.compare(at, 2, "> ") == 0) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at + 2, end - at - 2);
    if (line != "X") answers += line + "\n";
    at = end + 1;
  }
  REQUIRE(
      answers ==
      "name: The Millers\nlike: club-double-twelve\nplayers: 3\noptions: { draws: 2, knocking: false }\n");
  std::ofstream(folder.path() / "answers.yaml") << answers;
  ProgramCall call;
  call.folder = folder.path();
  call.arguments = {"new", "from-file.yaml", "--answers", "answers.yaml"};
  REQUIRE(run_program(call).status == 0);

  PseudoTerminal terminal({"new", "millers.yaml"}, folder.path());
  for (const char* answer : {"club-double-twelve\n", "The Millers\n", "3\n"}) {
    REQUIRE(terminal.wait_for("]: "));
    terminal.type(answer);
  }
  // Each question is found by its words; all others are answered with Enter.
  std::size_t read = 0;
  while (terminal.wait_for("]: ")) {
    const std::string asked = terminal.shown().substr(read);
    read = terminal.shown().size();
    if (asked.find("How many tiles may a player draw") != std::string::npos) {
      terminal.type("2\n");
    } else if (asked.find("down to one tile say so") != std::string::npos) {
      terminal.type("no\n");
    } else {
      terminal.type("\n");
    }
  }
  INFO(terminal.shown());
  CHECK(terminal.finish() == 0);
  CHECK(read_file(folder.path() / "millers.yaml") == read_file(folder.path() / "from-file.yaml"));
}

}  // namespace
}  // namespace roundhouse::tests
