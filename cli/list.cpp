// roundhouse list

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/load.h"
#include "cli/variant_folder.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::cli {
namespace {

std::string value_text(const dsl::CheckedRules& rules, const dsl::Option& option, std::int32_t value) {
  if (option.type == dsl::Type::truth) return value != 0 ? "true" : "false";
  if (option.type == dsl::Type::name)
    return std::string(rules.name_text({static_cast<std::uint16_t>(value)}));
  return std::to_string(value);
}

std::string table_text(const dsl::CheckedRules& rules, const dsl::Option& option) {
  std::string text;
  for (const dsl::TableEntry& entry : option.table) {
    if (!text.empty()) text += ", ";
    for (const auto& [low, high] : entry.ranges)
      text += low == high ? fmt::format("{} ", low) : fmt::format("{}..{} ", low, high);
    text.back() = ':';
    text += " " + value_text(rules, option, entry.value);
  }
  return "{ " + text + " }";
}

Exit list_all() {
  const auto folder = variant_folder();
  if (!folder) {
    print_error(
        "roundhouse: the bundled variants are not where they should be; set ROUNDHOUSE_VARIANTS to their "
        "folder\n");
    return Exit::unreadable;
  }
  Exit worst = Exit::fine;
  for (const std::string& name : dsl::bundled_variants(*folder)) {
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, name, {});
    if (!rules.ok()) {
      print_error(dsl::render_diagnostics(sources, rules.diagnostics, paint_for_errors()));
      worst = worse(worst, Exit::unreadable);
      continue;
    }
    print(fmt::format("{:<20} {} ({} to {} players)\n", name, rules.value.name,
                      rules.value.setup.least_players, rules.value.setup.most_players));
  }
  return worst;
}

Exit list_one(const std::string& variant) {
  dsl::SourceMap sources;
  const auto rules = load_rules(sources, variant, {});
  if (!rules.ok()) {
    print_error(dsl::render_diagnostics(sources, rules.diagnostics, paint_for_errors()) + "\n");
    return Exit::unreadable;
  }
  print(fmt::format("{}: {} to {} players\n", rules.value.name, rules.value.setup.least_players,
                    rules.value.setup.most_players));
  for (const dsl::Option& option : rules.value.options) {
    print(fmt::format(
        "  {} = {}\n", option.name,
        option.by.empty() ? value_text(rules.value, option, option.value) : table_text(rules.value, option)));
    if (!option.ask.empty()) print(fmt::format("      {}\n", option.ask));
    std::string choices;
    for (const dsl::NameId choice : option.choices)
      choices += (choices.empty() ? "" : ", ") + std::string(rules.value.name_text(choice));
    if (!choices.empty()) print(fmt::format("      one of: {}\n", choices));
    if (option.range) print(fmt::format("      from {} to {}\n", option.range->first, option.range->second));
  }
  return Exit::fine;
}

}  // namespace

void add_list(CLI::App& app, Run& run) {
  auto variant = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("list", "List the bundled variants, or a variant's options");
  command->add_option("VARIANT", *variant, "a bundled name or a path");
  command->footer("Examples:\n  roundhouse list\n  roundhouse list dual");
  command->callback(
      [variant, &run] { run = [variant] { return variant->empty() ? list_all() : list_one(*variant); }; });
}

}  // namespace roundhouse::cli
