#include "tests/support/broken_inputs.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(const FuzzTarget& target) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(source_folder() / "tests/hostile/inputs" / target.name))
    if (entry.path().filename() != ".gitkeep") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void try_broken_inputs(std::span<const FuzzTarget* const> targets) {
  for (const FuzzTarget* target : targets) {
    for (const fs::path& path : inputs_of(*target)) {
      INFO(path.string());
      CHECK(target->trouble_with(read_file(path)) == "");
    }
  }
}

void try_seeds(std::span<const FuzzTarget* const> targets) {
  for (const FuzzTarget* target : targets) {
    INFO(target->name);
    const std::vector<std::string> seeds = target->seeds();
    CHECK(seeds.size() >= 6);
    // A tenth of them will do: the fuzzers take them all.
    for (std::size_t i = 0; i < seeds.size(); i += 10) {
      INFO(seeds[i]);
      CHECK(target->trouble_with(seeds[i]) == "");
    }
  }
}

}  // namespace roundhouse::tests
