// What a stranger's input may cost: files made so that trying everything would take minutes or gigabytes.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/catch.h"
#include "tests/command_script.h"
#include "tests/run_program.h"

namespace roundhouse::tests {
namespace {

/// Rules with so many options, each of which some rows ask for.
std::string many_options(int options, int rows) {
  std::string text = "roundhouse: 1\nname: Many options\nextends: train\noptions:\n";
  for (int o = 0; o < options; ++o)
    text += fmt::format("  extra_{}:\n    ask: How many?\n    default: 1\n    range: 0..99\n", o);
  text += "rules:\n";
  for (int r = 0; r < rows; ++r)
    text += fmt::format(
        "  - id: row-{}\n    forbid: lay\n    when: turn.laid > extra_{} and me.count == 0\n    says: "
        "Not now.\n",
        r, r % options);
  return text;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.flush());
}

ProgramResult run(const CommandFolder& folder, const std::string& command) {
  ProgramCall call;
  call.folder = folder.path();
  return run_shell("ulimit -t 10; exec " + command, call);
}

}  // namespace

TEST_CASE("other rules are asked as far as their size allows, and it is said that not all were", "[cli]") {
  const CommandFolder folder;
  write(folder.path() / "many.yaml", many_options(200, 1200));
  write(folder.path() / "many.train",
        "[variant many.yaml]\n[players Ann Bob]\nround 12\nAnn: 12-12 12-5\nBob: 9-3\n");
  const ProgramResult result = run(folder, "roundhouse validate many.train");
  CHECK(result.status == 1);
  CHECK(result.output.find("note: not all other rules were asked") != std::string::npos);
  // The bundled variants and their options are few enough.
  write(folder.path() / "few.train",
        "[variant train]\n[players Ann Bob]\nround 12\nAnn: 12-12 12-5\nBob: 9-3\n");
  const ProgramResult few = run(folder, "roundhouse validate few.train");
  CHECK(few.status == 1);
  CHECK(few.output.find("note: not all") == std::string::npos);
}

TEST_CASE("the search behind a rules hash ends, and says that not all values were tried", "[cli]") {
  const CommandFolder folder;
  write(folder.path() / "many.yaml", many_options(200, 1200));
  write(folder.path() / "many.train",
        "[variant many.yaml]\n[players Ann Bob]\n[rules sha256:12345678]\nround 12\nAnn: 12-12\n");
  const ProgramResult result = run(folder, "roundhouse validate many.train");
  CHECK(result.status == 3);
  CHECK(result.errors.find("not all values were tried") != std::string::npos);
}

TEST_CASE("a shard is looked over before anything is made of it", "[cli]") {
  const CommandFolder folder;
  for (const std::string& text :
       {std::string(4'000'000, '['), std::string(2'000'000, '[') + std::string(2'000'000, ']'),
        "[" + std::string(4'000'000, ' ') + "]", "[0" + [] {
          std::string zeros;
          for (int i = 0; i < 2'000'000; ++i) zeros += ",0";
          return zeros;
        }() + "]"}) {
    write(folder.path() / "shard.json", text);
    const ProgramResult result = run(folder, "roundhouse merge shard.json");
    CHECK((result.status == 2 || result.status == 3));
#ifndef __SANITIZE_ADDRESS__
    CHECK(result.memory < std::size_t{64} << 20);
#endif
  }
}

}  // namespace roundhouse::tests
