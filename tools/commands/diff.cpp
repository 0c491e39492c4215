// roundhouse diff VARIANT VARIANT

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/json_line.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/checked_rules.h"
#include "dsl/check/player_numbers.h"
#include "dsl/program.h"
#include "replay/record/write_record.h"
#include "tools/commands/commands.h"
#include "tools/commands/prove.h"
#include "tools/differences/differences.h"
#include "tools/prove/disagree.h"
#include "tools/prove/trouble.h"

namespace roundhouse::cli {
namespace {

// `diff --record`: a shortest record of which two rule sets say different things.

struct DiffSide {
  std::string title;  ///< as the heading of the differences has it
  const std::string& file;
  std::vector<std::string> settings;
  const dsl::CheckedRules& rules;
};

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

struct Shown {
  std::string table;
  replay::Disagreement what;
  std::string record;
};

/// One of the two rule sets at a table.
struct Playing {
  const DiffSide& side;
  const ProveTable& table;
  const engine::Rules& program;
};

std::size_t all_acts(const std::vector<engine::Act>& acts) { return acts.size(); }

/// Takes what was found if it is shorter than what is shown so far, with a record by the rules that call all
/// of its acts legal.
void keep_shortest(std::optional<Shown>& shown, const std::string& table, replay::Disagreements all,
                   const Playing& left, const Playing& right,
                   std::size_t (*length)(const std::vector<engine::Act>&)) {
  if (!all.found || (shown && length(all.found->acts) >= length(shown->what.acts))) return;
  const Playing& by = all.found->judged_by == replay::Disagreement::Side::left ? left : right;
  std::vector<std::string> settings = by.side.settings;
  settings.insert(settings.end(), by.table.settings.begin(), by.table.settings.end());
  replay::Trouble trouble;
  trouble.acts = all.found->acts;
  const std::string name = by.table.child.empty() ? by.side.file : "small.yaml";
  std::string record = replay::write_record(replay::record_of(by.program, trouble, name, settings));
  shown = Shown{table, std::move(*all.found), std::move(record)};
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
    replay::Disagreements some = replay::roam_for_disagreement(left_program, right_program, 1, most_roamed);
    const std::string table =
        fmt::format("{}, the real set", dsl::counted(static_cast<std::size_t>(count), "player"));
    looked += fmt::format("  {}: {} positions of {} at random alike\n", table, some.positions,
                          dsl::counted(some.rounds, "round"));
    const ProveTable real;
    keep_shortest(shown, table, std::move(some), {left, real, left_program}, {right, real, right_program},
                  replay::Trouble::chosen_in);
  }
  return shown;
}

/// Prints it, or that none was found and where it was looked for.
void show_disagreement(const DiffSide& left, const DiffSide& right, std::optional<int> players, bool json,
                       const dsl::ReadingBounds& bounds) {
  std::optional<Shown> shown;
  std::string looked;
  for (const replay::SmallSet& small : common_sets(left, right, players)) {
    const auto at_table = [&](const DiffSide& side) {
      return small_table(side.file, side.settings, bounds, side.rules, small, side.file, "small.yaml");
    };
    const auto mine = at_table(left);
    const auto theirs = at_table(right);
    if (!mine || !theirs) continue;
    const engine::Rules left_program = engine::compile_rules(mine->rules, small.players);
    const engine::Rules right_program = engine::compile_rules(theirs->rules, small.players);
    replay::Disagreements all = replay::find_disagreement(left_program, right_program, most_positions);
    looked += fmt::format("  {}: {}{} positions alike\n", small.text(), all.whole ? "all " : "the first ",
                          all.positions);
    keep_shortest(shown, small.text(), std::move(all), {left, *mine, left_program},
                  {right, *theirs, right_program}, all_acts);
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

struct DiffFlags {
  std::string left, right;
  std::vector<std::string> settings, left_settings, right_settings;
  std::optional<int> players;
  std::string format = "text";
  bool record = false;
  dsl::ReadingBounds bounds;
};

void print_json(const std::vector<dsl::Difference>& differences) {
  for (const dsl::Difference& made : differences) {
    const auto text = [](const std::string& side) {
      return side.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(side);
    };
    nlohmann::ordered_json object;
    object["schema"] = 1;
    object["kind"] = dsl::difference_kind_name(made.kind);
    object["name"] = made.name;
    object["left"] = text(made.left);
    object["right"] = text(made.right);
    print(dsl::json_line(object) + "\n");
  }
}

/// One of the two; the exit status says what was wrong.
std::optional<dsl::CheckedRules> load_side(const DiffFlags& flags, const std::string& variant,
                                           std::vector<std::string> own, Exit& exit) {
  dsl::SourceMap sources;
  own.insert(own.begin(), flags.settings.begin(), flags.settings.end());
  auto rules = load_rules(
      sources, {.variant = variant, .settings = read_settings(sources, own), .bounds = flags.bounds});
  if (!rules.ok()) {
    print_complaints(sources, rules.diagnostics);
    exit = worse(exit, Exit::unreadable);
    return std::nullopt;
  }
  if (flags.players) {
    if (const auto refused = dsl::refuse_players(rules.value, *flags.players)) {
      print_error(fmt::format("roundhouse: {}: {}\n", dsl::printable_line(variant), *refused));
      exit = worse(exit, Exit::usage);
      return std::nullopt;
    }
  }
  return std::move(rules.value);
}

/// The name of a side, with the options set for it alone: the last value of each.
std::string title_of(const std::string& name, const std::vector<std::string>& settings) {
  std::map<std::string, std::string> set;
  for (const std::string& setting : settings) set[dsl::split_setting(setting).option] = setting;
  std::string all;
  for (const auto& [option, setting] : set) all += (all.empty() ? "" : ", ") + setting;
  return dsl::printable_line(all.empty() ? name : fmt::format("{} ({})", name, all));
}

std::vector<std::string> with_both(const DiffFlags& flags, const std::vector<std::string>& own) {
  std::vector<std::string> all = flags.settings;
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

Exit print_diff(DiffFlags flags) {
  Exit exit = Exit::fine;
  for (auto [variant, settings] :
       {std::pair{&flags.left, &flags.left_settings}, std::pair{&flags.right, &flags.right_settings}}) {
    WrittenVariant written = read_variant(*variant, *settings);
    *variant = std::move(written.name);
    *settings = std::move(written.settings);
  }
  const auto left = load_side(flags, flags.left, flags.left_settings, exit);
  const auto right = load_side(flags, flags.right, flags.right_settings, exit);
  if (!left || !right) return exit;
  const auto differences = dsl::differences(*left, *right, flags.players);
  const bool same_name = left->name == right->name;
  const std::string left_title = title_of(same_name ? flags.left : left->name, flags.left_settings);
  const std::string right_title = title_of(same_name ? flags.right : right->name, flags.right_settings);
  if (flags.format == "json") {
    print_json(differences);
  } else if (differences.empty()) {
    print(fmt::format("{} and {} play alike\n", title_of(flags.left, flags.left_settings),
                      title_of(flags.right, flags.right_settings)));
  } else {
    print(dsl::print_differences(differences, left_title, right_title));
  }
  if (flags.record)
    show_disagreement({left_title, flags.left, with_both(flags, flags.left_settings), *left},
                      {right_title, flags.right, with_both(flags, flags.right_settings), *right},
                      flags.players, flags.format == "json", flags.bounds);
  return differences.empty() ? Exit::fine : Exit::found;
}

}  // namespace

void add_diff(CLI::App& app, Run& run) {
  auto flags = std::make_shared<DiffFlags>();
  Command command(app, "diff", "Tell what two variants do differently");
  command.word("VARIANT", flags->left, "a bundled name or a path, perhaps with options in quotes");
  command.word("OTHER", flags->right, "another, or the same with options of its own");
  command.settings("--set", flags->settings, "for both");
  command.settings("--set-left", flags->left_settings, "for the first alone");
  command.settings("--set-right", flags->right_settings, "for the second alone");
  command.players(flags->players, "as it is for so many players; otherwise for any number");
  command.one_of("--format", flags->format, {"text", "json"}, "text or json (one difference a line)");
  command.sign("--record", flags->record,
               "also show a shortest record of which the two say different things, on a small set");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse diff club-double-twelve dual\n  roundhouse diff dual dual --set-right "
      "doubles=free");
  command.does(run, [flags] { return print_diff(*flags); });
}

}  // namespace roundhouse::cli
