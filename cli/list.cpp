// roundhouse list

#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "dsl/rulebook/rows_in_force.h"

namespace roundhouse::cli {
namespace {

std::string value_text(const dsl::CheckedRules& rules, const dsl::Option& option, std::int32_t value) {
  if (option.type == dsl::Type::truth) return value != 0 ? "true" : "false";
  if (option.type == dsl::Type::name)
    return std::string(rules.name_text({static_cast<std::uint16_t>(value)}));
  return std::to_string(value);
}

std::string table_text(const dsl::CheckedRules& rules, const dsl::Option& option) {
  std::vector<std::pair<std::vector<std::pair<std::int32_t, std::int32_t>>, std::string>> cells;
  for (const dsl::TableEntry& entry : option.table)
    cells.emplace_back(entry.ranges, value_text(rules, option, entry.value));
  for (const dsl::NotPlayed& cell : option.not_played) cells.emplace_back(cell.ranges, "not played");
  // As they were written, where nothing is to be put between them.
  if (!option.not_played.empty()) sort(cells);
  const auto key = [](std::pair<std::int32_t, std::int32_t> range) {
    return range.first == range.second ? fmt::format("{}: ", range.first)
                                       : fmt::format("{}..{}: ", range.first, range.second);
  };
  // Of two keys the cells with the same outer one stand together.
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [ranges, value] = cells[i];
    const auto same_outer = [&](std::size_t other) { return cells[other].first.front() == ranges.front(); };
    const bool nested = ranges.size() > 1;
    if (i > 0) text += ", ";
    if (nested && (i == 0 || !same_outer(i - 1))) text += key(ranges.front()) + "{ ";
    text += key(ranges.back()) + value;
    if (nested && (i + 1 == cells.size() || !same_outer(i + 1))) text += " }";
  }
  return "{ " + text + " }";
}

/// A line for each variant.
Exit list_named(const std::vector<std::string>& names) {
  Exit worst = Exit::fine;
  for (const std::string& name : names) {
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, {.variant = name});
    if (!rules.ok()) {
      print_complaints(sources, rules.diagnostics);
      worst = worse(worst, Exit::unreadable);
      continue;
    }
    print(fmt::format("{:<20} {} ({})\n", name, dsl::printable_line(rules.value.name),
                      dsl::players_text(rules.value.setup)));
  }
  return worst;
}

Exit list_all() {
  const auto folder = variant_folder();
  if (!folder)
    return refuse(
        Exit::unreadable,
        "the bundled variants are not where they should be; set ROUNDHOUSE_VARIANTS to their folder");
  const Exit first = list_named(dsl::bundled_variants(*folder));
  const std::vector<std::string> more = dsl::more_variants(*folder);
  if (more.empty()) return first;
  print("\nmore games:\n");
  return worse(first, list_named(more));
}

Exit list_one(const std::string& variant, const dsl::ReadingBounds& bounds) {
  dsl::SourceMap sources;
  const auto rules = load_rules(sources, {.variant = variant, .bounds = bounds});
  if (!rules.ok()) return refuse(sources, rules.diagnostics);
  print(fmt::format("{}: {}\n", dsl::printable_line(rules.value.name), dsl::players_text(rules.value.setup)));
  const dsl::NamesInForce names = dsl::names_in_force(rules.value, {});
  for (std::size_t i = 0; i < rules.value.options.size(); ++i) {
    const dsl::Option& option = rules.value.options[i];
    // Inherited, and under the other options it decides nothing: `lint --leftovers` says why.
    if (!names.options[i] && option.where.file != dsl::FileId{}) continue;
    print(fmt::format(
        "  {} = {}\n", option.name,
        option.by.empty() ? value_text(rules.value, option, option.value) : table_text(rules.value, option)));
    if (!option.ask.empty()) print(fmt::format("      {}\n", option.ask));
    std::vector<std::string> choices;
    for (const dsl::NameId choice : option.choices) choices.emplace_back(rules.value.name_text(choice));
    for (const std::int32_t number : option.numbers) choices.push_back(std::to_string(number));
    if (option.called.empty() && !choices.empty())
      print(fmt::format("      one of: {}\n", fmt::join(choices, ", ")));
    for (const std::string& choice : choices)
      if (const auto called = option.called.find(choice); called != option.called.end())
        print(fmt::format("      {:<18} {}\n", choice, called->second));
    if (!option.range || !option.numbers.empty()) continue;
    const auto [low, high] = *option.range;
    print(low == high ? fmt::format("      only {}\n", low)
                      : fmt::format("      from {} to {}\n", low, high));
  }
  for (const dsl::Fact& fact : rules.value.facts)
    if (!fact.shown.empty()) print(fmt::format("  {} is shown as {}\n", fact.name, fact.shown));
  return Exit::fine;
}

}  // namespace

void add_list(CLI::App& app, Run& run) {
  struct ListFlags {
    std::string variant;
    dsl::ReadingBounds bounds;
  };
  auto flags = std::make_shared<ListFlags>();
  Command command(app, "list", "List the bundled variants, or a variant's options");
  command.optional_word("VARIANT", flags->variant, "a bundled name or a path");
  command.examples("Examples:\n  roundhouse list\n  roundhouse list dual");
  command.confine(flags->bounds);
  command.does(
      run, [flags] { return flags->variant.empty() ? list_all() : list_one(flags->variant, flags->bounds); });
}

}  // namespace roundhouse::cli
