// Play that looks for trouble: rule files with a planted hole (tests/prove), what is found in them, and the
// search held against the slow reading's own.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "engine/fold.h"
#include "engine/play.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/run_program.h"
#include "tests/support/set_positions.h"
#include "tools/prove/disagree.h"
#include "tools/prove/explore.h"
#include "tools/prove/roam.h"
#include "tools/prove/state_key.h"
#include "tools/prove/trouble.h"

namespace roundhouse::tests {
namespace {

using Json = nlohmann::json;

std::vector<dsl::OptionSetting> small(int highest, int deal) {
  return {{"highest", std::to_string(highest), {}}, {"deal", std::to_string(deal), {}}};
}

/// "# trouble: dead-end" of a planted file.
std::string planted(const std::string& text, const std::string& key) {
  const std::string begin = "# " + key + ": ";
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  return text.substr(at + begin.size(), text.find('\n', at) - at - begin.size());
}

std::vector<Json> lines_of(const std::string& output) {
  std::vector<Json> all;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
  return all;
}

std::vector<std::filesystem::path> planted_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/prove"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// All ways of a slow game to an end, each position once.

struct SlowSearch {
  std::set<std::string> met;
  std::set<std::vector<std::int32_t>> outcomes;

  void search(const slow::SlowGame& game) {
    std::vector<slow::SlowGame> waiting{game};
    while (!waiting.empty()) {
      const slow::SlowGame at = waiting.back();
      waiting.pop_back();
      if (!met.insert(at.dump()).second) continue;
      if (at.expected().next == slow::Expected::Next::over) {
        add(at);
        continue;
      }
      for (const slow::Act& act : next_acts(at)) {
        slow::SlowGame after = at;
        after.apply(act);
        waiting.push_back(std::move(after));
      }
    }
  }

  void add(const slow::SlowGame& over) {
    if (!over.table.engine || over.table.voided) return;
    std::vector<std::int32_t> outcome;
    for (const slow::AtTable& player : over.table.players) outcome.push_back(player.points);
    outcome.push_back(over.table.winner ? static_cast<std::int32_t>(*over.table.winner) : -1);
    outcomes.insert(std::move(outcome));
  }
};

/// The same at tables that are turned: each outcome with everybody's points one seat further, again and
/// again.
std::set<std::vector<std::int32_t>> turned_all_ways(std::set<std::vector<std::int32_t>> outcomes) {
  const std::size_t players = outcomes.begin()->size() - 1;
  for (std::size_t turn = 1; turn < players; ++turn) {
    const auto before = outcomes;
    for (std::vector<std::int32_t> outcome : before) {
      std::rotate(outcome.begin(), outcome.begin() + 1, outcome.end() - 1);
      std::int32_t& winner = outcome.back();
      if (winner >= 0)
        winner = (winner + static_cast<std::int32_t>(players) - 1) % static_cast<std::int32_t>(players);
      outcomes.insert(std::move(outcome));
    }
  }
  return outcomes;
}

TEST_CASE("the holes planted in rule files are found, with records of at most fifteen acts",
          "[replay][prove]") {
  const std::vector<std::filesystem::path> files = planted_files();
  CHECK(files.size() >= 20);
  for (const std::filesystem::path& file : files) {
    INFO(file.filename().string());
    const std::string text = read_file(file);
    const CommandFolder folder;
    std::filesystem::copy_file(file, folder.path() / file.filename());
    const ProgramResult result =
        run_program({.arguments = {"lint", "--prove", "--budget", "200000", "--format", "json", "--write",
                                   "records", file.filename().string()},
                     .folder = folder.path(),
                     .seconds = 120});
    CHECK(result.errors == "");
    bool found = false;
    for (const Json& line : lines_of(result.output)) {
      if (!line.contains("trouble")) continue;
      CHECK(line["acts"] <= 15);
      const std::string written = line["written"];
      CHECK(read_file(folder.path() / written) == line["record"]);
      // What it shows is legal, as far as it goes.
      const ProgramResult judged =
          run_program({.arguments = {"validate", written}, .folder = folder.path(), .merge_errors = true});
      INFO(judged.output);
      CHECK(judged.status == 0);
      CHECK(judged.output.find(": legal") != std::string::npos);
      const ProgramResult replayed =
          run_program({.arguments = {"replay", written}, .folder = folder.path(), .merge_errors = true});
      CHECK(replayed.status == 0);
      const std::vector<std::string> rows = line["rows"];
      found = found || (line["trouble"] == planted(text, "trouble") &&
                        std::find(rows.begin(), rows.end(), planted(text, "row")) != rows.end());
    }
    CHECK(found);
  }
}

TEST_CASE("holes that only later rounds of a match show are found, with records that are legal",
          "[replay][prove]") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/prove/match")) {
    const std::filesystem::path& file = entry.path();
    INFO(file.filename().string());
    ++files;
    const std::string text = read_file(file);
    const CommandFolder folder;
    std::filesystem::copy_file(file, folder.path() / file.filename());
    const ProgramResult result =
        run_program({.arguments = {"lint", "--prove", "--budget", "100000", "--format", "json", "--write",
                                   "found", file.filename().string()},
                     .folder = folder.path(),
                     .seconds = 120});
    INFO(result.output);
    bool found = false;
    for (const Json& line : lines_of(result.output)) {
      if (!line.contains("trouble")) continue;
      const std::string written = line["written"];
      const ProgramResult judged =
          run_program({.arguments = {"validate", written}, .folder = folder.path(), .merge_errors = true});
      INFO(judged.output);
      CHECK(judged.status == 0);
      CHECK(judged.output.find(": legal") != std::string::npos);
      CHECK(run_program({.arguments = {"replay", written}, .folder = folder.path()}).status == 0);
      const std::vector<std::string> rows = line["rows"];
      if (line["trouble"] != planted(text, "trouble")) continue;
      if (std::find(rows.begin(), rows.end(), planted(text, "row")) == rows.end()) continue;
      found = true;
      // It is in just that round, and the rounds before stand in the record.
      const std::string record = line["record"];
      std::size_t rounds = 0;
      for (std::size_t at = record.find("\nround "); at != std::string::npos;
           at = record.find("\nround ", at + 1))
        ++rounds;
      CHECK(std::to_string(rounds) == planted(text, "round"));
    }
    CHECK(found);
  }
  CHECK(files >= 4);
}

TEST_CASE("a match that play brings to no end is reported where it says when it is over", "[replay][prove]") {
  const auto proved = [](const std::string& over) {
    const CommandFolder folder;
    std::ofstream(folder.path() / "house.yaml") << R"(roundhouse: 1
name: House
extends: train
match:
  rounds: none
  over: )" + over + R"(
rules:
  - id: back-to-nothing
    after: counting
    when: me == round.winner
    do: score(me, 0 - me.total)
    says: Whoever goes out begins again from nothing.
)";
    const ProgramResult result =
        run_program({.arguments = {"lint", "--prove", "--budget", "20000", "--format", "json", "house.yaml"},
                     .folder = folder.path(),
                     .seconds = 120});
    CHECK(result.errors == "");
    std::vector<Json> reported;
    for (const Json& line : lines_of(result.output))
      if (line.contains("trouble") && line["trouble"] == "endless-match") reported.push_back(line);
    return reported;
  };
  const std::vector<Json> reported = proved("all(p in players where p.total >= 1000)");
  REQUIRE(reported.size() == 1);
  CHECK(reported[0]["line"] == 6);
  // It shows in no round.
  CHECK(reported[0]["record"].is_null());
  CHECK(proved("any(p in players where p.total >= 300)").empty());
}

TEST_CASE("rows that never make a difference are named, each where it stands", "[replay][prove]") {
  const CommandFolder folder;
  std::ofstream(folder.path() / "house.yaml") << R"(roundhouse: 1
name: House
extends: train
facts:
  cups: { of: player, per: match, is: int }
acts:
  toast:
    when: me.turns == 1 and turn.laid == 0 and turn.drew == 0 and me.cups == 0
    do: add(me.cups, 1)
    says: Before the first tile a player may raise a glass.
  drop:
    when: me.cups > 5
    says: After six glasses one may be dropped.
rules:
  - id: again
    permit: toast
    when: me.cups > 4
    says: Whoever has had five glasses may have a sixth.
  - id: idle-exception
    except: closed-train
    when: end.marked
    says: A marked train is not closed.
  - id: good-exception
    except: closed-train
    when: tile.double and tile.low == 2
    says: The double two may lie anywhere.
  - id: idle-mark
    except: mark-when-stuck
    when: me.cups > 3
    says: Whoever has had four glasses puts up no marker.
  - id: good-mark
    except: mark-when-stuck
    when: me.cups == 0
    says: Whoever has had none puts up no marker.
  - id: idle-forbid
    forbid: draw
    when: me.cups > 2
    says: Nobody draws after three glasses.
)";
  const ProgramResult result =
      run_program({.arguments = {"lint", "--prove", "--budget", "60000", "house.yaml"},
                   .folder = folder.path(),
                   .seconds = 120});
  INFO(result.output);
  const auto said = [&](const std::string& line) {
    return result.output.find("\n  " + line + "\n") != std::string::npos;
  };
  CHECK(said("again (house.yaml:15)"));
  CHECK(said("idle-exception (house.yaml:19)"));
  CHECK(said("idle-mark (house.yaml:27)"));
  CHECK(said("idle-forbid (house.yaml:35)"));
  CHECK(said("drop (house.yaml:11)"));
  CHECK(result.output.find("\n  good-") == std::string::npos);
  CHECK(result.output.find("\n  toast") == std::string::npos);
  CHECK(result.output.find("\n  closed-train") == std::string::npos);
}

TEST_CASE("the bundled games come through play with no warning", "[replay][prove]") {
  for (const std::string& variant : bundled_names()) {
    INFO(variant);
    const ProgramResult result = run_program(
        {.arguments = {"lint", "--prove", "--deny-warnings", "--budget", "60000", variant}, .seconds = 120});
    INFO(result.output);
    CHECK(result.status == 0);
    CHECK(result.output.find("no trouble found in play") != std::string::npos);
  }
}

TEST_CASE("all rounds that the slow reading finds on a small set are found, and no others",
          "[replay][prove][agreement]") {
  for (const std::string variant : {"train", "encyclopedia"}) {
    INFO(variant);
    const dsl::CheckedRules rules = bundled_rules(variant, small(2, 1));
    const replay::WatchedRules watched = replay::watch_rules(rules, 2);
    replay::HitCounts tally;
    const replay::Exploration all = replay::explore(watched, {.most_positions = 1'000'000}, tally);
    REQUIRE(all.whole);
    SlowSearch slow;
    slow::SlowGame game(rules, 2);
    game.begin_round();
    slow.search(game);
    CHECK(all.outcomes.size() > 10);
    REQUIRE(all.symmetry.turns);
    CHECK(turned_all_ways(all.outcomes) == turned_all_ways(slow.outcomes));
    // And as they are where no two tables are taken for one.
    const replay::Exploration plain =
        replay::explore(watched, {.most_positions = 1'000'000, .symmetry = false}, tally);
    REQUIRE(plain.whole);
    CHECK(plain.outcomes == slow.outcomes);
    // Positions that differ in a count which no rule asks for are one.
    CHECK(all.positions < slow.met.size());
  }
}

TEST_CASE("positions that are taken for equal have equally many legal acts", "[replay][prove]") {
  const engine::Rules program = engine::compile_rules(bundled_rules("train", small(3, 2)), 2);
  const replay::PlayKey keys(program);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> acts_of;
  std::size_t again = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    engine::Random random(seed);
    engine::Position position = engine::begin_match(program);
    engine::PlayOptions options;
    engine::Observer observer;
    observer.act = [&](const engine::Act&, const engine::Position& after) {
      engine::ActList list;
      replay::all_next(program, after, list);
      const replay::PlayHash key = keys.of(after);
      const auto [at, fresh] = acts_of.try_emplace({key.a, key.b}, list.size());
      if (!fresh) ++again;
      CHECK(at->second == list.size());
    };
    engine::play_round(program, position, random, options, observer);
  }
  CHECK(again > 100);
}

TEST_CASE("the same seed finds the same", "[replay][prove]") {
  const dsl::CheckedRules rules = bundled_rules("train");
  const replay::WatchedRules watched = replay::watch_rules(rules, 3);
  const auto roamed = [&](std::uint64_t seed) {
    replay::HitCounts tally;
    const replay::Roaming all = replay::roam(watched, {.seed = seed, .most_positions = 5'000}, tally);
    return std::pair(all.rounds, tally.reached);
  };
  CHECK(roamed(1) == roamed(1));
}

TEST_CASE("a check changes no game", "[replay][prove]") {
  const std::string text = "roundhouse: 1\nname: House\nextends: train\n";
  const std::string check =
      "checks:\n  - id: never-so\n    never: me.count > 100\n    at: lay\n  - id: always-so\n    always: "
      "count(e in ends) > 0\n";
  const dsl::CheckedRules without = rules_from_text(text);
  const dsl::CheckedRules with = rules_from_text(text + check);
  CHECK(dsl::rules_hash(without) == dsl::rules_hash(with));
  CHECK(with.checks.size() == 2);
}

TEST_CASE("a child keeps its parent's checks and not its examples", "[replay][prove]") {
  const CommandFolder folder;
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder.path() / name) << text;
  };
  write("club.yaml",
        "roundhouse: 1\nname: Club\nextends: train\nchecks:\n  - id: odd\n    never: me.count > 1\n    at: "
        "lay\nexamples:\n  - says: Nonsense.\n    record: |\n      [players Ann Ben]\n      round 12\n      "
        "Ann: 12-12 1-2>mexican\n    is: legal\n");
  write("house.yaml", "roundhouse: 1\nname: House\nextends: club.yaml\n");
  write("other.yaml", "roundhouse: 1\nname: Other\nextends: club.yaml\nremove: [odd]\n");
  const auto lint = [&](const std::vector<std::string>& arguments) {
    return run_program({.arguments = arguments, .folder = folder.path(), .merge_errors = true});
  };
  const ProgramResult club = lint({"lint", "club.yaml"});
  CHECK(club.status == 1);
  CHECK(club.output.find("error[failing-example]: the referee says that this example is illegal\n  --> "
                         "club.yaml:14:9") != std::string::npos);
  CHECK(lint({"lint", "house.yaml"}).output == "house.yaml: no findings\n");
  const ProgramResult house = lint({"lint", "--prove", "--budget", "5000", "house.yaml"});
  CHECK(house.status == 1);
  CHECK(house.output.find("error[broken-claim]: the check 'odd' does not hold") != std::string::npos);
  CHECK(lint({"lint", "--prove", "--budget", "5000", "other.yaml"}).status == 0);
}

TEST_CASE("two rule sets part at the shortest record, and the referee agrees", "[replay][prove]") {
  const engine::Rules train = engine::compile_rules(bundled_rules("train", small(2, 2)), 2);
  CHECK(!replay::find_disagreement(train, train, 20'000).found);
  std::vector<dsl::OptionSetting> free = small(2, 2);
  free.push_back({"doubles", "free", {}});
  const engine::Rules other = engine::compile_rules(bundled_rules("train", free), 2);
  const replay::Disagreements parted = replay::find_disagreement(train, other, 20'000);
  REQUIRE(parted.found);
  const bool by_train = parted.found->judged_by == replay::Disagreement::Side::left;
  const auto is_legal_by = [&](const engine::Rules& program) {
    engine::Position position = engine::begin_match(program);
    engine::begin_round(program, position);
    for (std::size_t i = 0; i + 1 < parted.found->acts.size(); ++i)
      engine::apply(program, position, parted.found->acts[i]);
    return engine::is_legal(program, position, parted.found->acts.back());
  };
  CHECK(is_legal_by(train) == by_train);
  CHECK(is_legal_by(other) != by_train);
}

TEST_CASE("where small sets play alike a record of the real set distinguishes two rule sets",
          "[replay][prove]") {
  const std::string odd =
      "roundhouse: 1\nname: Great doubles\nextends: train\nrules:\n  - id: odd\n    forbid: lay\n    when: "
      "tile.double and tile.high > 8 and end.others and round.boneyard < 20\n";
  for (const int players : {2, 5}) {
    INFO(players);
    const engine::Rules train = engine::compile_rules(bundled_rules("train"), players);
    const engine::Rules other = engine::compile_rules(rules_from_text(odd), players);
    CHECK(!replay::roam_for_disagreement(train, train, 1, 3'000).found);
    const replay::Disagreements parted = replay::roam_for_disagreement(train, other, 1, 50'000);
    REQUIRE(parted.found);
    // Only the child forbids, and only the last act.
    CHECK(parted.found->judged_by == replay::Disagreement::Side::left);
    CHECK(parted.found->left == "legal");
    CHECK(parted.found->right.find("odd") != std::string::npos);
    engine::Position position = engine::begin_match(train);
    engine::begin_round(train, position);
    for (std::size_t i = 0; i < parted.found->acts.size(); ++i) {
      const engine::Act& act = parted.found->acts[i];
      engine::ActList list;
      replay::all_next(train, position, list);
      CHECK(std::find(list.begin(), list.end(), act) != list.end());
      if (engine::is_by_rows(act.kind))
        CHECK(engine::is_legal(other, position, act) == (i + 1 < parted.found->acts.size()));
      engine::apply(train, position, act);
    }
    // The same seed finds the same.
    CHECK(replay::roam_for_disagreement(train, other, 1, 50'000).found->acts == parted.found->acts);
  }
}

TEST_CASE("rounds that end otherwise are distinguished at random, too", "[replay][prove]") {
  const engine::Rules train = engine::compile_rules(bundled_rules("train"), 3);
  const engine::Rules dear = engine::compile_rules(bundled_rules("train", {{"double_blank", "50", {}}}), 3);
  const replay::Disagreements parted = replay::roam_for_disagreement(train, dear, 1, 50'000);
  REQUIRE(parted.found);
  CHECK(parted.found->kind == replay::Disagreement::Kind::result);
  CHECK(parted.found->left != parted.found->right);
}

}  // namespace
}  // namespace roundhouse::tests
