// Runs tests/cli/*.cli, each in a folder of its own with the files of tests/cli/<topic>/ if there are any.

#include <algorithm>
#include <filesystem>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

constexpr ScriptShape shape = ScriptShape::with_status;

TEST_CASE("commands print what their scripts show", "[cli]") {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests" / "cli")) {
    if (entry.path().extension() == ".cli") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(!files.empty());
  for (const fs::path& file : files) {
    INFO(file.filename().string());
    const Script script = read_script(read_file(file), shape);
    CHECK(script.mistake == "");
    if (!script.mistake.empty()) continue;

    const CommandFolder folder;
    fs::path fixtures = file;
    fixtures.replace_extension();
    if (fs::is_directory(fixtures)) fs::copy(fixtures, folder.path(), fs::copy_options::recursive);
    CHECK(golden_difference(file, perform(script, shape, folder.path())) == "");
  }
}

TEST_CASE("a script without its shape is refused", "[cli]") {
  CHECK(read_script("", shape).mistake == "there is no command");
  CHECK(read_script("hello\n", shape).mistake == "line 1 is no command, comment or status: hello");
  CHECK(read_script("$ true\n? 0\n? 0\n", shape).mistake == "line 3 is no command, comment or status: ? 0");
  const Script script = read_script("# why\n$ cat <<X\n> ?\n> X\n?\n? 0\n\n# end\n", shape);
  CHECK(script.mistake == "");
  REQUIRE(script.steps.size() == 1);
  CHECK(script.steps[0].command == "cat <<X\n?\nX");
  CHECK(script.ending == "\n# end\n");
}

TEST_CASE("a script is performed as a shell would", "[cli]") {
  const CommandFolder folder;
  const Script script = read_script("$ echo a >f; cat f\n? 0\n# then\n$ cat f g\n? 0\n", shape);
  CHECK(perform(script, shape, folder.path()) ==
        "$ echo a >f; cat f\na\n? 0\n# then\n$ cat f g\na\ncat: g: No such file or directory\n? 1\n");
  const Script shown = read_script("$ echo b\nwrong\n\n$ echo c; false\n", ScriptShape::in_document);
  CHECK(perform(shown, ScriptShape::in_document, folder.path()) == "$ echo b\nb\n\n$ echo c; false\nc\n");
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
