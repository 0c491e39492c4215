// `simulate` and `merge` from outside: jobs and shards, Ctrl-C, the progress bar, memory.

#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/catch.h"
#include "tests/command_script.h"
#include "tests/run_program.h"

namespace roundhouse::tests {
namespace {

/// Without what depends on the clock.
std::string timeless(const std::string& output) {
  static const std::regex json("\"jobs\":.*\"digest\"");
  static const std::regex text("\n  speed [^\n]*");
  return std::regex_replace(std::regex_replace(output, json, "\"digest\""), text, "");
}

/// Printed by a run that should go well.
std::string printed(const std::string& line, const std::filesystem::path& folder) {
  ProgramCall call;
  call.folder = folder;
  const ProgramResult result = run_shell(line, call);
  INFO(line);
  CHECK(result.errors == "");
  REQUIRE(result.status == 0);
  return timeless(result.output);
}

TEST_CASE("shards put together are the whole run", "[cli]") {
  const CommandFolder folder;
  const std::string runs[] = {
      "simulate train --games 10 --seed 4 --declared 0.2",
      "simulate train club-double-twelve --rounds --games 30 --count-rules",
      "simulate train 'train double_blank=50' --same-deals --rounds --games 30",
  };
  for (const std::string& run : runs) {
    for (const std::string format : {"text", "json", "csv"}) {
      const std::string whole = printed("roundhouse " + run + " --jobs 1 --format " + format, folder.path());
      CHECK(printed("roundhouse " + run + " --jobs 2 --format " + format, folder.path()) == whole);
      CHECK(printed("roundhouse " + run + " --jobs 3 --format " + format, folder.path()) == whole);
      CHECK(printed("rm -f s*; for i in 1 2 3 4 5 6 7; do roundhouse " + run +
                        " --shard $i/7 >s$i; done; roundhouse merge s3 s1 s2 s7 s6 s5 s4 --format " + format,
                    folder.path()) == whole);
    }
  }
}

TEST_CASE("more shards than games are still the whole run", "[cli]") {
  const CommandFolder folder;
  const std::string run = "roundhouse simulate train 'train double_blank=50' --same-deals --rounds --games 2";
  CHECK(printed("for i in 1 2 3 4 5; do " + run + " --shard $i/5 >s$i; done; roundhouse merge s*",
                folder.path()) == printed(run, folder.path()));
}

TEST_CASE("Ctrl-C prints what was finished", "[cli]") {
  const CommandFolder folder;
  ProgramCall call;
  call.folder = folder.path();
  const ProgramResult stopped =
      run_shell(interrupted("roundhouse simulate train --rounds --games 1000000000 --format json"), call);
  CHECK(stopped.status == 130);
  static const std::regex said("roundhouse: interrupted after ([0-9]+) of 1000000000 games\n");
  std::smatch games;
  REQUIRE(std::regex_match(stopped.errors, games, said));
  // What was finished is the beginning of the run: the same as if only so much had been asked for.
  CHECK(timeless(stopped.output) ==
        printed("roundhouse simulate train --rounds --format json --games " + games.str(1), folder.path()));

  const ProgramResult shard =
      run_shell(interrupted("roundhouse simulate train --rounds --games 1000000000 --shard 1/2 >s1") +
                    "; sed 's/\"shard\":1/\"shard\":2/' s1 >s2; roundhouse merge s1 s2",
                call);
  CHECK(shard.status == 2);
  CHECK(std::regex_search(
      shard.errors, std::regex("roundhouse: s1 was interrupted: [0-9]+ of 500000000 games of 'train' were")));
}

TEST_CASE("a progress bar is drawn on a terminal and nowhere else", "[cli]") {
  const std::string command = interrupted("roundhouse simulate train --rounds --games 1000000000");
  const std::string on_terminal = "script -qec 'sh -c \"$LINE\"' /dev/null";
  static const std::regex line(
      "\r(\\[#*\\.*\\] +[0-9]+ %  )?[0-9,]+ of 1,000,000,000 rounds of train, [0-9.,]+ a second, [0-9:]+ "
      "left");
  ProgramCall call;
  call.environment = {{"TERM", "xterm"}, {"LINE", "true"}};
  if (run_shell(on_terminal, call).status != 0) {
    WARN("not tried: no pseudo-terminal is to be had here (is /dev/pts mounted?)");
    return;
  }
  call.environment = {{"TERM", "xterm"}, {"LINE", command}};
  const ProgramResult drawn = run_shell(on_terminal, call);
  CHECK(std::regex_search(drawn.output, line));
  CHECK(drawn.output.find('\x1b') == std::string::npos);
  CHECK(drawn.output.find("interrupted after") != std::string::npos);

  call.environment = {{"TERM", "dumb"}, {"LINE", command}};
  CHECK(!std::regex_search(run_shell(on_terminal, call).output, line));
  call.environment = {{"TERM", "xterm"}};
  const ProgramResult piped = run_shell(command, call);
  CHECK(!std::regex_search(piped.errors, line));
}

TEST_CASE("a simulation of any length takes the same memory", "[cli]") {
  ProgramCall call;
  for (const char* games : {"20", "2000"}) {
    call.arguments = {"simulate", "train", "--rounds", "--jobs", "2", "--games", games};
    const ProgramResult result = run_program(call);
    CHECK(result.status == 0);
#ifndef __SANITIZE_ADDRESS__
    CHECK(result.memory > 0);
    CHECK(result.memory < std::size_t{32} << 20);
#endif
  }
}

}  // namespace
}  // namespace roundhouse::tests
