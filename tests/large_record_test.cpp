// A record larger than is held in memory: judged a round at a time, with the lines that the verdict points
// at.

#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/run_program.h"

namespace fs = std::filesystem;
using namespace roundhouse;

namespace {

constexpr std::size_t more_than_is_held = std::size_t{9} << 20;

/// Rounds of the follow-up game after one another; `odd` goes in front of the last but one.
fs::path write_large(const std::string& name, const std::string& odd) {
  const fs::path path = fs::temp_directory_path() / name;
  std::ofstream stream(path, std::ios::binary);
  stream << "[variant train engine_found=highest-held rounds=19]\n[players Ann Ben]\n\n";
  const std::string comment = "# " + std::string(2000, '.') + "\n";
  const std::string round = "round 12\n" + comment + "Ann: 12-12 12-5\nBen: 12-7\n\n";
  std::size_t written = 0;
  for (; written < more_than_is_held; written += round.size()) stream << round;
  stream << "round late\n" << odd << round;
  return path;
}

tests::ProgramResult judge(const fs::path& record) {
  tests::ProgramCall call;
  call.arguments = {"validate", record.string()};
  call.memory = std::size_t{200} << 20;
  return tests::run_program(call);
}

}  // namespace

TEST_CASE("a large record is judged a round at a time", "[cli]") {
  const fs::path legal = write_large("roundhouse-large-legal.train", "Ann: 12-12 12-6\n\n");
  const fs::path illegal = write_large("roundhouse-large-illegal.train", "Ann: 12-12 12-6\nBen: 6-3>Ann\n\n");
  const fs::path broken = write_large("roundhouse-large-broken.train", "Ann; 12-12\n\n");

  const auto first = judge(legal);
  CHECK(first.status == 0);
  CHECK(first.output.find(": legal\n") != std::string::npos);

  const auto second = judge(illegal);
  CHECK(second.status == 1);
  CHECK(second.output.find("error[closed-train]: late.2") != std::string::npos);
  CHECK(second.output.find("| Ben: 6-3>Ann\n") != std::string::npos);
  CHECK(second.output.find("|      ^^^^^^^\n") != std::string::npos);

  const auto third = judge(broken);
  CHECK(third.status == 3);
  CHECK(third.errors.find("| Ann; 12-12\n") != std::string::npos);
  CHECK(third.errors.find("|    ^\n") != std::string::npos);

  for (const fs::path& path : {legal, illegal, broken}) fs::remove(path);
}
