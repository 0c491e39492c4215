// Runs that are cut up for several machines, by what people have for that: the lines that docs/commands.md
// gives, with fewer games.

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/installed.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

const std::string games = "--rounds --games 100";
const std::string without_time = " | grep -v '^  speed '";

/// The block of docs/commands.md that begins so.
std::string block_of_docs(const std::string& begin) {
  const std::string text = read_file(source_folder() / "docs/commands.md");
  const std::size_t at = text.find("```text\n" + begin);
  REQUIRE(at != std::string::npos);
  const std::size_t from = text.find('\n', at) + 1;
  const std::string block = text.substr(from, text.find("```", from) - from);
  const std::string many = "--games 1000000";
  REQUIRE(block.find(many) != std::string::npos);
  std::string fewer = block;
  return fewer.replace(block.find(many), many.size(), games);
}

class Machines {
 public:
  explicit Machines(std::string around = {}) : around_(std::move(around)) {
    const ProgramResult one = run("roundhouse simulate dual " + games + without_time);
    REQUIRE(one.output.find("  digest ") != std::string::npos);
    whole_ = one.output;
  }

  fs::path folder() const { return folder_.path(); }

  /// Runs a line that should go well, where the machines are.
  void send(const std::string& line) {
    const ProgramResult result = run(around_ + line);
    INFO(line << "\n" << result.output << result.errors);
    REQUIRE(result.status == 0);
  }

  void expect_whole() {
    const ProgramResult merged = run("roundhouse merge shard-*.json" + without_time);
    INFO(merged.errors);
    CHECK(merged.errors == "");
    CHECK(merged.output == whole_);
  }

  /// The shard 5 gets lost, which merge says.
  void lose_one() {
    fs::remove(folder() / "shard-5.json");
    const ProgramResult merged = run("roundhouse merge shard-*.json");
    CHECK(merged.status == 2);
    CHECK(merged.errors ==
          "roundhouse: 1 of 16 shards is missing: 5/16; the same command with --shard 5/16 makes it anew\n");
  }

 private:
  ProgramResult run(const std::string& line) const {
    ProgramCall call;
    call.folder = folder();
    call.seconds = 600;
    call.environment = {{"HOME", folder().string()}};
    call.arguments = {(source_folder() / "tests/machines/one_node_slurm.sh").string()};
    return run_shell(line, call);
  }

  CommandFolder folder_;
  std::string around_;
  std::string whole_;
};

TEST_CASE("GNU parallel plays the shards of a run, and one that was lost anew", "[.long][long][cli]") {
  if (!is_installed("parallel")) return;
  Machines machines;
  const std::string line = block_of_docs("parallel ");
  const std::string all = "{0..15}";
  REQUIRE(line.find(all) != std::string::npos);
  // Braces are bash's.
  const auto in_bash = [&](const std::string& shards) {
    std::string changed = line;
    std::ofstream(machines.folder() / "line.sh") << changed.replace(line.find(all), all.size(), shards);
    machines.send("bash line.sh");
  };
  in_bash(all);
  machines.expect_whole();
  machines.lose_one();
  in_bash("5");
  machines.expect_whole();
}

TEST_CASE("a job array of Slurm plays the shards of a run, and one that was lost anew",
          "[.long][long][cli]") {
  for (const char* program : {"slurmctld", "slurmd", "sbatch"})
    if (!is_installed(program)) return;
  Machines machines("bash \"$1\" slurm ");
  std::ofstream(machines.folder() / "run.sh") << block_of_docs("#!/bin/sh\n#SBATCH ");
  machines.send("sbatch --wait run.sh");
  machines.expect_whole();
  machines.lose_one();
  machines.send("sbatch --wait --array=5 run.sh");
  machines.expect_whole();
}

}  // namespace
}  // namespace roundhouse::tests
