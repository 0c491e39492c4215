// roundhouse play from outside: whole games by scripts, games that are killed and gone on with, people who
// share a screen, and input that nobody would type.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "engine/random.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/pseudo_terminal.h"
#include "tests/support/run_program.h"
#include "tests/support/tmux_terminal.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line + "\n";
  return text;
}

ProgramResult play(const fs::path& folder, const std::vector<std::string>& arguments,
                   const std::string& input) {
  ProgramCall call;
  call.arguments = arguments;
  call.arguments.insert(call.arguments.begin(), "play");
  call.input = input;
  call.folder = folder;
  call.merge_errors = true;
  return run_program(call);
}

std::string verdict(const fs::path& folder, const std::string& file) {
  ProgramCall call;
  call.arguments = {"validate", file};
  call.folder = folder;
  const ProgramResult result = run_program(call);
  return result.output + result.errors;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

int count(const std::string& text, const std::string& form) {
  const std::regex wanted(form);
  return static_cast<int>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), wanted), std::sregex_iterator()));
}

/// Tiles that were shown as laid, drawn or taken.
int acts_shown(const std::string& output) {
  return count(output, " (lays|starts|puts) [^.]*\\.") +
         count(output, " draws (a tile|the [0-9]+-[0-9]+)\\.") + count(output, " has to take ");
}

/// The same by the record's turns.
int acts_kept(const std::string& record) {
  int acts = 0;
  for (const std::string& line : lines_of(record)) {
    if (line.starts_with("engine ")) ++acts;
    if (!std::regex_search(line, std::regex("^(Ann|Ben|Cleo|Dan):"))) continue;
    acts += count(line, "[0-9]+-[0-9]+") - count(line, "\\^[0-9]+-[0-9]+");
  }
  return acts;
}

const std::vector<std::string> small_game{
    "train",  "--set", "highest=6", "--set",  "deal=5", "--seats", "Ann,planner,Cleo,greedy",
    "--seed", "3",     "--record",  "a.train"};
/// More than its longest game asks for.
constexpr int enough = 3'000;

/// Killed again and again and gone on with each time; at last it is the game that it would have been.
void kill_and_go_on(const fs::path& folder, int times) {
  std::ofstream(folder / "moves") << repeated("do", enough);
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(play(folder, small_game, repeated("do", enough)).status == 0);
  // On a quick machine the game is over in some twentieths of a second, on a busy one in seconds.
  const std::chrono::duration<double> whole_takes = std::chrono::steady_clock::now() - begin;
  const std::string whole = read_file(folder / "a.train");
  engine::Random random(17);
  int kills = 0;
  int games = 0;
  int reported = 0;
  while (kills < times) {
    fs::remove(folder / "a.train");
    ++games;
    REQUIRE(games < 20 * times);
    std::string start = "play";
    for (const std::string& word : small_game) start += " " + word;
    bool is_over = false;
    for (bool is_new = true; !is_over && kills < times; is_new = false) {
      const int before = is_new ? 0 : acts_kept(read_file(folder / "a.train"));
      ProgramCall call;
      call.folder = folder;
      const std::string run = is_new ? start : "play --resume a.train";
      // Killed before it opens its output, the shell would leave what the run before has printed.
      fs::remove(folder / "out");
      const double seconds = whole_takes.count() * static_cast<double>(random.below(1000)) / 1000;
      const ProgramResult result =
          run_shell("roundhouse " + run + " <moves >out & pid=$!; sleep " + std::to_string(seconds) +
                        "; kill -9 $pid 2>/dev/null; wait $pid; echo $?",
                    call);
      is_over = result.output == "0\n";
      const std::string output = fs::exists(folder / "out") ? read_file(folder / "out") : "";
      // Too early for a file, so nothing was printed of any act.
      if (!fs::exists(folder / "a.train")) {
        CHECK(acts_shown(output) == 0);
        break;
      }
      if (!is_over) ++kills;
      const std::string kept = read_file(folder / "a.train");
      INFO(output);
      INFO(kept);
      reported += acts_shown(output);
      CHECK(before + acts_shown(output) <= acts_kept(kept));
    }
    if (!fs::exists(folder / "a.train")) continue;
    const ProgramResult last = play(folder, {"--resume", "a.train"}, repeated("do", enough));
    INFO(last.output);
    CHECK(last.status == 0);
    CHECK(read_file(folder / "a.train") == whole);
  }
  CHECK(reported > times);
  // Nothing half-written is left beside it.
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    CHECK(entry.path().filename().string().find(".part") == std::string::npos);
}

}  // namespace

TEST_CASE("a whole game of people and computers by a script is a legal record", "[cli][play]") {
  const CommandFolder folder;
  const ProgramResult once = play(folder.path(), small_game, repeated("do", enough));
  CHECK(once.status == 0);
  CHECK(once.output.find("The game is over. Its record is a.train\n") != std::string::npos);
  const std::string record = read_file(folder.path() / "a.train");
  CHECK(record.find("# --seats Ann,planner,Cleo,greedy\n") != std::string::npos);
  CHECK(verdict(folder.path(), "a.train") == "a.train: legal\n");
  // Every act that is printed is in the record.
  CHECK(acts_shown(once.output) == acts_kept(record));

  // The same seed and the same moves are the same bytes; another seed is another game.
  std::vector<std::string> again = small_game;
  again.back() = "b.train";
  CHECK(play(folder.path(), again, repeated("do", enough)).status == 0);
  CHECK(read_file(folder.path() / "b.train") == record);
  again.back() = "c.train";
  again[8] = "4";
  CHECK(play(folder.path(), again, repeated("do", enough)).status == 0);
  CHECK(read_file(folder.path() / "c.train") != record);

  // The sheet at its end is that of the record.
  ProgramCall score;
  score.arguments = {"score", "a.train"};
  score.folder = folder.path();
  CHECK(once.output.find(run_program(score).output) != std::string::npos);

  // There is nothing to go on with, and no second game in its place.
  CHECK(play(folder.path(), {"--resume", "a.train"}, "").status == 0);
  CHECK(play(folder.path(), small_game, "").status == 2);
  CHECK(read_file(folder.path() / "a.train") == record);
}

TEST_CASE("a game that ends with its input goes on as if it had not", "[cli][play]") {
  const CommandFolder folder;
  REQUIRE(play(folder.path(), small_game, repeated("do", enough)).status == 0);
  const std::string whole = read_file(folder.path() / "a.train");
  for (const int lines : {0, 1, 2, 7, 33, 60}) {
    fs::remove(folder.path() / "a.train");
    const ProgramResult first = play(folder.path(), small_game, repeated("do", lines));
    CHECK(first.status == 0);
    INFO(first.output);
    CHECK(first.output.find("roundhouse play --resume a.train goes on with it.\n") != std::string::npos);
    CHECK(whole.starts_with(read_file(folder.path() / "a.train").substr(0, 300)));
    // Many short sittings, then a long one.
    for (int sitting = 0; sitting < 3; ++sitting)
      CHECK(play(folder.path(), {"--resume", "a.train"}, "do\ndo\nquit\ndo\n").status == 0);
    CHECK(play(folder.path(), {"--resume", "a.train"}, repeated("do", enough)).status == 0);
    CHECK(read_file(folder.path() / "a.train") == whole);
  }
}

TEST_CASE("a game that is killed has lost nothing that was shown", "[cli][play]") {
  const CommandFolder folder;
  kill_and_go_on(folder.path(), 30);
}

TEST_CASE("a game that is killed two hundred times has lost nothing that was shown", "[cli][play][.long]") {
  const CommandFolder folder;
  kill_and_go_on(folder.path(), 200);
}

TEST_CASE("nobody at the table is shown the tiles of others", "[cli][play]") {
  const CommandFolder folder;
  const ProgramResult game = play(folder.path(), small_game, repeated("do", enough));
  const std::regex hand("^[> ] (Ann|Ben|Cleo|Dan) +[0-9]+ tiles?:(.*)$");
  const std::regex draw("(Ann|Ben|Cleo|Dan) (?:draws|has to take) the ");
  std::string viewer;
  int hands = 0;
  int draws = 0;
  for (const std::string& line : lines_of(game.output)) {
    if (line.starts_with("Pass the screen to ")) viewer = line.substr(19, line.find(',') - 19);
    std::smatch found;
    if (std::regex_search(line, found, hand) && found[1] != viewer) {
      ++hands;
      CHECK(found[2].str().find('-') == std::string::npos);
    }
    if (std::regex_search(line, found, draw)) {
      ++draws;
      INFO(line);
      CHECK(found[1] == viewer);
    }
  }
  CHECK(hands > 100);
  CHECK(draws > 5);
}

TEST_CASE("after a round a person is shown what might have been played better", "[cli][play]") {
  const CommandFolder folder;
  // Ann lays whatever fits, wherever; what does not is refused and changes nothing.
  std::vector<std::string> lays;
  for (int high = 0; high <= 6; ++high)
    for (int low = 0; low <= high; ++low)
      for (const char* place : {">Ann", ">mexican", ">Ben", ">Cleo", ">Dan", ""})
        lays.push_back(std::to_string(high) + "-" + std::to_string(low) + place + "\n");
  engine::Random random(3);
  std::string moves;
  for (int i = 0; i < 250; ++i) {
    for (std::size_t k = lays.size(); k > 1; --k)
      std::swap(lays[k - 1], lays[random.below(static_cast<std::uint32_t>(k))]);
    for (const std::string& lay : lays) moves += lay;
    moves += "draw\npass\n";
  }
  std::vector<std::string> game = small_game;
  game[6] = "Ann,planner,greedy,greedy";
  REQUIRE(small_game[6] == "Ann,planner,Cleo,greedy");
  const ProgramResult played = play(folder.path(), game, moves);
  REQUIRE(played.status == 0);
  const std::regex better(
      "Ann might have played better:\n( +turn [0-9]+: [0-9]-[0-9][^ ]* instead of [0-9]-[0-9]"
      "[^ ]*, by about [0-9]+ points\\.\n){1,3}");
  CHECK(std::regex_search(played.output, better));
  // Of the computers nothing is said.
  CHECK(count(played.output, "(Ben|Cleo|Dan) might have") == 0);
  // The same by the review of the whole record.
  ProgramCall call;
  call.arguments = {"replay", "a.train", "--plain", "--review", "--view", "Ann"};
  call.folder = folder.path();
  const std::string reviewed = run_program(call).output;
  CHECK(count(reviewed, "Better: ") >= count(played.output, " instead of "));
}

TEST_CASE("what nobody would type changes nothing", "[cli][play]") {
  const CommandFolder folder;
  std::string hostile;
  hostile += std::string("\0\x01\x02\xff\xfe\x1b[2J\n", 10);
  hostile += std::string(100'000, 'x') + "\n" + std::string(100'000, '\xff') + "\n";
  hostile +=
      "why\nwhy why\nwhy 9-3>>\nundo\nundo undo\n\n\n   \n:\n::\nAnn:\nreferee:\nBen: draw\nCleo: draw\n";
  hostile += "9:\n>\n>>\n9-3>Ann^\n6-6>^99999999999\n99-99\n12-12\n-1--1\ndraw draw draw\ndraw(3-3)\npass\n";
  hostile +=
      "round 4\nover\nscore Ann 3\nredeal\nhand Ann: 3-3\nclaim Ben 6.1 \"x\"\n[seed 3]\n# x\nengine 3-3\n";
  hostile += "challenge\nchallenge Ann\nchallenge nobody\nknock\nfine Ann 20\nmark\nnomark\n...\nleft Ann:\n";
  hostile += "hint\ntable\nhand\nscore\nhelp\n?\nlegal\n? ?\n--help\n\xe2\x80\xae\n";
  hostile += "6-6=9>Ann \"late\n\"\n((((((((((\n" + repeated("(", 200);
  const ProgramResult game = play(folder.path(), small_game, hostile);
  INFO(game.output);
  CHECK(game.status == 0);
  CHECK(game.output.find('\x1b') == std::string::npos);
  CHECK(game.output.find("That line is longer than 4096 bytes") != std::string::npos);
  const std::string kept = read_file(folder.path() / "a.train");
  CHECK(verdict(folder.path(), "a.train") == "a.train: legal\n");
  CHECK(play(folder.path(), {"--resume", "a.train"}, hostile).status == 0);
  // A file that ends in the midst of a line, and one that never ends one.
  CHECK(play(folder.path(), {"--resume", "a.train"}, "do\nd").status == 0);
  CHECK(play(folder.path(), {"--resume", "a.train"}, std::string(3'000'000, 'z')).status == 0);
  CHECK(verdict(folder.path(), "a.train") == "a.train: legal\n");
  CHECK(play(folder.path(), {"--resume", "a.train"}, repeated("do", enough)).status == 0);
  CHECK(verdict(folder.path(), "a.train") == "a.train: legal\n");
}

TEST_CASE("what a file cannot be gone on with is said", "[cli][play]") {
  const CommandFolder folder;
  REQUIRE(play(folder.path(), small_game, repeated("do", 20)).status == 0);
  const std::string kept = read_file(folder.path() / "a.train");
  const auto status_of = [&](const std::string& text) {
    std::ofstream(folder.path() / "b.train") << text;
    const ProgramResult result = play(folder.path(), {"--resume", "b.train"}, repeated("do", enough));
    INFO(result.output);
    CHECK(result.output.find("help:") != std::string::npos);
    CHECK(read_file(folder.path() / "b.train") == text);
    return result.status;
  };
  std::string other = kept;
  other.erase(other.find("# --seats"), other.find("\n[players") - other.find("# --seats") + 1);
  CHECK(status_of(other) == 2);
  other = kept;
  other.erase(other.find("[seed 3]\n"), 9);
  CHECK(status_of(other) == 1);
  CHECK(status_of(kept + "left Ann: 3-3\n") == 1);
  CHECK(play(folder.path(), {"--resume", "nowhere.train"}, "").status == 3);
  CHECK(play(folder.path(), {"--resume", "-"}, "").status == 2);
  CHECK(play(folder.path(), {"train", "--record", "nowhere/a.train"}, "").status == 3);
}

TEST_CASE("an act is taken back where the others agree", "[cli][play]") {
  const CommandFolder folder;
  std::vector<std::string> call = small_game;
  const ProgramResult game = play(folder.path(), call, "do\nundo\nno\nundo\nmaybe\nquit\n");
  INFO(game.output);
  CHECK(game.status == 0);
  // Taken back before the first turn of somebody else, it is as if nothing had been.
  call.back() = "b.train";
  const ProgramResult taken = play(folder.path(), call, "hint\ndo\ndo\nundo Ann\nyes\nquit\n");
  INFO(taken.output);
  CHECK(taken.output.find("Cleo: may Ann take back the 6-0") != std::string::npos);
  CHECK(read_file(folder.path() / "b.train").find(" took back ") != std::string::npos);
  CHECK(verdict(folder.path(), "b.train") == "b.train: legal\n");
  CHECK(play(folder.path(), {"--resume", "b.train"}, repeated("do", enough)).status == 0);
  CHECK(verdict(folder.path(), "b.train") == "b.train: legal\n");
}

TEST_CASE("people who share a terminal do not see what was on it", "[cli][play]") {
  const CommandFolder folder;
  TmuxTerminal terminal("roundhouse play train --seats Ann,Ben --seed 5 --record a.train --plain",
                        folder.path(), {100, 34});
  const auto has = [](const std::string& screen, const std::string& text) {
    return screen.find(text) != std::string::npos;
  };
  const auto waits = [](std::string screen) {
    while (!screen.empty() && (screen.back() == '\n' || screen.back() == ' ')) screen.pop_back();
    return screen.ends_with("Ann>") || screen.ends_with("Ben>");
  };
  for (int turn = 0; turn < 4; ++turn) {
    const std::string page = terminal.wait_for("press Enter.");
    const std::string next = has(page, "Pass the screen to Ann") ? "Ben" : "Ann";
    CHECK(!has(page, "tiles"));
    CHECK(!has(page, "lays"));
    terminal.press("Enter");
    const std::string call = "Pass the screen to " + next;
    for (;;) {
      const std::string now =
          terminal.wait_until([&](const std::string& screen) { return waits(screen) || has(screen, call); });
      REQUIRE((waits(now) || has(now, call)));
      if (has(now, call)) break;
      terminal.type("do");
      terminal.press("Enter");
    }
  }
  terminal.press("Ctrl-C");
  CHECK(has(terminal.wait_for("ended 130"), "goes on with it."));
}

TEST_CASE("a game is played on a full screen with arrow keys and typed words", "[cli][play]") {
  const CommandFolder folder;
  const std::string command =
      "roundhouse play club-double-twelve --seats Ann,planner,Cleo,planner --seed 5 --pace 1 "
      "--record a.train";
  {
    TmuxTerminal terminal(command, folder.path(), {100, 34});
    const std::string page = terminal.wait_for("Pass the screen to ");
    CHECK(terminal.is_full_screen());
    CHECK(page.find("tiles") == std::string::npos);
    terminal.press("Enter");
    const std::string asked = terminal.wait_for("\nAnn>");
    CHECK(asked.find("Ann's hand  fits: ") != std::string::npos);
    CHECK(asked.find("Ben       14 tiles") != std::string::npos);
    terminal.type("h");
    terminal.wait_for("The planner would do: ");
    // Enter alone plays nothing.
    terminal.press("Enter");
    terminal.wait_for("It is Ann's turn.");
    terminal.press("right");
    terminal.wait_for(">12-4");
    terminal.press("right");
    terminal.wait_for(">12-11");
    terminal.press("Enter");
    // The screen goes to Cleo, and nothing of Ann's is on it.
    const std::string passed = terminal.wait_for("Pass the screen to Cleo");
    CHECK(passed.find("11-11") == std::string::npos);
    CHECK(passed.find("Ann starts") == std::string::npos);
    terminal.press("Enter");
    CHECK(terminal.wait_for("\nCleo>").find("Ann starts Ann's train with the 12-11.") != std::string::npos);
    terminal.resize({60, 12});
    terminal.wait_for("\nCleo>");
    terminal.type("q");
    const std::string left = terminal.wait_for("ended 0");
    CHECK(left.find("roundhouse play --resume a.train goes on with it.") != std::string::npos);
  }
  const std::string kept = read_file(folder.path() / "a.train");
  CHECK(kept.find("\nAnn: 12-12 12-11\n") != std::string::npos);
  {
    TmuxTerminal terminal("roundhouse play --resume a.train", folder.path(), {100, 34});
    terminal.wait_for("Pass the screen to Cleo");
    terminal.press("Ctrl-C");
    terminal.wait_for("ended 130");
  }
  CHECK(read_file(folder.path() / "a.train") == kept);
}

TEST_CASE("Ctrl-C keeps the game and says how it goes on", "[cli][play]") {
  const CommandFolder folder;
  PseudoTerminal terminal({"play", "train", "--seed", "5", "--record", "a.train", "--plain"}, folder.path());
  REQUIRE(terminal.wait_for("Ann> "));
  terminal.type("\x03");
  CHECK(terminal.finish() == 130);
  CHECK(terminal.shown().find("roundhouse play --resume a.train goes on with it.") != std::string::npos);
  CHECK(fs::exists(folder.path() / "a.train"));
}

}  // namespace roundhouse::tests
