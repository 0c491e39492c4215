// Runs tests/cli/*.cli: commands as they are typed, with all that they print and their exit status.
//
//   # what this shows (comments stand before the first command and after a status line)
//   $ roundhouse validate games/dual/worked-example.train
//   > a line that belongs to the command, too
//   what it prints, standard error included
//   ? 0
//
// A file runs in a folder of its own: a copy of tests/cli/<topic>/ if there is one, and of tests/games as
// `games`.

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.h"
#include "tests/golden.h"
#include "tests/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

struct Step {
  std::string comment;  ///< the lines in front of the command, as they stand
  std::string command;
  std::string shown;  ///< the command as it stands in the file
};

struct Script {
  std::vector<Step> steps;
  std::string ending;   ///< comments after the last status
  std::string mistake;  ///< empty when the file has the shape that it should have
};

/// `? 0`: the end of a command's output.
bool is_status(std::string_view line) {
  return line.size() > 2 && line.starts_with("? ") &&
         line.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

Script read_script(std::string_view text) {
  Script script;
  enum { before, command, output } where = before;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (where == command && line.starts_with("> ")) {
      script.steps.back().command += "\n" + line.substr(2);
      script.steps.back().shown += line + "\n";
      continue;
    }
    if (where != before) {
      where = is_status(line) ? before : output;
      continue;
    }
    if (line.starts_with("$ ")) {
      script.steps.push_back({script.ending, line.substr(2), line + "\n"});
      script.ending.clear();
      where = command;
    } else if (line.empty() || line.starts_with("#")) {
      script.ending += line + "\n";
    } else {
      script.mistake = "line " + std::to_string(number) + " is no command, comment or status: " + line;
      return script;
    }
  }
  if (where != before && !updating_goldens()) script.mistake = "the last command has no status line";
  if (script.steps.empty()) script.mistake = "there is no command";
  return script;
}

/// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "roundhouse-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The script with what the commands really print.
std::string perform(const Script& script, const fs::path& folder) {
  std::string out;
  for (const Step& step : script.steps) {
    ProgramCall call;
    call.folder = folder;
    call.merge_errors = true;
    const ProgramResult result = run_shell(step.command, call);
    out += step.comment + step.shown + result.output;
    if (!result.output.empty() && result.output.back() != '\n') out += '\n';
    if (result.timed_out) {
      out += "(took too long)\n";
    } else if (result.signal != 0) {
      out += "(ended by signal " + std::to_string(result.signal) + ")\n";
    }
    out += "? " + std::to_string(std::max(result.status, 0)) + "\n";
  }
  return out + script.ending;
}

TEST_CASE("commands print what their scripts show", "[cli]") {
  const fs::path scripts = source_folder() / "tests" / "cli";
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(scripts)) {
    if (entry.path().extension() == ".cli") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(!files.empty());
  for (const fs::path& file : files) {
    INFO(file.filename().string());
    const Script script = read_script(read_file(file));
    CHECK(script.mistake == "");
    if (!script.mistake.empty()) continue;

    const TemporaryFolder folder;
    const auto whole = fs::copy_options::recursive | fs::copy_options::overwrite_existing;
    fs::path fixtures = file;
    fixtures.replace_extension();
    if (fs::is_directory(fixtures)) fs::copy(fixtures, folder.path(), whole);
    if (const fs::path games = source_folder() / "tests" / "games"; fs::is_directory(games)) {
      fs::copy(games, folder.path() / "games", whole);
    }
    CHECK(golden_difference(file, perform(script, folder.path())) == "");
  }
}

TEST_CASE("a script without its shape is refused", "[cli]") {
  CHECK(read_script("").mistake == "there is no command");
  CHECK(read_script("hello\n").mistake == "line 1 is no command, comment or status: hello");
  CHECK(read_script("$ true\n? 0\n? 0\n").mistake == "line 3 is no command, comment or status: ? 0");
  const Script script = read_script("# why\n$ cat <<X\n> ?\n> X\n?\n? 0\n\n# end\n");
  CHECK(script.mistake == "");
  REQUIRE(script.steps.size() == 1);
  CHECK(script.steps[0].command == "cat <<X\n?\nX");
  CHECK(script.ending == "\n# end\n");
}

TEST_CASE("a run keeps what a program does", "[cli]") {
  ProgramCall call;
  call.input = "one\n";
  call.environment = {{"WORD", "two"}};
  call.arguments = {"three"};
  const ProgramResult spoken = run_shell("cat; echo $WORD; echo $1 >&2; exit 5", call);
  CHECK(spoken.output == "one\ntwo\n");
  CHECK(spoken.errors == "three\n");
  CHECK(spoken.status == 5);
  CHECK(spoken.signal == 0);

  call.seconds = 0.2;
  const ProgramResult slow = run_shell("sleep 30 & wait", call);
  CHECK(slow.timed_out);
  CHECK(slow.seconds < 10);

  const ProgramResult killed = run_shell("kill -TERM $$", ProgramCall{});
  CHECK(killed.signal == 15);
  CHECK(killed.status == -1);
}

}  // namespace
}  // namespace roundhouse::tests
