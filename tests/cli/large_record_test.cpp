// A record larger than is held in memory: judged a round at a time, with the lines that the verdict points
// at.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace fs = std::filesystem;
using namespace roundhouse;

namespace {

constexpr std::size_t more_than_is_held = std::size_t{9} << 20;

/// A folder of this run alone: tests of another copy of the project may run beside it.
const fs::path& own_folder() {
  static const tests::CommandFolder folder;
  return folder.path();
}

/// The common game, with more games in a match than anybody plays: however long a record is, it is of one.
std::string long_match() {
  const fs::path path = own_folder() / "roundhouse-long-match.yaml";
  std::ofstream(path, std::ios::binary)
      << "roundhouse: 1\nname: A long match\nextends: train\nmatch:\n  games: 60000\n";
  return '"' + path.string() + '"';
}

/// Rounds of the follow-up game after one another; `odd` goes in front of the last but one.
fs::path write_large(const std::string& name, const std::string& odd, std::size_t bytes = more_than_is_held,
                     std::size_t comment_length = 2000) {
  const fs::path path = own_folder() / name;
  std::ofstream stream(path, std::ios::binary);
  stream << "[variant " << long_match() << " engine_found=highest-held rounds=19]\n[players Ann Ben]\n\n";
  const std::string comment = "# " + std::string(comment_length, '.') + "\n";
  const std::string round = "round again\n" + comment + "Ann: 12-12 12-5\nBen: 12-7\n\n";
  std::size_t written = 0;
  for (; written < bytes; written += round.size()) stream << round;
  stream << "round late\n" << odd << round;
  return path;
}

tests::ProgramResult judge(const fs::path& record, const std::string& jobs = "2") {
  tests::ProgramCall call;
  call.arguments = {"validate", record.string(), "--jobs", jobs};
  call.seconds = 600;
  return tests::run_program(call);
}

/// The most that judging may take, however long the record is.
void check_memory(const tests::ProgramResult& result) {
#ifdef __SANITIZE_ADDRESS__
  (void)result;
#else
  CHECK(result.memory > 0);
  CHECK(result.memory < std::size_t{64} << 20);
#endif
}

/// A long match with everything written; in every so many games an act that is not legal.
fs::path write_match(const std::string& name, std::size_t bytes, int spoil_every) {
  const tests::CommandFolder folder;
  std::ofstream(folder.path() / "match.yaml", std::ios::binary)
      << "roundhouse: 1\nname: A long match\nextends: train\nmatch:\n  games: " << bytes / 16'384 << "\n";
  tests::ProgramCall call;
  call.folder = folder.path();
  call.arguments = {"simulate", "match.yaml", "--games", "1", "--record", "played"};
  REQUIRE(tests::run_program(call).status == 0);
  const fs::directory_iterator played(folder.path() / "played");
  const std::string text = tests::read_file(played->path());
  REQUIRE(text.size() > bytes);
  const fs::path path = own_folder() / name;
  std::ofstream stream(path, std::ios::binary);
  stream << "[variant " << long_match() << "]\n"
         << text.substr(text.find("[players"),
                        text.find(']', text.find("[players")) - text.find("[players") + 1)
         << "\n\n";
  std::size_t at = text.find("\nround ") + 1;
  for (int game = 1; at < text.size(); ++game) {
    const std::size_t next = std::min(text.find("\ngame ", at), text.size() - 1) + 1;
    std::string lines = text.substr(at, next - at);
    if (game % spoil_every == 0) {
      // A tile where it can hardly lie, in the middle of the game.
      const std::size_t place = lines.find(">mexican", lines.size() / 2);
      if (place != std::string::npos) lines.replace(place, 8, ">Ann    ");
    }
    stream << lines;
    at = next;
  }
  return path;
}

}  // namespace

TEST_CASE("a large record is judged a round at a time", "[cli]") {
  const fs::path legal = write_large("roundhouse-large-legal.train", "Ann: 12-12 12-6\n\n");
  const fs::path illegal = write_large("roundhouse-large-illegal.train", "Ann: 12-12 12-6\nBen: 6-3>Ann\n\n");
  const fs::path broken = write_large("roundhouse-large-broken.train", "Zed: 12-12\n\n");

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
  CHECK(third.errors.find("| Zed: 12-12\n") != std::string::npos);
  CHECK(third.errors.find("| ^^^\n") != std::string::npos);

  const fs::path allowed =
      write_large("roundhouse-large-allowed.train",
                  "Ann: 12-12 12-6\nBen: 6-3>Ann\nreferee Kim: allow \"so be it\"\nAnn: 9-3\n\n");
  const auto fourth = judge(allowed);
  CHECK(fourth.status == 0);
  CHECK(fourth.output.find(": legal, but for what was let stand\n") != std::string::npos);
  CHECK(fourth.output.find("note[closed-train]: late.2") != std::string::npos);
  CHECK(fourth.output.find("this lets it stand: \"so be it\"\n") != std::string::npos);

  for (const fs::path& path : {legal, illegal, broken, allowed}) fs::remove(path);
}

TEST_CASE("a large record is judged by the rules and the players that it has come to", "[cli]") {
  const std::string end = "round again\nAnn: 12-12 12-5\nMax: 12-4\nBen: 12-7\n\n";
  const std::string changes = "rules draws=2\njoins Max after Ann\n" + end;
  // The round that follows has nobody of that name.
  const fs::path path = write_large("roundhouse-large-changing.train", changes);
  for (const char* jobs : {"1", "3"}) {
    const auto result = judge(path, jobs);
    CHECK(result.status == 1);
    CHECK(result.output.find("error[turn-order]: again.2: It is Max's turn here, not Ben's\n") !=
          std::string::npos);
    CHECK(result.output.find("| Ann: 12-12 12-5\n") != std::string::npos);
    CHECK(result.output.find("| Ben: 12-7\n") != std::string::npos);
    CHECK(result.output.find(" 1 illegal\n") != std::string::npos);
    check_memory(result);
  }
  const fs::path refused = write_large("roundhouse-large-refused.train", "rules draws=2 nothing=3\n" + end);
  const auto result = judge(refused);
  CHECK(result.status == 3);
  CHECK(result.errors.find("error[unknown-option]: 'nothing' is no option") != std::string::npos);
  CHECK(result.errors.find("| rules draws=2 nothing=3\n") != std::string::npos);
  for (const fs::path& file : {path, refused}) fs::remove(file);
}

TEST_CASE("a large record gets the same verdict with any number of threads, and from a pipe", "[cli]") {
  const fs::path path = write_match("roundhouse-matches.train", more_than_is_held, 60);
  const auto alone = judge(path, "1");
  CHECK(alone.status == 1);
  CHECK(alone.errors == "");
  static const std::regex counts("\n[0-9]+ rounds: [0-9]+ legal, [0-9]+ illegal\n$");
  CHECK(std::regex_search(alone.output, counts));
  check_memory(alone);
  for (const char* jobs : {"2", "5"}) {
    const auto together = judge(path, jobs);
    CHECK(together.status == 1);
    CHECK(together.output == alone.output);
    if (std::string_view(jobs) == "2") check_memory(together);
  }

  tests::ProgramCall call;
  call.arguments = {path.string()};
  const auto piped = tests::run_shell("cat \"$1\" | roundhouse validate - --jobs 2", call);
  CHECK(piped.status == 1);
  std::string expected = alone.output;
  for (std::size_t at = 0; (at = expected.find("--> " + path.string(), at)) != std::string::npos;)
    expected.replace(at, 4 + path.string().size(), "--> standard input");
  expected.replace(0, path.string().size(), "-");
  CHECK(piped.output == expected);
  fs::remove(path);
}

TEST_CASE("Ctrl-C ends the judging of a large record with what was judged", "[cli]") {
  const fs::path path = write_large("roundhouse-interrupted.train", {}, 2 * more_than_is_held, 1);
  tests::ProgramCall call;
  call.arguments = {path.string()};
  // Without a limit: the work that one record gets is used up in a second where nothing else runs.
  const auto stopped =
      tests::run_shell(tests::interrupted("roundhouse validate --no-limit --jobs 2 \"$1\""), call);
  CHECK(stopped.status == 130);
  CHECK(stopped.errors == "roundhouse: interrupted\n");
  static const std::regex verdict(": legal\n[0-9]+ rounds: [0-9]+ legal\n$");
  CHECK(std::regex_search(stopped.output, verdict));
  fs::remove(path);
}

TEST_CASE("many records are judged side by side and shown in their order", "[cli]") {
  const tests::CommandFolder folder;
  tests::ProgramCall call;
  call.folder = folder.path();
  const auto made = tests::run_shell(
      "roundhouse simulate train --rounds --games 24 --record r >made && cd r &&"
      "sed -i 's/^Ben: .*>Ben$/&>Ann/; 20s/:.*/: 5-5>mexican/' *07.train && echo 'Zed: 5-5' "
      ">>train-4p-000011.train",
      call);
  REQUIRE(made.status == 0);
  const auto judged = [&](const std::string& flags) {
    return tests::run_shell("roundhouse validate r/*.train nowhere.train " + flags, call);
  };
  const auto alone = judged("--jobs 1");
  CHECK(alone.status == 3);
  CHECK(alone.output.ends_with("\n25 records: 22 legal, 1 illegal, 2 not readable\n"));
  CHECK(alone.errors.find("train-4p-000011.train") < alone.errors.find("nowhere.train"));
  for (const char* jobs : {"--jobs 2", "--jobs 7"}) {
    const auto together = judged(jobs);
    CHECK(together.output == alone.output);
    CHECK(together.errors == alone.errors);
    CHECK(together.status == alone.status);
  }
  const auto brief = judged("--brief");
  CHECK(brief.output.starts_with("r/train-4p-000007.train: illegal\n"));
  CHECK(brief.output.find(": legal") == std::string::npos);
  CHECK(brief.output.ends_with("\n25 records: 22 legal, 1 illegal, 2 not readable\n"));
}

TEST_CASE("a record of very many rounds takes no more memory", "[.long][long][cli]") {
  const fs::path path = own_folder() / "roundhouse-million.train";
  {
    std::ofstream stream(path, std::ios::binary);
    stream << "[variant " << long_match() << " engine_found=highest-held rounds=19]\n[players Ann Ben]\n\n";
    // No match has more than 65,535 games, of 13 rounds each.
    for (int i = 0; i < 750'000; ++i) stream << "round again\nAnn: 12-12 12-5\nBen: 12-7\n\n";
  }
  tests::ProgramCall call;
  call.arguments = {"validate", path.string(), "--jobs", "2", "--no-limit"};
  call.seconds = 7200;
  const auto result = tests::run_program(call);
  CHECK(result.status == 0);
  CHECK(result.output.ends_with("\n750000 rounds: 750000 legal\n"));
  check_memory(result);
  fs::remove(path);
}
