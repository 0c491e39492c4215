// `fmt` is killed at random moments: the file is there all the time, as it was or as it is to be.

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a file that is being laid out is never half written, whenever the program is killed",
          "[cli][format]") {
  std::string wide = "roundhouse:   1\nname: A family\nextends: train\noptions:\n";
  wide += "    double_blank:   50\nrules:\n";
  for (int i = 0; i < 400; ++i)
    wide += "- id:   row-" + std::to_string(i) + "\n  forbid: lay\n  when: tile.pips  >   " +
            std::to_string(i) + "\n";
  CommandFolder folder;
  ProgramCall call;
  call.folder = folder.path();
  const fs::path file = folder.path() / "family.yaml";
  std::ofstream(file) << wide;
  REQUIRE(run_shell("roundhouse fmt - < family.yaml > laid.yaml", call).status == 0);
  const std::string laid = read_file(folder.path() / "laid.yaml");
  REQUIRE(laid != wide);
  int as_it_was = 0;
  for (int i = 0; i < 60; ++i) {
    std::ofstream(file) << wide;
    const std::string wait = "0.0" + std::to_string(10 + i % 50);
    run_shell("timeout -s KILL " + wait + " roundhouse fmt family.yaml", call);
    const std::string text = read_file(file);
    CHECK((text == wide || text == laid));
    as_it_was += text == wide ? 1 : 0;
  }
  WARN(as_it_was << " of 60 were killed before they wrote");
}

}  // namespace
}  // namespace roundhouse::tests
