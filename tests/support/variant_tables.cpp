#include "tests/support/variant_tables.h"

#include <utility>

#include "dsl/check/variant_files.h"
#include "engine/random.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

std::vector<std::string> values_to_try(const dsl::CheckedRules& rules, const dsl::Option& option) {
  if (option.type == dsl::Type::truth) return {"false", "true"};
  std::vector<std::string> values;
  for (const dsl::NameId choice : option.choices) values.emplace_back(rules.name_text(choice));
  for (const int value : option.numbers) values.push_back(std::to_string(value));
  if (option.range && option.numbers.empty()) {
    const auto [least, most] = *option.range;
    for (const int value : {least, least + (most - least) / 2, most}) values.push_back(std::to_string(value));
  }
  // Nobody says what a number without a range may be: what it is somewhere.
  if (values.empty() && option.by.empty()) values.push_back(std::to_string(option.value));
  if (values.empty())
    for (const dsl::TableEntry& entry : option.table) values.push_back(std::to_string(entry.value));
  return values;
}

std::string any_value(const dsl::CheckedRules& rules, const dsl::Option& option, engine::Random& random) {
  if (option.range && option.numbers.empty() && random.below(2) == 0) {
    const auto [least, most] = *option.range;
    return std::to_string(least +
                          static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1))));
  }
  const std::vector<std::string> values = values_to_try(rules, option);
  return values[random.below(static_cast<std::uint32_t>(values.size()))];
}

VariantTable any_table(const std::string& variant, const dsl::CheckedRules& rules, engine::Random& random) {
  VariantTable table{variant, {}, rules.setup.least_players};
  table.players += static_cast<int>(
      random.below(static_cast<std::uint32_t>(rules.setup.most_players - rules.setup.least_players + 1)));
  for (const dsl::Option& option : rules.options)
    if (random.below(2) == 0) table.settings.push_back({option.name, any_value(rules, option, random), {}});
  return table;
}

}  // namespace

std::vector<std::vector<dsl::OptionSetting>> settings_of(const dsl::CheckedRules& rules) {
  std::vector<std::vector<dsl::OptionSetting>> all{{}};
  for (const dsl::Option& option : rules.options)
    for (const std::string& value : values_to_try(rules, option)) all.push_back({{option.name, value, {}}});
  return all;
}

std::string VariantTable::text() const {
  std::string all = variant + ", " + std::to_string(players) + " players";
  for (const dsl::OptionSetting& setting : settings) all += ", " + setting.name + ": " + setting.value;
  return all;
}

std::vector<VariantTable> tables_of(const std::string& variant) {
  const dsl::CheckedRules rules = bundled_rules(variant);
  std::vector<VariantTable> tables;
  for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players)
    tables.push_back({variant, {}, players});
  const std::size_t defaults = tables.size();
  for (const std::vector<dsl::OptionSetting>& settings : settings_of(rules))
    if (!settings.empty()) tables.push_back({variant, settings, tables[tables.size() % defaults].players});
  return tables;
}

SetTable set_up(const VariantTable& table) {
  dsl::SourceMap sources;
  dsl::Checked<dsl::CheckedRules> checked =
      dsl::check_variant(sources, dsl::read_variant_files((source_folder() / "variants").string()),
                         {.variant = table.variant, .settings = table.settings});
  SetTable set{std::move(checked.value), {}};
  if (checked.ok() && !dsl::refuse_players(set.rules, table.players))
    set.program = engine::compile_rules(set.rules, table.players);
  return set;
}

Combinations combinations_of(const std::string& variant, std::size_t wanted, std::uint64_t seed) {
  const dsl::CheckedRules rules = bundled_rules(variant);
  engine::Random random(seed);
  Combinations found;
  while (found.accepted.size() < wanted && found.refused < 100 * static_cast<int>(wanted)) {
    VariantTable table = any_table(variant, rules, random);
    SetTable set = set_up(table);
    if (set.program)
      found.accepted.push_back({std::move(table), std::move(set)});
    else
      ++found.refused;
  }
  return found;
}

}  // namespace roundhouse::tests
