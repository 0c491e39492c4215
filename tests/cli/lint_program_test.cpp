// What `lint` does to files and terminals: mending them, watching them, and the forms for other programs.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/pseudo_terminal.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using LogJson = nlohmann::json;

const std::string spoilt_rules =
    "roundhouse: 1\nname: Ours\nextends: train\noptions:\n  double_blnk: 50\nrules:\n  - id: a\n    forbid: "
    "draw\n"
    "    when: turn.laid = 1\n    says: No.\n";
const std::string mended_rules =
    "roundhouse: 1\nname: Ours\nextends: train\noptions:\n  double_blank: 50\nrules:\n  - id: a\n    forbid: "
    "draw\n"
    "    when: turn.laid == 1\n    says: No.\n";

void put_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
}

ProgramResult lint(const fs::path& folder, std::vector<std::string> arguments) {
  ProgramCall call;
  call.arguments = std::move(arguments);
  call.arguments.insert(call.arguments.begin(), "lint");
  call.folder = folder;
  return run_program(call);
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename() != "games") names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("--fix mends the file, keeps its mode, and says what it did", "[cli][lint]") {
  const CommandFolder folder;
  const fs::path file = folder.path() / "family.yaml";
  put_file(file, spoilt_rules);
  REQUIRE(chmod(file.c_str(), 0640) == 0);
  const ProgramResult result = lint(folder.path(), {"--fix", "family.yaml"});
  CHECK(result.status == 0);
  CHECK(result.output.find("mended in family.yaml: error[single-equals]") != std::string::npos);
  CHECK(result.output.find("family.yaml: no findings\n") != std::string::npos);
  CHECK(read_file(file) == mended_rules);
  struct stat now {};
  REQUIRE(stat(file.c_str(), &now) == 0);
  CHECK((now.st_mode & 07777) == 0640);
  CHECK(files_in(folder.path()) == std::vector<std::string>{"family.yaml"});
  CHECK(lint(folder.path(), {"--fix", "family.yaml"}).output == "family.yaml: no findings\n");
}

TEST_CASE("--fix mends what a link leads to, and the link stays", "[cli][lint]") {
  const CommandFolder folder;
  fs::create_directory(folder.path() / "below");
  put_file(folder.path() / "below/house.yaml", spoilt_rules);
  fs::create_symlink("below/house.yaml", folder.path() / "family.yaml");
  CHECK(lint(folder.path(), {"--fix", "family.yaml"}).status == 0);
  CHECK(fs::is_symlink(folder.path() / "family.yaml"));
  CHECK(read_file(folder.path() / "below/house.yaml") == mended_rules);
}

TEST_CASE("--fix writes no bundled variant, no standard input and no file that may not be written",
          "[cli][lint]") {
  const CommandFolder folder;
  CHECK(lint(folder.path(), {"--fix", "train"}).status == 3);
  CHECK(lint(folder.path(), {"--fix", "-"}).status == 3);
  CHECK(lint(folder.path(), {"--fix", "absent.yaml"}).status == 3);
  const fs::path file = folder.path() / "family.yaml";
  put_file(file, spoilt_rules);
  REQUIRE(chmod(file.c_str(), 0444) == 0);
  if (geteuid() != 0) {
    const ProgramResult result = lint(folder.path(), {"--fix", "family.yaml"});
    CHECK(result.status == 3);
    CHECK(result.errors.find("cannot be written") != std::string::npos);
    CHECK(read_file(file) == spoilt_rules);
  }
}

TEST_CASE("--diff shows what --fix would do, and patch does the same with it", "[cli][lint]") {
  const CommandFolder folder;
  put_file(folder.path() / "family.yaml", spoilt_rules);
  const ProgramResult diff = lint(folder.path(), {"--diff", "family.yaml"});
  CHECK(read_file(folder.path() / "family.yaml") == spoilt_rules);
  CHECK(diff.status == 1);
  CHECK(lint(folder.path(), {"--fix", "--dry-run", "family.yaml"}).output == diff.output);
  CHECK(diff.output ==
        "--- family.yaml\n+++ family.yaml\n@@ -2,9 +2,9 @@\n name: Ours\n extends: train\n options:\n"
        "-  double_blnk: 50\n+  double_blank: 50\n rules:\n   - id: a\n     forbid: draw\n"
        "-    when: turn.laid = 1\n+    when: turn.laid == 1\n     says: No.\n");
}

TEST_CASE("a program that is killed while it mends leaves the file whole, two hundred times", "[cli][lint]") {
  const CommandFolder folder;
  const fs::path file = folder.path() / "family.yaml";
  // Large, so that writing it takes a while.
  std::string filler;
  for (int i = 0; i < 800; ++i) filler += "# " + std::to_string(i) + " is a line of a long comment\n";
  std::size_t done = 0;
  std::size_t kept = 0;
  ProgramCall call;
  call.folder = folder.path();
  put_file(file, spoilt_rules + filler);
  const auto begin = std::chrono::steady_clock::now();
  call.arguments = {"lint", "--fix", "family.yaml"};
  REQUIRE(run_program(call).status == 0);
  const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (int i = 0; i < 200; ++i) {
    put_file(file, spoilt_rules + filler);
    // Moments all over its course, and past its end.
    call.seconds = whole * (0.3 + 1.5 * i / 200.0);
    run_program(call);
    const std::string now = read_file(file);
    const bool is_old = now == spoilt_rules + filler;
    const bool is_new = now == mended_rules + filler;
    INFO("killed after " << call.seconds << " s");
    REQUIRE((is_old || is_new));
    ++(is_new ? done : kept);
  }
  // Some on either side, or nothing was shown.
  CHECK(kept > 0);
  CHECK(done + kept == 200);
  call.seconds = 60;
  REQUIRE(run_program(call).status == 0);
  CHECK(read_file(file) == mended_rules + filler);
}

TEST_CASE("a log of SARIF has what the standard demands", "[cli][lint]") {
  const CommandFolder folder;
  put_file(folder.path() / "fa mily\u00E9.yaml", spoilt_rules);
  put_file(folder.path() / "good.yaml", mended_rules);
  const ProgramResult result =
      lint(folder.path(), {"--format", "sarif", "fa mily\u00E9.yaml", "good.yaml", "absent.yaml"});
  CHECK(result.status == 3);
  const LogJson log = LogJson::parse(result.output);
  CHECK(log["version"] == "2.1.0");
  CHECK(log["$schema"].get<std::string>().find("sarif-schema-2.1.0.json") != std::string::npos);
  REQUIRE(log["runs"].size() == 1);
  const LogJson& run = log["runs"][0];
  const LogJson& driver = run["tool"]["driver"];
  CHECK(driver["name"] == "roundhouse");
  CHECK(run["columnKind"] == "unicodeCodePoints");
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
  REQUIRE(run["results"].size() == 3);
  for (const LogJson& rule : driver["rules"]) {
    CHECK_FALSE(rule["id"].get<std::string>().empty());
    CHECK_FALSE(rule["shortDescription"]["text"].get<std::string>().empty());
    CHECK_FALSE(rule["help"]["text"].get<std::string>().empty());
  }
  for (const LogJson& found : run["results"]) {
    const std::size_t index = found["ruleIndex"];
    REQUIRE(index < driver["rules"].size());
    CHECK(driver["rules"][index]["id"] == found["ruleId"]);
    CHECK_FALSE(found["message"]["text"].get<std::string>().empty());
    const std::string level = found["level"];
    CHECK((level == "error" || level == "warning" || level == "note"));
    REQUIRE(found["locations"].size() == 1);
    const LogJson& place = found["locations"][0]["physicalLocation"];
    const std::string uri = place["artifactLocation"]["uri"];
    CHECK(uri.find(' ') == std::string::npos);
    if (found["ruleId"] == "cannot-read") {
      CHECK(uri == "absent.yaml");
      continue;
    }
    CHECK(uri == "fa%20mily%C3%A9.yaml");
    const LogJson& region = place["region"];
    CHECK(region["startLine"].get<int>() >= 1);
    CHECK(region["startColumn"].get<int>() >= 1);
    CHECK(region["endLine"].get<int>() >= region["startLine"].get<int>());
  }
  // One of them in full: where, and the fix.
  for (const LogJson& found : run["results"]) {
    if (found["ruleId"] != "unknown-option") continue;
    const LogJson expected{{"startLine", 5}, {"startColumn", 3}, {"endLine", 5}, {"endColumn", 14}};
    CHECK(found["locations"][0]["physicalLocation"]["region"] == expected);
    REQUIRE(found["fixes"].size() == 1);
    const LogJson& change = found["fixes"][0]["artifactChanges"][0];
    CHECK(change["replacements"][0]["deletedRegion"] == expected);
    CHECK(change["replacements"][0]["insertedContent"]["text"] == "double_blank");
  }
}

TEST_CASE("sentences keep to the width that is wished, or to the terminal's", "[cli][lint]") {
  const CommandFolder folder;
  put_file(folder.path() / "family.yaml", spoilt_rules + "facts:\n  seen: { of: nobody, is: bool }\n");
  const auto widest = [](const std::string& text) {
    std::size_t most = 0;
    std::size_t at = 0;
    for (const char c : text) most = std::max(most, c == '\n' ? at = 0 : ++at);
    return most;
  };
  const ProgramResult narrow = lint(folder.path(), {"--width", "40", "family.yaml"});
  CHECK(widest(narrow.output) <= 40);
  CHECK(widest(lint(folder.path(), {"family.yaml"}).output) > 60);
  PseudoTerminal terminal({"lint", "--color", "never", "family.yaml"}, folder.path(), {40, 24});
  CHECK(terminal.finish() == 1);
  CHECK(terminal.shown() == narrow.output);
}

TEST_CASE("colour is for terminals, unless it is wished or refused", "[cli][lint]") {
  const CommandFolder folder;
  put_file(folder.path() / "family.yaml", spoilt_rules);
  const auto coloured = [](const std::string& text) { return text.find('\x1b') != std::string::npos; };
  CHECK_FALSE(coloured(lint(folder.path(), {"family.yaml"}).output));
  CHECK(coloured(lint(folder.path(), {"--color", "always", "family.yaml"}).output));
  const auto on_terminal = [&](std::vector<std::string> arguments,
                               const std::vector<std::pair<std::string, std::string>>& environment) {
    arguments.insert(arguments.begin(), "lint");
    PseudoTerminal terminal(arguments, folder.path(), {}, environment);
    terminal.finish();
    return coloured(terminal.shown());
  };
  CHECK(on_terminal({"family.yaml"}, {}));
  CHECK_FALSE(on_terminal({"--color", "never", "family.yaml"}, {}));
  CHECK_FALSE(on_terminal({"family.yaml"}, {{"NO_COLOR", "1"}}));
  CHECK_FALSE(on_terminal({"family.yaml"}, {{"CLICOLOR", "0"}}));
  CHECK(on_terminal({"family.yaml"}, {{"CLICOLOR", "1"}}));
  CHECK(on_terminal({"--color", "always", "family.yaml"}, {{"NO_COLOR", "1"}}));
}

TEST_CASE("--watch looks again when a file or its parent changes, until Ctrl-C", "[cli][lint]") {
  const CommandFolder folder;
  put_file(folder.path() / "family.yaml", "roundhouse: 1\nname: Ours\nextends: ./club.yaml\n");
  PseudoTerminal terminal({"lint", "--watch", "--color", "never", "family.yaml"}, folder.path());
  REQUIRE(terminal.wait_for("1 error in family.yaml\n\n"));
  // A parent that was not there comes, is spoilt, and is mended.
  put_file(folder.path() / "club.yaml", "roundhouse: 1\nname: Club\nextends: train\n");
  REQUIRE(terminal.wait_for("family.yaml: no findings\n"));
  put_file(folder.path() / "club.yaml",
           "roundhouse: 1\nname: Club\nextends: train\noptions:\n  draws: many\n");
  REQUIRE(terminal.wait_for("1 error in family.yaml\n\n"));
  put_file(folder.path() / "family.yaml", "roundhouse: 1\nname: Ours\nextends: train\n");
  REQUIRE(terminal.wait_for("family.yaml: no findings\n"));
  terminal.type("\x03");
  CHECK(terminal.finish() == 130);
}

}  // namespace roundhouse::tests
