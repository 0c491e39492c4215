// roundhouse diff VARIANT VARIANT

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/json_line.h"
#include "cli/load.h"
#include "cli/number_option.h"
#include "dsl/differences/differences.h"
#include "engine/position.h"

namespace roundhouse::cli {
namespace {

struct DiffFlags {
  std::string left, right;
  std::vector<std::string> settings, left_settings, right_settings;
  std::optional<int> players;
  std::string format = "text";
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
    print(json_line(object));
  }
}

/// One of the two; the exit status says what was wrong.
std::optional<dsl::CheckedRules> load_side(const DiffFlags& flags, const std::string& variant,
                                           std::vector<std::string> own, Exit& exit) {
  dsl::SourceMap sources;
  std::string trouble;
  own.insert(own.begin(), flags.settings.begin(), flags.settings.end());
  const auto settings = read_settings(sources, own, trouble);
  if (!trouble.empty()) {
    print_error(fmt::format("roundhouse: {}\n", trouble));
    exit = worse(exit, Exit::usage);
    return std::nullopt;
  }
  auto rules = load_rules(sources, variant, settings);
  if (!rules.ok()) {
    print_error(dsl::render_diagnostics(sources, rules.diagnostics, paint_for_errors()) + "\n");
    exit = worse(exit, Exit::unreadable);
    return std::nullopt;
  }
  if (flags.players) {
    if (const auto refused = dsl::refuse_players(rules.value, *flags.players)) {
      print_error(fmt::format("roundhouse: {}: {}\n", variant, *refused));
      exit = worse(exit, Exit::usage);
      return std::nullopt;
    }
  }
  return std::move(rules.value);
}

Exit print_diff(const DiffFlags& flags) {
  Exit exit = Exit::fine;
  const auto left = load_side(flags, flags.left, flags.left_settings, exit);
  const auto right = load_side(flags, flags.right, flags.right_settings, exit);
  if (!left || !right) return exit;
  const auto differences = dsl::differences(*left, *right, flags.players);
  if (flags.format == "json") {
    print_json(differences);
  } else if (differences.empty()) {
    print(fmt::format("{} and {} play alike\n", flags.left, flags.right));
  } else {
    print(dsl::print_differences(differences, left->name == right->name ? flags.left : left->name,
                                 left->name == right->name ? flags.right + " (as set)" : right->name));
  }
  return differences.empty() ? Exit::fine : Exit::found;
}

}  // namespace

void add_diff(CLI::App& app, Run& run) {
  auto flags = std::make_shared<DiffFlags>();
  CLI::App* command = app.add_subcommand("diff", "Tell what two variants do differently");
  command->add_option("VARIANT", flags->left, "a bundled name or a path")->required();
  command->add_option("OTHER", flags->right, "another, or the same with options of its own")->required();
  command->add_option("--set", flags->settings, "option=value, for both");
  command->add_option("--set-left", flags->left_settings, "option=value, for the first alone");
  command->add_option("--set-right", flags->right_settings, "option=value, for the second alone");
  add_number(*command, "--players", flags->players, 1, engine::max_players,
             "as it is for so many players; otherwise for any number");
  command->add_option("--format", flags->format, "text or json (one difference a line)")
      ->check(CLI::IsMember({"text", "json"}));
  command->footer(
      "Examples:\n  roundhouse diff club-double-twelve dual\n  roundhouse diff dual dual --set-right "
      "doubles=free");
  command->callback([flags, &run] { run = [flags] { return print_diff(*flags); }; });
}

}  // namespace roundhouse::cli
