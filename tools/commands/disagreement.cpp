#include "tools/commands/disagreement.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "cli/console.h"
#include "dsl/base/json_line.h"
#include "dsl/base/number_words.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/player_numbers.h"
#include "dsl/program.h"
#include "replay/record/write_record.h"
#include "tools/commands/small_table.h"
#include "tools/prove/disagree.h"
#include "tools/prove/trouble_record.h"

namespace roundhouse::cli {
namespace {

constexpr std::size_t most_positions = 150'000;
constexpr std::size_t most_roamed = 5'000;  ///< positions of each number of players

/// Small sets that both rule sets can be played with.
std::vector<replay::SmallSet> common_sets(const DiffSide& left, const DiffSide& right,
                                          std::optional<int> players) {
  std::vector<replay::SmallSet> common;
  const std::vector<replay::SmallSet> theirs = replay::small_sets(right.rules);
  for (const replay::SmallSet& mine : replay::small_sets(left.rules)) {
    const auto same = [&](const replay::SmallSet& other) {
      return other.players == mine.players && other.highest == mine.highest;
    };
    if (players && mine.players != *players) continue;
    if (any_of(theirs, same)) common.push_back(mine);
  }
  return common;
}

std::optional<SmallTable> table_of(const DiffSide& side, const replay::SmallSet& small,
                                   const dsl::ReadingBounds& bounds) {
  return small_table(side.file, side.settings, bounds, side.rules, small, side.file, "small.yaml");
}

struct Shown {
  std::string table;
  replay::Disagreement what;
  std::string record;
};

std::string record_text(const replay::Disagreement& what, const SmallTable& table, const DiffSide& side,
                        const engine::Rules& program) {
  std::vector<std::string> settings = side.settings;
  settings.insert(settings.end(), table.settings.begin(), table.settings.end());
  replay::Trouble trouble;
  trouble.acts = what.acts;
  const std::string name = table.child.empty() ? side.file : "small.yaml";
  return replay::write_record(replay::record_of(program, trouble, name, settings));
}

/// Searches the real set, with every number of players that both allow; for rules that no small set
/// distinguishes.
std::optional<Shown> roam(const DiffSide& left, const DiffSide& right, std::optional<int> players,
                          std::string& looked) {
  std::optional<Shown> shown;
  const std::vector<std::int32_t> theirs = dsl::player_numbers(right.rules.setup);
  for (const std::int32_t count : dsl::player_numbers(left.rules.setup)) {
    if (players && count != *players) continue;
    if (!contains(theirs, count)) continue;
    if (dsl::refuse_players(left.rules, count) || dsl::refuse_players(right.rules, count)) continue;
    const engine::Rules left_program = engine::compile_rules(left.rules, count);
    const engine::Rules right_program = engine::compile_rules(right.rules, count);
    if (left_program.highest != right_program.highest || left_program.copies != right_program.copies)
      continue;
    replay::RoamedDisagreements some =
        replay::roam_for_disagreement(left_program, right_program, 1, most_roamed);
    const std::string table =
        fmt::format("{}, the real set", dsl::counted(static_cast<std::size_t>(count), "player"));
    looked += fmt::format("  {}: {} positions of {} at random alike\n", table, some.positions,
                          dsl::counted(some.rounds, "round"));
    if (!some.found) continue;
    const bool by_left = some.found->judged_by == replay::Disagreement::Side::left;
    const DiffSide& side = by_left ? left : right;
    replay::Trouble trouble;
    trouble.acts = some.found->acts;
    std::string record = replay::write_record(
        replay::record_of(by_left ? left_program : right_program, trouble, side.file, side.settings));
    if (!shown || replay::Trouble::chosen_in(some.found->acts) < replay::Trouble::chosen_in(shown->what.acts))
      shown = Shown{table, std::move(*some.found), std::move(record)};
  }
  return shown;
}

}  // namespace

void show_disagreement(const DiffSide& left, const DiffSide& right, std::optional<int> players, bool json,
                       const dsl::ReadingBounds& bounds) {
  std::optional<Shown> shown;
  std::string looked;
  for (const replay::SmallSet& small : common_sets(left, right, players)) {
    const auto mine = table_of(left, small, bounds);
    const auto theirs = table_of(right, small, bounds);
    if (!mine || !theirs) continue;
    const engine::Rules left_program = engine::compile_rules(mine->rules, small.players);
    const engine::Rules right_program = engine::compile_rules(theirs->rules, small.players);
    replay::Disagreements all = replay::find_disagreement(left_program, right_program, most_positions);
    looked += fmt::format("  {}: {}{} positions alike\n", small.text(), all.whole ? "all " : "the first ",
                          all.positions);
    if (!all.found) continue;
    const bool by_left = all.found->judged_by == replay::Disagreement::Side::left;
    std::string record = by_left ? record_text(*all.found, *mine, left, left_program)
                                 : record_text(*all.found, *theirs, right, right_program);
    if (!shown || all.found->acts.size() < shown->what.acts.size())
      shown = Shown{small.text(), std::move(*all.found), std::move(record)};
  }
  if (!shown) shown = roam(left, right, players, looked);
  if (json) {
    nlohmann::ordered_json object;
    object["schema"] = 1;
    object["kind"] = "record";
    object["record"] = shown ? nlohmann::ordered_json(shown->record) : nlohmann::ordered_json();
    object["left"] = shown ? nlohmann::ordered_json(shown->what.left) : nlohmann::ordered_json();
    object["right"] = shown ? nlohmann::ordered_json(shown->what.right) : nlohmann::ordered_json();
    return print(dsl::json_line(object) + "\n");
  }
  if (!shown) return print("\nNo record was found that tells them apart\n" + looked);
  print(fmt::format("\nA record that tells them apart ({})\n\n", shown->table));
  std::istringstream lines(shown->record);
  for (std::string line; std::getline(lines, line);)
    print(line.empty() ? "\n" : "  " + dsl::printable_line(line) + "\n");
  print(fmt::format("\n  {}: {}\n  {}: {}\n", left.title, dsl::printable_line(shown->what.left), right.title,
                    dsl::printable_line(shown->what.right)));
}

}  // namespace roundhouse::cli
