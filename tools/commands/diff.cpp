// roundhouse diff VARIANT VARIANT

#include <fmt/format.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "dsl/base/json_line.h"
#include "dsl/base/setting_text.h"
#include "dsl/base/shown_text.h"
#include "tools/commands/commands.h"
#include "tools/commands/disagreement.h"
#include "tools/differences/differences.h"

namespace roundhouse::cli {
namespace {

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
