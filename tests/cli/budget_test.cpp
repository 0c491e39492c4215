// The most that a stranger's input may cost: files made so that trying everything would take minutes or
// gigabytes. Time is that of the processor, memory the peak of the whole program; both are bounded with a
// margin, and the sanitizers, which take their own, are not held to them.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/run_program.h"

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

constexpr std::size_t mebibyte = std::size_t{1} << 20;
const std::string header = "[variant train]\n[players Ann Ben]\n";

#ifdef __SANITIZE_ADDRESS__
constexpr bool is_measured = false;
#else
constexpr bool is_measured = true;
#endif

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.flush());
}

/// A line of shell, killed after so many seconds of the processor: some four times what a slow machine takes
/// for the longest.
ProgramResult run(const CommandFolder& folder, const std::string& command, int seconds = 20) {
  ProgramCall call;
  call.folder = folder.path();
  call.seconds = 600;
  ProgramResult result = run_shell(within_processor_seconds(seconds) + "exec " + command, call);
  INFO(command.substr(0, 200) << "\n" << (result.output + result.errors).substr(0, 400));
  CHECK(result.signal == 0);
  CHECK(result.status <= 4);
  return result;
}

void check_memory(const ProgramResult& result, std::size_t most) {
  if (!is_measured) return;
  CHECK(result.memory > 0);
  CHECK(result.memory <= most);
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Each `stride`th pair of a text and a command, another command with the next text.
void hold_short_texts(int stride) {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  write(in / "rounds.train", header + repeated("round 12\n", 220'000));
  write(in / "tiles.train", header + repeated("round 12\nAnn: 12-12 fine ?x190 ?x190\n", 20'000));
  write(in / "hands.train", header + "round 12\n" + repeated("hand Ann: ?x190\n", 60'000));
  write(in / "comments.train", header + repeated("#\n", 500'000) + "round 12\n" + repeated("#\n", 500'000));
  write(in / "empty.train", header + repeated("round 12\n" + std::string(1'000'000, '\n'), 30));
  write(in / "claims.train", header + repeated("round 12\n" + repeated("claim Ann 12.1\n", 50'000), 8));
  int pair = 0;
  for (const std::string name : {"rounds", "tiles", "hands", "comments", "empty", "claims"}) {
    ++pair;
    for (const std::string command : {"validate", "validate --format json", "score", "score --format html",
                                      "replay --at 12.1", "replay"}) {
      if (pair++ % stride != 0) continue;
      INFO(command << " " << name);
      check_memory(run(folder, "roundhouse " + command + " " + name + ".train >output 2>errors"),
                   100 * mebibyte);
    }
  }
}

/// Each `stride`th pair of a record and a command, another command with the next record.
void judge_unwritten_acts(int stride) {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  const std::string fine =
      "roundhouse: 1\nname: Fines\nextends: train\nacts:\n  fine:\n    by: referee\n    whom: player\n"
      "    amount: 1..1000\n    {}do: score(whom, amount)\n    says: The referee may fine a player.\n";
  std::string heavy = fmt::format(fmt::runtime(fine), "") + "rules:\n";
  for (int row = 0; row < 1'900; ++row)
    heavy += fmt::format(
        "  - id: r{0}\n    forbid: fine\n    when: amount + {0} > 4000 + count(e in ends where e.pip > {1})\n"
        "    says: No.\n",
        row, row % 7);
  write(in / "fines.yaml", fmt::format(fmt::runtime(fine), ""));
  write(in / "never.yaml", fmt::format(fmt::runtime(fine), "when: amount > 990\n    "));
  write(in / "heavy.yaml", heavy);
  const std::string left = "left Ann: 12-12\nleft Ben: 3-4\n";
  const std::string fines = repeated("referee:" + repeated(" fine", 10) + "\n", 3'000);
  const std::string fined = repeated("referee:" + repeated(" fine Ann 1", 10) + "\n", 2'000);
  const std::string scores = repeated("score Ann 1\n", 10'000);
  const std::vector<std::pair<std::string, std::string>> rounds = {
      {"open", "Ann: 12-12 draw mark\n" + fines},
      {"over", left + repeated("referee: fine\n", 4'900) + scores},
      {"unfinished", scores + fined},
      {"fined", left + fined + scores},
      {"scores", "Ann: 12-12 draw mark\n" + left + repeated("score Ann 1 Ben 2\n", 20'000)},
      {"short", "Ann: 12-12 draw mark\n" + repeated("referee: fine\n", 20)}};
  int pair = 0;
  for (const std::string rules : {"fines", "never", "heavy"})
    for (const auto& [name, round] : rounds) {
      ++pair;
      const std::string start = fmt::format("[variant {}.yaml]\n[players Ann Ben]\n", rules);
      const std::size_t times = mebibyte / round.size() + 1;
      write(in / "record.train", start + repeated("round 12\n" + round, times));
      for (const std::string command : {"validate", "score", "replay --at 12.1"}) {
        if (pair++ % stride != 0) continue;
        INFO(command << " " << name << " under " << rules);
        const ProgramResult result = run(folder, "roundhouse " + command + " record.train >output");
        check_memory(result, 256 * mebibyte);
        CHECK_FALSE(has(result.errors, "error["));
      }
    }
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

TEST_CASE("a game of computers alone is played without looking for what they might have done better",
          "[cli]") {
  const CommandFolder folder;
  const ProgramResult played = run(folder,
                                   "roundhouse play wild-blanks --players 4 --seats easy,easy,easy,easy "
                                   "--plain --pace 0 --seed 4 --record a.train",
                                   5);
  CHECK(played.status == 0);
  CHECK(has(played.output, "The game is over. Its record is a.train"));
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
    check_memory(result, 64 * mebibyte);
  }
}

TEST_CASE("a small record takes little memory, however many are judged side by side", "[cli]") {
  const CommandFolder folder;
  write(folder.path() / "tiny.train", header + "round 12\nAnn: 12-12 draw mark\n");
  const ProgramResult rules = run(folder, "roundhouse lint train");
  const ProgramResult tiny = run(folder, "roundhouse validate tiny.train");
  CHECK(tiny.status == 0);
  // Beyond what the rules take by themselves.
  check_memory(tiny, rules.memory + 4 * mebibyte);
  const ProgramResult many = run(folder, "roundhouse validate --jobs 16" + repeated(" tiny.train", 128));
  CHECK(many.status == 0);
  CHECK(has(many.output, "128 records: 128 legal"));
  check_memory(many, 64 * mebibyte);
}

TEST_CASE("a thousand small records take two seconds of the processor", "[cli]") {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  write(in / "legal.train", header + "round 12\nAnn: 12-12 draw mark\n");
  write(in / "illegal.train", header + "round 12\nAnn: 12-12 draw mark\nBen: 0-0\n");
  write(in / "broken.yaml", "roundhouse: 1\nname: Broken\nextends: train\nrules: nonsense\n");
  write(in / "broken.train", "[variant broken.yaml]\n[players Ann Ben]\nround 12\n");
  write(in / "hash.train", header + "[rules sha256:00000000]\nround 12\n");
  write(in / "players.train", "[variant train]\n[players A B C D E F G H I J K L M N]\nround 12\n");
  for (const std::string kind : {"legal", "illegal", "broken", "hash", "players"}) {
    INFO(kind);
    const ProgramResult result =
        run(folder, "roundhouse validate --jobs 1" + repeated(" " + kind + ".train", 1000) + " 2>errors", 2);
    CHECK(has(result.output, "1000 records: 1000 "));
    check_memory(result, 64 * mebibyte);
  }
  CHECK(run(folder, "roundhouse score --apart" + repeated(" legal.train", 1000) + " >sheet", 2).status == 0);
}

TEST_CASE("each record that shares rules gets its own complaints", "[cli]") {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  std::filesystem::create_directory(in / "other");
  write(in / "broken.yaml", "roundhouse: 1\nname: Broken\nextends: train\nrules: nonsense\n");
  write(in / "other/broken.yaml", "roundhouse: 1\nname: Sound\nextends: train\n");
  const std::string text = "[variant broken.yaml]\n[players Ann Ben]\nround 12\nAnn: 12-12 draw mark\n";
  write(in / "one.train", text);
  write(in / "two.train", text);
  write(in / "other/three.train", text);
  write(in / "four.train", "# above\n[variant train doubles=nonsense]\n[players Ann Ben]\n");
  write(in / "five.train", "[variant train doubles=nonsense]\n[players Ann Ben]\n");
  for (const char* jobs : {"1", "4"}) {
    const ProgramResult result = run(folder, fmt::format("roundhouse validate --jobs {} one.train two.train "
                                                         "other/three.train four.train five.train one.train",
                                                         jobs));
    CHECK(has(result.output, "other/three.train: legal"));
    CHECK(has(result.output, "6 records: 1 legal, 5 not readable"));
    std::size_t reported = 0;
    for (std::size_t at = 0; (at = result.errors.find(" --> broken.yaml:4:", at)) != std::string::npos; ++at)
      ++reported;
    CHECK(reported == 3);
    CHECK(has(result.errors, " --> four.train:2:"));
    CHECK(has(result.errors, " --> five.train:1:"));
  }
}

TEST_CASE("short texts do not stand for more than can be held", "[cli]") { hold_short_texts(3); }

TEST_CASE("short texts do not stand for more than can be held, whatever is asked of them",
          "[.long][long][cli]") {
  hold_short_texts(1);
}

TEST_CASE("a text that stands for too much is reported at its place", "[cli]") {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  write(in / "rounds.train", header + repeated("round 12\n", 220'000));
  write(in / "hands.train", header + "round 12\n" + repeated("hand Ann: ?x190\n", 60'000));
  const ProgramResult sheet = run(folder, "roundhouse score rounds.train");
  CHECK(sheet.status == 3);
  CHECK(has(sheet.errors, "a score sheet has at most 10000 rounds"));
  const ProgramResult shown = run(folder, "roundhouse replay rounds.train >output");
  CHECK(shown.status == 1);  // its rounds are illegal
  CHECK(has(shown.errors, "longer than can be shown: 50000 steps at most"));
  const ProgramResult round = run(folder, "roundhouse validate hands.train");
  CHECK(round.status == 3);
  CHECK(has(round.errors, "error[too-many-entries]"));
}

TEST_CASE("rules that ask much of each act are judged as far as the work of a record reaches", "[cli]") {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  std::string rows;
  for (int r = 0; r < 1900; ++r)
    rows += fmt::format(
        "  - id: row-{}\n    forbid: lay\n    when: sum(t in rest where t.pips > {} of t.pips) > {}\n    "
        "says: "
        "Never.\n",
        r, r % 20, 5000 + r);
  write(in / "much.yaml", "roundhouse: 1\nname: Much\nextends: train\nrules:\n" + rows);
  std::string round = "round 12\nAnn: 12-12 draw mark\n";
  for (int turn = 0; turn < 40; ++turn) round += turn % 2 == 0 ? "Ben: draw mark\n" : "Ann: draw mark\n";
  write(in / "long.train", "[variant much.yaml]\n[players Ann Ben]\n" + repeated(round, 3000));
  write(in / "short.train",
        "[variant much.yaml]\n[players Ann Ben]\nround 12\nAnn: 12-12 12-5\nBen: 0-0\nAnn: 5-6\n");
  const ProgramResult judged = run(folder, "roundhouse validate long.train");
  CHECK(judged.status == 1);
  CHECK(has(judged.output, "--no-limit judges the others"));
  check_memory(judged, 256 * mebibyte);
  for (const std::string command : {"score", "replay", "replay --acts"})
    check_memory(run(folder, "roundhouse " + command + " long.train >output"), 256 * mebibyte);
  check_memory(run(folder, "roundhouse validate short.train"), 256 * mebibyte);
}

TEST_CASE("draws of tiles that are not written take little work, however many rows read them", "[cli]") {
  const CommandFolder folder;
  std::string rules =
      "roundhouse: 1\nname: Heavy\nextends: train\nfacts:\n  f: { of: round, is: int }\nrules:\n";
  std::string record = "[variant heavy.yaml]\n[players Ann Bob]\n\nround 12\nAnn: 12-12 12-5\n";
  for (int row = 0; row < 1'900; ++row)
    rules += fmt::format(
        "  - id: r{0}\n    after: draw\n    when: tile.pips * 3 + {1} > count(e in ends where e.pip > "
        "tile.low + {2})\n"
        "    do: set(round.f, {2})\n",
        row, row % 7, row % 5);
  for (int turn = 0; turn < 40; ++turn) record += "Bob: draw mark\nAnn: draw mark\n";
  write(folder.path() / "heavy.yaml", rules);
  write(folder.path() / "heavy.train", record);
  const ProgramResult result = run(folder, "roundhouse validate heavy.train");
  CHECK(result.status == 4);
  check_memory(result, 256 * mebibyte);
}

TEST_CASE("acts that are not written in full and scores written over and over take little work", "[cli]") {
  judge_unwritten_acts(3);
}

TEST_CASE("acts that are not written in full take little work, whatever is asked of them",
          "[.long][long][cli]") {
  judge_unwritten_acts(1);
}

TEST_CASE("rows that would look at sets within sets too often are refused", "[cli]") {
  const CommandFolder folder;
  const auto lint = [&](const std::string& row, int times) {
    std::string rows;
    for (int r = 0; r < times; ++r)
      rows +=
          fmt::format("  - id: row-{}\n    forbid: lay\n    when: {} == {}\n    says: Never.\n", r, row, r);
    write(folder.path() / "rows.yaml", "roundhouse: 1\nname: Rows\nextends: train\nrules:\n" + rows);
    return run(folder, "roundhouse lint rows.yaml");
  };
  const ProgramResult nested = lint(
      "count(a in me.hand where any(b in me.hand where any(c in me.hand where a.pips * b.pips == c.pips)))",
      1);
  CHECK(nested.status == 1);
  CHECK(has(nested.output + nested.errors, "error[too-costly]: to work this out in a game of many tiles"));
  const std::string pairs = "count(a in me.hand where any(b in me.hand where a.high == b.low))";
  CHECK(lint(pairs, 20).status == 0);
  const ProgramResult many = lint(pairs, 300);
  CHECK(many.status == 1);
  CHECK(has(many.output + many.errors, "the rows of these rules ask more than 1000000 questions together"));
}

TEST_CASE("a record goes on being judged as far as its budget reaches, by any number of jobs", "[cli]") {
  const CommandFolder folder;
  // One after another is illegal, so that what is foretold of the next is wrong.
  write(folder.path() / "rounds.train", header + repeated("round 12\n", 950'000));
  write(folder.path() / "turns.train",
        header + repeated("round 12\n" + repeated("Ann: 12-12 draw mark\nBen: draw mark\n", 400), 650));
  std::string cut;
  std::string whole;
  for (const char* jobs : {"1", "2", "9"}) {
    const ProgramResult rounds = run(folder, fmt::format("roundhouse validate rounds.train --jobs {}", jobs));
    CHECK(rounds.status == 1);
    CHECK(has(rounds.output, "rounds were judged; --no-limit judges the others, too"));
    check_memory(rounds, 64 * mebibyte);
    if (cut.empty()) cut = rounds.output;
    CHECK(rounds.output == cut);
    const ProgramResult turns = run(folder, fmt::format("roundhouse validate turns.train --jobs {}", jobs));
    CHECK(has(turns.output, "650 rounds: 650 illegal"));
    if (whole.empty()) whole = turns.output;
    CHECK(turns.output == whole);
  }
}

TEST_CASE("the largest files are read within five seconds and 256 MiB", "[.long][long][cli]") {
  const CommandFolder folder;
  const std::filesystem::path& in = folder.path();
  const std::size_t most = 64 * mebibyte - 1000;
  const auto fill = [&](const std::string& name, const std::string& line) {
    write(in / name, header + repeated(line, most / line.size()));
  };
  fill("rounds.train", "round 12\n");
  fill("illegal.train", "round 12\nAnn: 12-12 draw mark\nBen: 0-0\n");
  fill("gaps.train", "round 12\n?\nAnn: 12-5\n?\nBen: draw mark\n");
  fill("left.train", "round 12\nleft Ann: 12-12\nleft Ben: 3-4 4-5\nscore Ann 5 Ben 6\n");
  fill("claims.train", "round 12\n" + repeated("claim Ann 12.1\n", 60'000));
  fill("scores.train", "round 12\nAnn: 12-12 draw mark\nleft Ann: 12-12\nleft Ben: 3-4\n" +
                           repeated("score Ann 1 Ben 2\n", 20'000));
  fill("comments.train", "round 12\n" + repeated("#" + std::string(8'000, 'x') + "\n", 120));
  fill("lines.train", "round 12\n" + std::string(1'000'000, '\n'));
  fill("scribble.train", "round 12\n" + repeated("ann plays 12-12 and then draws\n", 4'000));
  write(in / "line.train", header + "round 12\nAnn: " + repeated("12-12 ", most / 6));
  for (const std::string name :
       {"rounds", "illegal", "gaps", "left", "claims", "scores", "comments", "lines", "scribble", "line"}) {
    for (const std::string command : {"validate --jobs 1", "validate --jobs 8", "score", "replay"}) {
      INFO(command << " " << name);
      check_memory(run(folder, "roundhouse " + command + " " + name + ".train >output 2>errors"),
                   256 * mebibyte);
    }
  }
}

}  // namespace roundhouse::tests
