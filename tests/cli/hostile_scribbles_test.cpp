// Two thousand texts that somebody scribbled who knows the notation and the rule language: the libraries keep
// all that they promise, and the program answers each within a second of the processor and in bounded memory.

#include <fstream>
#include <map>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/hostile_scribbles.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

/// Nearly all of it is what a referee takes beforehand for one record, however small.
constexpr std::size_t most_memory = 64'000'000;

/// The commands that somebody would give such a file to.
std::vector<std::string> commands_for(const Scribble& scribble, std::size_t number) {
  const std::string& file = scribble.name;
  if (file.ends_with(".yaml")) {
    if (number % 8 == 0) return {"rulebook", file};
    return {"lint", file};
  }
  if (file.ends_with(".json")) return {"merge", file};
  if (file.ends_with(".txt")) return {"validate", "--set", scribble.text, "fine.train"};
  if (number % 5 == 0) return {"score", file};
  if (number % 7 == 0) return {"replay", file};
  return {"validate", file};
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.flush());
}

/// Each `stride`th of them.
void offer_to_the_libraries(std::uint64_t seed, std::size_t stride = 1) {
  const std::vector<Scribble> all = scribbles(seed);
  CHECK(all.size() == scribble_count);
  for (std::size_t number = 0; number < all.size(); number += stride) {
    const Scribble& scribble = all[number];
    if (scribble.target == nullptr) continue;
    const std::string trouble = scribble.target->trouble_with(scribble.text);
    if (trouble.empty()) continue;
    INFO(scribble.name << "\n" << scribble.text);
    CHECK(trouble == "");
  }
}

/// Each `stride`th of them.
void offer_to_the_program(std::size_t stride) {
  const CommandFolder folder;
  write(folder.path() / "fine.train", "[variant train]\n[players Joe Ann]\nround 12\nJoe: 12-12 draw mark\n");
  const std::vector<Scribble> all = scribbles(1);
  std::map<int, int> statuses;
  int offered = 0;
  for (std::size_t number = 0; number < all.size(); number += stride) {
    const Scribble& scribble = all[number];
    write(folder.path() / scribble.name, scribble.text);
    ProgramCall call;
    call.arguments = commands_for(scribble, number / stride);
    call.folder = folder.path();
    const ProgramResult result = run_shell(within_processor_seconds(1) + "exec roundhouse \"$@\"", call);
    ++statuses[result.status];
    ++offered;
    const std::string said = result.output + result.errors;
    INFO(scribble.name << ": roundhouse " << call.arguments.front() << "\n"
                       << scribble.text << "\n"
                       << said.substr(0, 400));
    CHECK(result.signal == 0);
    CHECK_FALSE(result.timed_out);
    CHECK(result.status >= 0);
    CHECK(result.status <= 4);
#if !defined(__SANITIZE_ADDRESS__)
    CHECK(result.memory < most_memory);
#endif
    std::filesystem::remove(folder.path() / scribble.name);
  }
  // A generator of nothing but nonsense would look into nothing but the front door.
  for (const int status : {0, 1, 3}) CHECK(statuses[status] * 100 >= offered);
}

}  // namespace

TEST_CASE("two thousand scribbled texts break no promise of the libraries", "[hostile]") {
  offer_to_the_libraries(1);
}

TEST_CASE("scribbled texts break no promise of the libraries", "[hostile][.sanitized]") {
  offer_to_the_libraries(1, 6);
}

TEST_CASE("twenty thousand scribbled texts break no promise of the libraries", "[.long][long][hostile]") {
  for (std::uint64_t seed = 2; seed <= 11; ++seed) offer_to_the_libraries(seed);
}

TEST_CASE("scribbled texts are answered by the program, quickly and in little room", "[hostile]") {
  offer_to_the_program(4);
}

TEST_CASE("two thousand scribbled texts are answered by the program, quickly and in little room",
          "[.long][long][hostile]") {
  offer_to_the_program(1);
}

}  // namespace roundhouse::tests
