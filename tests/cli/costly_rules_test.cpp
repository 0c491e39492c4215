// Rules within all limits of the language: whatever the program is asked of them takes little work and room.

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/costly_rules.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

/// One command for each file, another for the next; all of them where `each` is true.
void try_commands(bool each) {
  std::size_t turn = 0;
  const CommandFolder folder;
  for (const CostlyRules& costly : costly_rules(1'900)) {
    const std::filesystem::path path = folder.path() / "costly.yaml";
    std::ofstream(path, std::ios::binary) << costly.yaml;
    ++turn;
    for (const char* command : {"lint costly.yaml", "rulebook costly.yaml",
                                "simulate costly.yaml --players 8 --games 1 --jobs 1"}) {
      if (!each && turn++ % 3 != 0) continue;
      INFO(costly.name << ": " << command);
      ProgramCall call;
      call.folder = folder.path();
      const ProgramResult result =
          run_shell(within_processor_seconds(5) + "exec roundhouse " + command, call);
      CHECK(result.signal == 0);
      // 1: a game that comes to no end.
      CHECK((result.status == 0 || (result.status == 1 && command[0] == 's')));
#if !defined(__SANITIZE_ADDRESS__)
      CHECK(result.memory > 0);
      CHECK(result.memory < std::size_t{256} << 20);
#endif
    }
  }
}

}  // namespace

TEST_CASE("no rule file takes long to be linted, printed or played by", "[cli]") { try_commands(false); }

TEST_CASE("no rule file takes long, whatever is asked of it", "[.long][long][cli]") { try_commands(true); }

}  // namespace roundhouse::tests
