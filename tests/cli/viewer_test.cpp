// roundhouse replay as a full screen, in a terminal that can be read. What is painted is tried without one in
// tests/tools/screen_test.cpp; here it has to arrive.

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"
#include "tests/support/tmux_terminal.h"
#include "tests/support/viewed_game.h"
#include "tools/screen/viewer.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using namespace replay;

const char* const spoiled = "dual/spoiled-example.train";
const char* const many_rounds = "club-double-twelve/thirteen-rounds.train";
const char* const open_page = "? help";

std::string without_blanks(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + "\n";
  }
  return out;
}

std::string text_of(const Screen& screen) {
  std::string text;
  for (int row = 0; row < screen.rows(); ++row) {
    for (int column = 0; column < screen.columns(); ++column) text += screen.at(row, column).text;
    text += "\n";
  }
  return without_blanks(text);
}

/// What is painted after these keys, without a terminal.
std::string expected_screen(const std::string& path, const std::string& keys, TerminalSize size) {
  const ViewedGame game("tests/games/" + path);
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  for (const Key& key : keys_from(keys)) {
    viewer.press(key);
    while (viewer.has_work()) viewer.work();
    viewer.paint(size.lines, size.columns);  // a page is as high as it was painted
  }
  return text_of(viewer.paint(size.lines, size.columns));
}

struct ScreenStep {
  std::string keys;
  std::string shown;
};
struct ScreenScript {
  std::string path;  ///< below tests/games
  std::string seen_by;
  TerminalSize size;
  std::vector<ScreenStep> steps;
};

/// A file of tests/screens, without its letters.
ScreenScript read_screens(const fs::path& file) {
  std::istringstream lines(read_file(file));
  std::string head;
  std::getline(lines, head);
  std::istringstream words(head);
  ScreenScript script;
  std::string size;
  words >> script.path >> size >> script.seen_by;
  script.path = script.path.substr(std::string("tests/games/").size());
  script.size.columns = std::stoi(size.substr(0, size.find('x')));
  script.size.lines = std::stoi(size.substr(size.find('x') + 1));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(">")) script.steps.push_back({line.substr(1), {}});
    if (line.starts_with("|"))
      script.steps.back().shown += line.substr(std::min<std::size_t>(2, line.size())) + "\n";
  }
  return script;
}

TEST_CASE("a terminal shows what is painted, at every key", "[cli][viewer]") {
  int screens = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests" / "screens")) {
    if (entry.path().extension() != ".screen") continue;
    const ScreenScript script = read_screens(entry.path());
    const CommandFolder folder;
    const std::string view = script.seen_by.empty() ? "" : " --view " + script.seen_by;
    TmuxTerminal terminal("roundhouse replay games/" + script.path + view, folder.path(), script.size);
    terminal.wait_until([&](const std::string&) { return terminal.is_full_screen(); });
    for (const ScreenStep& step : script.steps) {
      terminal.press(step.keys);
      const std::string shown = terminal.wait_until(
          [&](const std::string& now) { return without_blanks(now) == without_blanks(step.shown); });
      INFO(entry.path().string() << " " << step.keys);
      CHECK(without_blanks(shown) == without_blanks(step.shown));
      ++screens;
    }
    terminal.press(script.seen_by.empty() ? "escape q q" : "q q");
    terminal.wait_for("ended 0");
  }
  CHECK(screens > 30);
}

TEST_CASE("every key arrives", "[cli][viewer]") {
  const CommandFolder folder;
  const TerminalSize size{100, 30};
  TmuxTerminal terminal(std::string("roundhouse replay games/") + many_rounds, folder.path(), size);
  terminal.wait_for(open_page);
  std::string pressed;
  for (const char* keys : {"l",        "right",       "space",
                           "h",        "left",        "j",
                           "down",     "k",           "up",
                           "n",        "n",           "p",
                           "G",        "g",           "End",
                           "Home",     "]",           "]",
                           "[",        ":11.5 Enter", ":9x backspace backspace Enter",
                           "/covered", "Enter",       "/ Enter",
                           "w",        "PageDown",    "PageUp",
                           "G",        "g",           "j",
                           "k",        "q",           "m",
                           "escape",   "?",           "PageDown",
                           "Enter",    "Ctrl-L",      ":12.1 escape",
                           "x"}) {
    pressed += std::string(" ") + keys;
    terminal.press(keys);
    const std::string wanted = expected_screen(many_rounds, pressed, size);
    const std::string shown =
        terminal.wait_until([&](const std::string& now) { return without_blanks(now) == wanted; });
    INFO(pressed);
    REQUIRE(without_blanks(shown) == wanted);
  }
  terminal.press("q");
  terminal.wait_for("ended 0");
  CHECK_FALSE(terminal.is_full_screen());
}

TEST_CASE("a window that is resized is painted anew", "[cli][viewer]") {
  const CommandFolder folder;
  TmuxTerminal terminal(std::string("roundhouse replay games/") + spoiled, folder.path());
  terminal.wait_for("1 illegal");
  terminal.press("]");
  for (const TerminalSize& size : {TerminalSize{140, 45}, TerminalSize{50, 12}, TerminalSize{28, 8},
                                   TerminalSize{200, 60}, TerminalSize{80, 24}}) {
    terminal.resize(size);
    const std::string wanted = expected_screen(spoiled, "]", size);
    const std::string shown =
        terminal.wait_until([&](const std::string& now) { return without_blanks(now) == wanted; });
    INFO(size.columns << " by " << size.lines);
    CHECK(without_blanks(shown) == wanted);
  }
}

/// SGR sequences that set a colour.
bool has_colours(const std::string& painted) {
  static const std::regex colour("\x1b\\[([0-9]+;)*(3[0-7]|4[0-7]|9[0-7]|38|48)[;m]");
  return std::regex_search(painted, colour);
}

TEST_CASE("what colours say is there without them", "[cli][viewer]") {
  const CommandFolder folder;
  const std::string command = std::string("roundhouse replay games/") + spoiled;
  const std::string wanted = expected_screen(spoiled, "]", {});
  struct Setting {
    const char* environment;
    bool coloured;
  };
  for (const Setting& setting :
       {Setting{"", true}, Setting{"NO_COLOR=1 ", false}, Setting{"TERM=vt100 ", false},
        Setting{"TERM=xterm-256color ", true}, Setting{"TERM=linux ", true}}) {
    INFO(setting.environment);
    TmuxTerminal terminal(setting.environment + command, folder.path());
    terminal.wait_for("1 illegal");
    terminal.press("]");
    const std::string shown =
        terminal.wait_until([&](const std::string& now) { return without_blanks(now) == wanted; });
    CHECK(without_blanks(shown) == wanted);
    CHECK(has_colours(terminal.painted()) == setting.coloured);
    terminal.press("q");
    terminal.wait_for("ended 0");
  }
}

TEST_CASE("a signal that ends the viewer leaves the terminal as it was", "[cli][viewer]") {
  for (const auto& [signal, status] :
       {std::pair{"TERM", 143}, std::pair{"HUP", 129}, std::pair{"INT", 130}, std::pair{"QUIT", 131}}) {
    INFO(signal);
    const CommandFolder folder;
    TmuxTerminal terminal(
        std::string(
            "trap : INT QUIT; stty -g >before; bash -c 'echo $$ >pid; exec roundhouse replay games/") +
            spoiled + "'; s=$?; stty -g >after; cmp before after && echo restored; (exit $s)",
        folder.path());
    terminal.wait_for(open_page);
    CHECK(terminal.is_full_screen());
    ProgramCall call;
    call.folder = folder.path();
    REQUIRE(run_shell(std::string("kill -") + signal + " $(cat pid)", call).status == 0);
    const std::string shown = terminal.wait_for("ended " + std::to_string(status));
    CHECK(shown.find("restored") != std::string::npos);
    CHECK_FALSE(terminal.is_full_screen());
    CHECK(terminal.shows_cursor());
  }
}

TEST_CASE("Ctrl-C ends the viewer, Ctrl-Z lets it wait", "[cli][viewer]") {
  const CommandFolder folder;
  TmuxTerminal terminal("PS1='> ' bash --norc -i", folder.path());
  terminal.wait_for(">");
  terminal.type(std::string("roundhouse replay games/") + spoiled);
  terminal.press("Enter");
  terminal.wait_for("1 illegal");
  terminal.press("]");
  const std::string wanted = expected_screen(spoiled, "]", {});
  const auto is_wanted = [&](const std::string& now) { return without_blanks(now) == wanted; };
  CHECK(is_wanted(terminal.wait_until(is_wanted)));
  terminal.press("Ctrl-Z");
  terminal.wait_for("Stopped");
  CHECK_FALSE(terminal.is_full_screen());
  CHECK(terminal.shows_cursor());
  terminal.type("fg");
  terminal.press("Enter");
  CHECK(is_wanted(terminal.wait_until(is_wanted)));
  CHECK(terminal.is_full_screen());
  terminal.press("w");
  terminal.wait_for("Why: 9.10");
  terminal.press("Ctrl-C");
  terminal.wait_until([&](const std::string&) { return !terminal.is_full_screen(); });
  CHECK_FALSE(terminal.is_full_screen());
  terminal.type("echo status $?");
  terminal.press("Enter");
  terminal.wait_for("status 130");
}

TEST_CASE("a record that cannot be carried on is shown as far as it goes", "[cli][viewer]") {
  const CommandFolder folder;
  std::ofstream(folder.path() / "stuck.train", std::ios::binary)
      << "[variant train]\n[players Ann Ben]\n\nround 12\nAnn: 12-12 12-5\n?\nAnn: 5-3\n";
  TmuxTerminal terminal("roundhouse replay stuck.train", folder.path());
  terminal.wait_for(open_page);
  terminal.press("G");
  terminal.wait_for("The record cannot be carried on from here: what follows cannot be shown.");
  terminal.press("q");
  terminal.wait_for("ended 0");
}

TEST_CASE("a record that is too long to be held is gone through like any other", "[cli][viewer]") {
  constexpr int rounds = 12'000;
  const CommandFolder folder;
  std::ofstream(folder.path() / "long.yaml", std::ios::binary)
      << "roundhouse: 1\nname: A long match\nextends: train\nmatch:\n  games: 60000\n";
  std::ofstream record(folder.path() / "long.train", std::ios::binary);
  record << "[variant long.yaml engine_found=highest-held rounds=19]\n[players Ann Ben]\n";
  for (int round = 0; round < rounds; ++round)
    record << "\nround again\nAnn: 12-12 12-5\nBen: draw draw 12-" << round % 5 << "\n"
           << "# long\n# long\n# long\n# long\n# long\n";
  record.close();
  TmuxTerminal terminal("roundhouse replay long.train", folder.path());
  terminal.wait_for("(1 of 12000)");
  for (const auto& [keys, wanted] :
       {std::pair{"G", "(12000 of 12000)"}, std::pair{"p", "(12000 of 12000)"},
        std::pair{"p", "(11999 of 12000)"}, std::pair{":#6000.2 Enter", "(6000 of 12000)"},
        std::pair{"n", "(6001 of 12000)"}, std::pair{"g", "(1 of 12000)"},
        std::pair{"n n", "(3 of 12000)"}}) {
    terminal.press(keys);
    terminal.wait_for(wanted);
  }
  terminal.press("q");
  terminal.wait_for("ended 0");
}

TEST_CASE("letters that the terminal has not are shown as such", "[cli][viewer]") {
  const CommandFolder folder;
  std::ofstream(folder.path() / "names.train", std::ios::binary)
      << "[variant train]\n[players Jos\u00e9 \u5317\u4eac]\n\nround 12\nJos\u00e9: 12-12 12-5\n";
  {
    TmuxTerminal terminal("roundhouse replay names.train", folder.path());
    terminal.wait_for(">Jos\u00e9");
    terminal.wait_for(" \u5317\u4eac ");
  }
  TmuxTerminal terminal("LC_ALL=C roundhouse replay names.train", folder.path());
  terminal.wait_for(">Jos?");
}

TEST_CASE("without a terminal, or where one is not wanted, steps are printed", "[cli][viewer]") {
  const CommandFolder folder;
  const std::string replay = std::string("roundhouse replay games/") + spoiled + " --at 9.2";
  for (const std::string& command :
       {replay + " | cat", replay + " --plain", replay + " --format text", replay + " --acts",
        replay + " </dev/null", "cat games/" + std::string(spoiled) + " | roundhouse replay - --at 9.2",
        "TERM=dumb " + replay, "TERM=no-such-terminal " + replay, "env -u TERM " + replay}) {
    INFO(command);
    TmuxTerminal terminal(command, folder.path(), {100, 60});
    const std::string shown = terminal.wait_for("ended 0");
    CHECK(shown.find("9.2") != std::string::npos);
    CHECK_FALSE(terminal.is_full_screen());
  }
  TmuxTerminal terminal(replay, folder.path());
  terminal.wait_for("turn 2 of 11");
  CHECK(terminal.is_full_screen());
}

}  // namespace
}  // namespace roundhouse::tests
