// Everything under tests/hostile, and what is made here, handed to the program as a stranger would: it
// answers within a second of the processor and 200 MB, with one of its documented statuses and in its own
// words.

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/run_program.h"
#include "tests/support/sample.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_memory = 200'000'000;

fs::path hostile() { return source_folder() / "tests/hostile"; }

/// The statuses as they came, one line a run, to be held against tests/hostile/statuses.txt.
struct Statuses {
  std::string lines;
  /// One text in so many is offered, drawn by the seed of the samples.
  int one_in = 1;
  Chance chance{sample_seed()};

  bool wants_next() { return chance.below(one_in) == 0; }
};

void offer(const std::string& name, const ProgramCall& call, const std::string& text, Statuses& statuses) {
  if (!statuses.wants_next()) return;
  const ProgramResult result = run_shell(within_processor_seconds(1) + "exec roundhouse \"$@\"", call);
  const std::string all = result.output + result.errors;
  INFO(name << "\n" << all.substr(0, 600));
  CHECK(result.signal == 0);
  CHECK_FALSE(result.timed_out);
  const std::array documented{0, 1, 2, 3, 4};
  CHECK(std::find(documented.begin(), documented.end(), result.status) != documented.end());
#if !defined(__SANITIZE_ADDRESS__)
  CHECK(result.memory > 0);
  CHECK(result.memory < most_memory);
#endif
  for (const char* word :
       {"std::", "YAML::", "tao::", "nlohmann", "CLI::", "what()", "terminate called", "basic_string",
        "bad_alloc", "vector::", "Sanitizer", "runtime error:", "Assertion"}) {
    // Words of the text itself may be quoted.
    if (text.find(word) == std::string::npos) CHECK(all.find(word) == std::string::npos);
  }
  CHECK(all.find("mistake in roundhouse") == std::string::npos);
  CHECK(all.size() < 2'000'000);
  // Nothing of a file that only the text itself, or a link beside it, asks for.
  const bool asked = name == "odd/lint passwd.yaml" || name == "odd/validate passwd.yaml";
  if (!asked) CHECK(all.find("root:x:0") == std::string::npos);
  statuses.lines += name + ": " + std::to_string(result.status) + "\n";
}

ProgramCall call_of(std::vector<std::string> arguments, const fs::path& folder) {
  ProgramCall call;
  call.arguments = std::move(arguments);
  call.folder = folder;
  call.seconds = 120;
  call.memory = most_memory;
  return call;
}

std::vector<fs::path> files_in(const std::string& kind) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(hostile() / kind)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name == "expected.txt" || name == "codes.txt";
    if (entry.is_regular_file() && !ours) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.flush());
}

/// Lints or judges the text under the command that its name's ending asks for.
void offer_text(const std::string& name, const std::string& text, const fs::path& folder,
                Statuses& statuses) {
  const std::string file = fs::path(name).filename().string();
  write(folder / file, text);
  const std::string command = file.ends_with(".yaml") ? "lint" : "validate";
  offer(name, call_of({command, file}, folder), text, statuses);
  fs::remove(folder / file);
}

std::string rules_with(const std::string& key, const std::string& text) {
  return "roundhouse: 1\nname: Hostile\nextends: train\nrules:\n  - id: a\n    " +
         (key == "when" ? std::string("forbid: lay\n    when: ") : std::string("after: lay\n    do: ")) +
         text + "\n";
}

void offer_committed(const fs::path& folder, Statuses& statuses) {
  for (const char* kind : {"deep", "records", "values", "yaml"}) {
    for (const fs::path& path : files_in(kind)) {
      // Under the names of their kind: yaml/deep_braces.yaml is a deep one.
      offer_text(std::string(kind) + "/" + path.filename().string(), read_file(path), folder, statuses);
    }
  }
  for (const fs::path& path : files_in("expressions")) {
    const std::string text = read_file(path);
    const std::string name = "expressions/" + path.stem().string();
    offer_text(name + "-when.yaml", rules_with("when", text), folder, statuses);
    offer_text(name + "-do.yaml", rules_with("do", text), folder, statuses);
  }
  // Parents are looked for from where the file lies.
  for (const fs::path& path : files_in("extends")) {
    const std::string file = path.lexically_relative(hostile() / "extends").string();
    offer("extends/" + file, call_of({"lint", file}, hostile() / "extends"), "", statuses);
  }
}

void offer_settings(const fs::path& folder, Statuses& statuses) {
  const std::string turns = "[players Joe Ann]\nround 12\nJoe: 12-12 draw mark\n";
  write(folder / "fine.train", "[variant train]\n" + turns);
  for (const fs::path& path : files_in("options")) {
    const std::string text = read_file(path);
    const std::string name = "options/" + path.stem().string();
    offer(name + " set", call_of({"validate", "--set", text, "fine.train"}, folder), text, statuses);
    offer_text(name + "-header.train", "[variant train " + text + "]\n" + turns, folder, statuses);
  }
}

/// Makes what cannot be kept under version control: pipes, links, folders without a right to read.
void offer_odd_files(const fs::path& folder, Statuses& statuses) {
  const std::string extends = "roundhouse: 1\nname: Hostile\nextends: ";
  const fs::path home = folder / "home";
  fs::create_directories(home / "folder.yaml");
  write(folder / "secret.yaml", "roundhouse: 1\nname: Secret of others\nextends: train\nrules: nonsense\n");
  REQUIRE(mkfifo((home / "pipe.yaml").c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", home / "zero.yaml");
  fs::create_symlink("/etc/passwd", home / "passwd.yaml");
  fs::create_symlink("../secret.yaml", home / "out.yaml");
  fs::create_symlink("round.yaml", home / "round.yaml");
  fs::create_symlink("..", home / "up");
  fs::create_symlink("self.yaml", home / "self_link.yaml");
  write(home / "self.yaml", extends + "self_link.yaml\n");
  for (const char* target : {"folder.yaml", "pipe.yaml", "zero.yaml", "passwd.yaml", "out.yaml", "round.yaml",
                             "up/secret.yaml", "self.yaml", "up/home/up/home/up/secret.yaml"}) {
    std::string name = "odd/extends " + std::string(target);
    write(home / "child.yaml", extends + target + "\n");
    const ProgramCall call = call_of({"lint", "child.yaml"}, home);
    offer(name, call, "", statuses);
    CHECK(run_program(call).output.find("Secret of others") == std::string::npos);
    offer("odd/lint " + std::string(target), call_of({"lint", target}, home), "", statuses);
    offer("odd/validate " + std::string(target), call_of({"validate", target}, home), "", statuses);
    write(home / "game.train", "[variant " + std::string(target) + "]\n[players Joe Ann]\nround 12\n");
    offer("odd/variant " + std::string(target), call_of({"validate", "game.train"}, home), "", statuses);
  }
  for (const char* path : {"/dev/zero", "/dev/full", "/proc/self/mem", "/", "", "no-such", "-"}) {
    offer("odd/lint '" + std::string(path) + "'", call_of({"lint", path}, home), "", statuses);
    offer("odd/validate '" + std::string(path) + "'", call_of({"validate", path}, home), "", statuses);
  }
}

void offer_all(const fs::path& folder, Statuses& statuses) {
  offer_committed(folder, statuses);
  offer_settings(folder, statuses);
  offer_odd_files(folder, statuses);
  for (const HostileText& made : long_texts()) offer_text("long/" + made.name, made.text, folder, statuses);
  for (const HostileText& made : deep_texts()) offer_text("deep/" + made.name, made.text, folder, statuses);
}

}  // namespace

TEST_CASE("no hostile input slows the program down, breaks it or makes it speak C++",
          "[hostile][.long][long]") {
  const CommandFolder folder;
  Statuses statuses;
  offer_all(folder.path(), statuses);
  CHECK(golden_difference(hostile() / "statuses.txt", statuses.lines) == "");
}

TEST_CASE("a third of the hostile inputs, drawn by lot, have the program's answers", "[hostile]") {
  const CommandFolder folder;
  Statuses statuses;
  statuses.one_in = 3;
  offer_all(folder.path(), statuses);
  const std::string expected = "\n" + read_file(hostile() / "statuses.txt");
  std::istringstream lines(statuses.lines);
  std::size_t offered = 0;
  for (std::string line; std::getline(lines, line); ++offered) {
    INFO(line);
    CHECK(expected.find("\n" + line + "\n") != std::string::npos);
  }
  CHECK(offered > 150);
}

TEST_CASE("there are enough hostile files of each kind", "[hostile]") {
  const auto named = [](const std::string& kind, const std::string& beginning) {
    const auto files = files_in(kind);
    return std::count_if(files.begin(), files.end(), [&](const fs::path& path) {
      return path.filename().string().starts_with(beginning);
    });
  };
  CHECK(named("yaml", "shape_") >= 10);
  CHECK(named("yaml", "values_") + named("values", "") >= 10);
  CHECK(named("expressions", "") >= 10);
  CHECK(named("records", "") >= 10);
  CHECK(named("options", "") >= 10);
  CHECK(named("yaml", "deep_") + named("deep", "") >= 10);
  CHECK(long_texts().size() >= 10);
  CHECK(named("yaml", "binary_") >= 10);
  CHECK(named("extends", "cyclic_") >= 10);
  CHECK(named("extends", "path_") >= 10);
  std::ptrdiff_t all = 0;
  for (const char* kind : {"deep", "expressions", "extends", "options", "records", "values", "yaml"}) {
    all += named(kind, "");
  }
  CHECK(all >= 200);
}

}  // namespace roundhouse::tests
