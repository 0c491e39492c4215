// Quarrels that strangers typed once, after one reading of two pages: tests/quarrels/typed.cases. Behind "=="
// the answer that a referee would give and the story, behind ">" the program's answer, behind "!" why it is
// another.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_name = "quarrel.train";

/// The first words of every verdict and ruling, and what is wrong with a score.
std::string answer(const std::string& output) {
  std::istringstream lines(output);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(file_name)) {
      found += "> " + line.substr(line.find_first_not_of(":, ", file_name.size())) + "\n";
    } else if (line.starts_with("error[")) {
      const std::size_t end = line.find(']');
      found +=
          "> " + line.substr(6, end - 6) + line.substr(end + 2, line.find(':', end + 2) - end - 2) + "\n";
    } else if (line.starts_with("wrong score")) {
      found += "> " + line + "\n";
    }
  }
  return found;
}

TEST_CASE("quarrels as strangers typed them get the answers that are written with them", "[cli]") {
  const CommandFolder folder;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests/strangers"))
    if (entry.path().extension() == ".yaml") fs::copy(entry.path(), folder.path());
  const fs::path cases = source_folder() / "tests/quarrels/typed.cases";
  std::istringstream text(read_file(cases));
  std::string whole;  // the file as it should be
  std::string heading;
  std::string record;
  std::size_t quarrels = 0;
  const auto judge = [&] {
    if (heading.empty()) return;
    std::ofstream(folder.path() / file_name) << record;
    ProgramCall call;
    call.folder = folder.path();
    call.arguments = {"validate", std::string(file_name)};
    const ProgramResult result = run_program(call);
    CHECK(result.signal == 0);
    whole += heading + answer(result.output) + record;
    ++quarrels;
  };
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("== ")) {
      judge();
      heading = line + "\n";
      record.clear();
    } else if (line.starts_with("! ")) {
      heading += line + "\n";
    } else if (!line.starts_with("> ")) {
      (heading.empty() ? whole : record) += line + "\n";
    }
  }
  judge();
  CHECK(quarrels >= 60);
  CHECK(golden_difference(cases, whole) == "");
}

}  // namespace
}  // namespace roundhouse::tests
