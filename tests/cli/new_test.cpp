// roundhouse new, driven on a terminal as a person would drive it.

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

/// Every question ends in what Enter alone would mean.
constexpr std::string_view prompt = "]: ";

/// Types each answer when the next question waits.
struct Talk {
  int status = 0;
  std::string shown;
};
Talk talk(const fs::path& folder, const std::vector<std::string>& answers, TerminalSize size = {}) {
  PseudoTerminal terminal({"new", "family.yaml"}, folder, size);
  for (const std::string& answer : answers) {
    INFO(terminal.shown());
    REQUIRE(terminal.wait_for(prompt));
    terminal.type(answer);
  }
  const int status = terminal.finish();
  return {status, terminal.shown()};
}

std::string lint(const fs::path& folder) {
  ProgramCall call;
  call.arguments = {"lint", "family.yaml"};
  call.folder = folder;
  return run_program(call).output;
}

bool has_no_file(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename() != "games") return false;
  return true;
}

}  // namespace

TEST_CASE("questions that are all answered with Enter leave the game as it is", "[cli]") {
  const CommandFolder folder;
  std::vector<std::string> answers(60, "\n");
  PseudoTerminal terminal({"new", "family.yaml"}, folder.path());
  while (terminal.wait_for(prompt)) terminal.type("\n");
  CHECK(terminal.finish() == 0);
  CHECK(terminal.shown().find("family.yaml is written") != std::string::npos);
  CHECK(lint(folder.path()) == "family.yaml: no findings\n");
  ProgramCall diff;
  diff.arguments = {"diff", "train", "family.yaml"};
  diff.folder = folder.path();
  CHECK(run_program(diff).status == 0);
}

TEST_CASE("what is answered stands in the file", "[cli]") {
  const CommandFolder folder;
  const Talk reported = talk(folder.path(), {"train\n", "The Millers\n", "5\n", "9\n", "\n",
                                             "2-4: 15, 5-8: 10\n", "2\n", "\n", "rest\n", "\n", "\n"});
  CHECK(reported.status == 0);
  for (const std::string_view sentence :
       {"there are tiles enough for", "The Millers, as train, but for:", "Write family.yaml?"}) {
    INFO(sentence);
    CHECK(reported.shown.find(sentence) != std::string::npos);
  }
  const std::string text = read_file(folder.path() / "family.yaml");
  CHECK(text.find("name: The Millers\nextends: train@2\n") != std::string::npos);
  CHECK(text.find("\n  highest: 9\n") != std::string::npos);
  CHECK(text.find("\n  deal: { 2..4: 15, 5..8: 10 }\n") != std::string::npos);
  CHECK(text.find("\n  draws: 2\n") != std::string::npos);
  CHECK(text.find("\n  # doubles: satisfy\n") != std::string::npos);
  CHECK(reported.shown.find("The Millers, for five players") != std::string::npos);
  CHECK(reported.shown.find("lines more: roundhouse rulebook family.yaml") != std::string::npos);
  CHECK(lint(folder.path()) == "family.yaml: no findings\n");
}

TEST_CASE("answers that are none are refused, and asked again", "[cli]") {
  const CommandFolder folder;
  const Talk reported =
      talk(folder.path(), {"trian\n", "?\n", "99\n", "1\n", std::string(70, 'x') + "\n", "?\n", "Ours\n",
                           "nine\n", "20\n", "?\n", "4\n",
                           // highest, copies, deal, draws, drawing
                           "many\n", "0\n", "?\n", "back\n", "12\n", "1\n", "2-4: 15\n", "\n", "back\n", "\n",
                           "7\n", "1\n", "until\n", "maybe\n", "rest\n", "perhaps\n", "yes\n"});
  CHECK(reported.status == 0);
  for (const std::string_view sentence :
       {"'trian' is none of them; did you mean 'train'?", "'99' is none of them.",
        "A name has at most 60 characters.", "'nine' is no number of players; it is a number from 2 to 8.",
        "here stands 'many', where a whole number for 'highest' is needed.",
        "'highest' is 1..18, and 0 is outside.", "Ctrl-C ends without", "has no value for 5 players",
        "'draws' is 0..3, and 7 is outside.", "will be as in this game", "stands above the rulebook",
        "A number from 2 to 8. The tiles", "'yes' writes the file"}) {
    INFO(sentence);
    INFO(reported.shown);
    CHECK(reported.shown.find(sentence) != std::string::npos);
  }
  CHECK(lint(folder.path()) == "family.yaml: no findings\n");
}

namespace {

/// Presses Ctrl-C at the first question, then at the second, and so on; how many there were.
std::size_t interrupt_each_question(const std::string& game) {
  for (std::size_t at = 0;; ++at) {
    const CommandFolder folder;
    PseudoTerminal terminal({"new", "family.yaml"}, folder.path());
    std::size_t asked = 0;
    while (asked < at && terminal.wait_for(prompt)) {
      terminal.type(asked == 0 ? game + "\n" : "\n");
      ++asked;
    }
    if (!terminal.wait_for(prompt)) {
      CHECK(terminal.finish() == 0);
      return at;
    }
    terminal.type("\x03");
    INFO("question " << at + 1);
    CHECK(terminal.finish() == 130);
    CHECK(terminal.shown().ends_with("roundhouse: nothing was written\n"));
    CHECK(has_no_file(folder.path()));
  }
}

}  // namespace

TEST_CASE("a deal that leaves too few tiles is asked about before anything is narrowed", "[cli]") {
  const CommandFolder folder;
  const Talk reported =
      talk(folder.path(), {"train\n", "Ours\n", "4\n", "\n", "\n", "15\n", "rest\n", "?\n", "back\n", "\n",
                           "\n", "15 for 2 to 4, 12 for 5 or 6, 10 for 7 and 8\n", "rest\n", "\n"});
  CHECK(reported.status == 0);
  CHECK(reported.shown.find("tiles enough for 2 to 6 players alone") != std::string::npos);
  const std::string text = read_file(folder.path() / "family.yaml");
  CHECK(text.find("\n  players:") == std::string::npos);
  CHECK(text.find("\n  deal: { 2..4: 15, 5..6: 12, 7..8: 10 }\n") != std::string::npos);
}

TEST_CASE("a file that is there is gone through again, and its own rows stay", "[cli]") {
  const CommandFolder folder;
  const fs::path file = folder.path() / "family.yaml";
  CHECK(talk(folder.path(), {"train\n", "Ours\n", "4\n", "\n", "\n", "\n", "2\n", "rest\n", "\n"}).status ==
        0);
  const std::string first = read_file(file);
  const std::string own =
      "\nrules:\n  - id: later  # grandma's\n    forbid: lay\n    when: tile.double and "
      "round.lap == 1\n    says: No doubles in the first lap.\n";
  std::ofstream(file, std::ios::app) << own;
  // Enter alone keeps what the file says.
  const Talk kept = talk(folder.path(), {"\n", "4\n", "rest\n", "\n"});
  CHECK(kept.status == 0);
  CHECK(kept.shown.find("family.yaml stays as it is") != std::string::npos);
  CHECK(read_file(file) == first + own);
  const Talk again = talk(folder.path(), {"Ours again\n", "4\n", "9\n", "\n", "6\n", "3\n", "rest\n", "\n"});
  CHECK(again.status == 0);
  const std::string text = read_file(file);
  CHECK(text.ends_with(own));
  CHECK(text.find("name: Ours again\n") != std::string::npos);
  CHECK(text.find("\n  draws: 3\n") != std::string::npos);
  CHECK(text.find("\n  highest: 9\n") != std::string::npos);
  // The sentence above an answer is of that answer, and what was answered is no comment any more.
  CHECK(text.find("At most two tiles may be drawn") > text.find("\n  draws: 3\n"));
  CHECK(text.find("# highest:") == std::string::npos);
  CHECK(lint(folder.path()) == "family.yaml: no findings\n");
  // Ctrl-C leaves it as it is.
  {
    PseudoTerminal terminal({"new", "family.yaml"}, folder.path());
    REQUIRE(terminal.wait_for(prompt));
    terminal.type("\x03");
    CHECK(terminal.finish() == 130);
  }
  CHECK(read_file(file) == text);
  // One with errors is refused.
  std::ofstream(file, std::ios::app) << "nonsense: 1\n";
  PseudoTerminal terminal({"new", "family.yaml"}, folder.path());
  CHECK(terminal.finish() == 3);
}

TEST_CASE("Ctrl-C at any question leaves nothing behind", "[cli]") {
  CHECK(interrupt_each_question("chicken-foot") == 8);
}

TEST_CASE("Ctrl-C at any question of the common game leaves nothing behind", "[.long][long][cli]") {
  CHECK(interrupt_each_question("train") > 20);
}

TEST_CASE("the end of what is typed ends the questions, too", "[cli]") {
  const CommandFolder folder;
  const Talk reported = talk(folder.path(), {"\n", "\x04"});
  CHECK(reported.status == 130);
  CHECK(has_no_file(folder.path()));
}

TEST_CASE("questions keep to a terminal of 60 columns", "[cli]") {
  const CommandFolder folder;
  PseudoTerminal terminal({"new", "family.yaml"}, folder.path(), {60, 24});
  while (terminal.wait_for(prompt)) terminal.type("\n");
  CHECK(terminal.finish() == 0);
  const std::string& shown = terminal.shown();
  // The page of the rulebook at the end is made for 80.
  const std::string questions = shown.substr(0, shown.find("family.yaml is written"));
  std::size_t begin = 0;
  while (begin < questions.size()) {
    const std::size_t end = std::min(questions.find('\n', begin), questions.size());
    const std::string line = questions.substr(begin, end - begin);
    INFO(line);
    CHECK(line.size() <= 60);
    begin = end + 1;
  }
}

}  // namespace roundhouse::tests
