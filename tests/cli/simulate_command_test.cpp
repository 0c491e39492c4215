// `simulate` and `merge` from outside: jobs and shards, Ctrl-C, the progress bar, memory.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

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
      "simulate train dual --players 6,7 --set draws=1,2 --rounds --games 12 --interest",
  };
  for (const std::string& run : runs) {
    for (const std::string format : {"text", "json", "csv"}) {
      const std::string whole = printed("roundhouse " + run + " --jobs 1 --format " + format, folder.path());
      CHECK(printed("roundhouse " + run + " --jobs 2 --format " + format, folder.path()) == whole);
      CHECK(printed("roundhouse " + run + " --jobs 3 --format " + format, folder.path()) == whole);
      CHECK(printed("rm -f s*; for i in 0 1 2 3 4 5 6; do roundhouse " + run +
                        " --shard $i/7 >s$i; done; roundhouse merge s2 s0 s1 s6 s5 s4 s3 --format " + format,
                    folder.path()) == whole);
    }
  }
}

TEST_CASE("a table that sets no option shows the value that another one changes", "[cli]") {
  const CommandFolder folder;
  const std::string sides =
      printed("roundhouse simulate train 'train draws=2' --rounds --games 2", folder.path());
  CHECK(std::regex_search(sides, std::regex("\n  draws +1 +2\n")));
  const std::string deals =
      printed("roundhouse simulate train 'train deal=9' --players 6 --rounds --games 2", folder.path());
  CHECK(std::regex_search(deals, std::regex("\n  deal +12 +9\n")));
  // An option that only one of the games has is not there at the other.
  const std::string games =
      printed("roundhouse simulate train 'tanglewood exhausted=ends-game' --players 4 --rounds --games 2",
              folder.path());
  INFO(games);
  CHECK(std::regex_search(games, std::regex("\n  exhausted +- +ends-game\n")));
}

TEST_CASE("what a simulation cannot answer is said beside it", "[cli]") {
  const CommandFolder folder;
  ProgramCall call;
  call.folder = folder.path();
  const auto notes = [&](const std::string& arguments) {
    const ProgramResult result = run_shell("roundhouse simulate " + arguments + " --rounds --games 2", call);
    CHECK(result.status == 0);
    return result.errors;
  };
  CHECK(notes("dual 'dual doubles=satisfy'") ==
        "roundhouse: note: dual and dual doubles=satisfy have the same rules: there is nothing to compare\n");
  CHECK(notes("dual 'dual doubles=follow-up'").empty());
  CHECK(notes("train --without-rule one-tile").empty());
  std::ofstream(folder.path() / "child.yaml")
      << "roundhouse: 1\nname: Child\nextends: train\nrules:\n  - id: kids\n    except: draw-limit\n"
         "    when: me.age < 10 and turn.drawn < 2\n    says: Children may draw twice.\n";
  CHECK(notes("child.yaml") ==
        "roundhouse: note: child.yaml has rules that ask for ages, and the players of a simulation have "
        "none: no comparison "
        "with one holds\n");
}

TEST_CASE("more shards than games are still the whole run", "[cli]") {
  const CommandFolder folder;
  const std::string run = "roundhouse simulate train 'train double_blank=50' --same-deals --rounds --games 2";
  CHECK(printed("for i in 0 1 2 3 4; do " + run + " --shard $i/5 >s$i; done; roundhouse merge s*",
                folder.path()) == printed(run, folder.path()));
}

/// Every way in which one value of a shard can be another: in each, the path to it.
void for_each_value(nlohmann::ordered_json& object,
                    const std::function<void(nlohmann::ordered_json&)>& visit) {
  for (auto& value : object) {
    if (value.is_structured()) for_each_value(value, visit);
    visit(value);
  }
}

TEST_CASE("a shard with a value that no run has is refused", "[cli]") {
  const CommandFolder folder;
  using Json = nlohmann::ordered_json;
  ProgramCall call;
  call.folder = folder.path();
  const std::string run = "roundhouse simulate train 'train double_blank=50' --same-deals --rounds --games 2";
  REQUIRE(run_shell("for i in 0 1; do " + run + " --shard $i/2 >s$i; done", call).status == 0);
  const std::string first = read_file(folder.path() / "s0");
  std::size_t values = 0;
  {
    Json shard = Json::parse(first);
    for_each_value(shard, [&](Json&) { ++values; });
  }
  const std::vector<Json> wrong{nullptr,
                                true,
                                "x",
                                -1,
                                1.5,
                                1e300,
                                INT64_MAX,
                                UINT64_MAX,
                                Json::array(),
                                Json::object(),
                                Json::array({Json::array()})};
  std::uint64_t choice = 1;
  int refused = 0;
  constexpr int tries = 120;
  for (int n = 0; n < tries; ++n) {
    Json shard = Json::parse(first);
    choice = choice * 6364136223846793005U + 1442695040888963407U;
    // Lists come after what they hold, so the last values are the largest parts.
    const std::size_t at = n % 3 == 0 ? values - 1 - (choice >> 33) % 12 : (choice >> 33) % values;
    const Json& other = wrong[(choice >> 20) % wrong.size()];
    std::size_t seen = 0;
    for_each_value(shard, [&](Json& value) {
      if (seen++ == at) value = other;
    });
    std::ofstream(folder.path() / "bad") << shard.dump() << '\n';
    for (const std::string files : {"bad s1", "s1 bad"}) {
      const ProgramResult result = run_shell("roundhouse merge " + files, call);
      INFO(files << "\n" << shard.dump() << "\n" << result.errors);
      const bool is_known = result.status == 0 || result.status == 2 || result.status == 3;
      CHECK(is_known);
      CHECK((result.status == 0) == result.errors.empty());
      refused += result.status == 0 ? 0 : 1;
    }
  }
  CHECK(refused > tries);
}

TEST_CASE("figures that would overflow or fit no table are refused", "[cli]") {
  const CommandFolder folder;
  using Json = nlohmann::ordered_json;
  ProgramCall call;
  call.folder = folder.path();
  REQUIRE(
      run_shell("for i in 0 1; do roundhouse simulate train --rounds --games 2 --shard $i/2 >s$i; done", call)
          .status == 0);
  const Json first = Json::parse(read_file(folder.path() / "s0"));
  const auto status = [&](const Json& shard) {
    std::ofstream(folder.path() / "bad") << shard.dump() << '\n';
    const int before = run_shell("roundhouse merge bad s1", call).status;
    const int after = run_shell("roundhouse merge s1 bad", call).status;
    CHECK(before == after);
    return before;
  };
  CHECK(status(first) == 0);
  const auto with = [&](const char* pointer, const Json& value) {
    Json shard = first;
    shard[Json::json_pointer(pointer)] = value;
    INFO(pointer << " " << value.dump());
    return status(shard);
  };
  CHECK(with("/results", Json::array()) == 2);
  CHECK(with("/results/0/figures/points/0", INT64_MAX) == 3);
  CHECK(with("/results/0/figures/points/0", INT64_MIN) == 3);
  CHECK(with("/results/0/figures/acts", UINT64_MAX) == 3);
  CHECK(with("/results/0/figures/acts", 1e300) == 3);
  CHECK(with("/results/0/figures/acts", -1) == 3);
  CHECK(with("/results/0/figures/acts", 2.5) == 3);
  CHECK(with("/results/0/figures/digest", UINT64_MAX) == 0);
  CHECK(with("/results/0/figures/rounds_won", Json::array({1, 2})) == 3);
  CHECK(with("/results/0/figures/measured/0/0", "99999999999999999999999999999999999999") == 3);
  CHECK(with("/results/0/figures/round_turns/counts", Json::array({{1, UINT64_MAX}, {2, UINT64_MAX}})) == 3);
  CHECK(with("/run/variants/0/players", 15) == 3);
  CHECK(with("/run/games", 0) == 3);
  CHECK(with("/of", 0) == 3);
  CHECK(with("/run/declared", 1.5) == 3);
  // A shard of no games that has no results, either.
  REQUIRE(
      run_shell("for i in 0 1; do roundhouse simulate train --rounds --games 1 --shard $i/2 >s$i; done", call)
          .status == 0);
  Json empty = Json::parse(read_file(folder.path() / "s1"));
  empty["results"] = Json::array();
  std::ofstream(folder.path() / "bad") << empty.dump() << '\n';
  CHECK(run_shell("roundhouse merge s0 bad", call).status == 2);
  CHECK(run_shell("roundhouse merge bad s0", call).status == 2);
}

TEST_CASE("numbers on the command line are read whole", "[cli]") {
  const CommandFolder folder;
  ProgramCall call;
  call.folder = folder.path();
  for (const std::string number :
       {"0", "-1", "15", "1.5", "1e1", "0x4", "99999999999999999999", "four", "''"}) {
    INFO(number);
    CHECK(run_shell("roundhouse simulate train --rounds --games 1 --players " + number, call).status == 2);
    CHECK(run_shell("roundhouse rulebook train --players " + number, call).status == 2);
    CHECK(run_shell("roundhouse diff train dual --players " + number, call).status == 2);
    if (number != "15")
      CHECK(run_shell("roundhouse simulate train --rounds --games 1 --jobs " + number, call).status == 2);
  }
  for (const std::string wrong :
       {"--seed -1", "--seed 18446744073709551616", "--seed nan", "--games 0", "--games -1", "--declared nan",
        "--declared inf", "--declared -0.1", "--declared 1.1", "--declared 0.5x", "--shard 2/2",
        "--shard 3/2", "--shard 1/18446744073709551617", "--shard -1/2", "--shard 1/2/3"}) {
    INFO(wrong);
    CHECK(run_shell("roundhouse simulate train --rounds " + wrong, call).status == 2);
  }
  CHECK(run_shell("roundhouse simulate train --rounds --games 1 --seed 18446744073709551615", call).status ==
        0);
  // The output is JSON also where the file's name is no UTF-8.
  CHECK(run_shell(
            "printf 'roundhouse: 1\nname: Own\nextends: train\n' >\"$(printf 'in\\377.yaml')\" && roundhouse "
            "simulate \"$(printf 'in\\377.yaml')\" --rounds --games 1 --format json",
            call)
            .status == 0);
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
  // The games that were finished are the beginning of the run: the same as if only so much had been asked
  // for.
  CHECK(timeless(stopped.output) ==
        printed("roundhouse simulate train --rounds --format json --games " + games.str(1), folder.path()));

  const ProgramResult shard =
      run_shell(interrupted("roundhouse simulate train --rounds --games 1000000000 --shard 0/2 >s1") +
                    "; sed 's/\"shard\":0/\"shard\":1/' s1 >s2; roundhouse merge s1 s2",
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
  const std::vector<std::vector<std::string>> runs{
      {}, {"--each", "rounds"}, {"--each", "games"}, {"--set", "draws=1,2"}};
  for (const auto& [more, games] : std::vector<std::pair<std::size_t, std::string>>{
           {0, "20"}, {0, "2000"}, {1, "2000"}, {2, "2000"}, {3, "500"}}) {
    call.arguments = {"simulate", "train", "--rounds", "--jobs", "2", "--games", games};
    call.arguments.insert(call.arguments.end(), runs[more].begin(), runs[more].end());
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
