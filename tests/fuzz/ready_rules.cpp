#include "tests/fuzz/ready_rules.h"

#include <map>
#include <optional>

#include "dsl/check/variant_files.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

constexpr std::size_t most_tables = 200;

std::string small_set(const std::string& parent, const std::string& more) {
  return "roundhouse: 1\nname: Small\nextends: " + parent +
         "\noptions:\n  highest: 3\n  deal: { 2: 3 }\n  first_double: 3\n" + more +
         "setup:\n  players: 2..2\n";
}

std::map<std::string, std::string> read_variants() {
  std::map<std::string, std::string> texts;
  for (const std::string& name : dsl::bundled_variants(source_folder() / "variants"))
    texts[name] = read_file(source_folder() / "variants" / (name + ".yaml"));
  texts["small"] = small_set("train", "");
  texts["small-held"] = small_set("train", "  engine_found: highest-held\n");
  texts["small-club"] = small_set("club-double-twelve", "  last_double: last-of-hand\n");
  texts["small-tanglewood"] = small_set("tanglewood", "");
  return texts;
}

std::string key_of(const replay::VariantField& variant, int players) {
  std::string key = std::to_string(players) + " " + variant.name;
  for (const replay::OptionField& option : variant.options) {
    key += '\0' + option.name;
    key += '\0' + option.value;
  }
  return key;
}

std::optional<ReadyTable> make_table(const replay::VariantField& variant, int players) {
  auto sources = std::make_shared<dsl::SourceMap>();
  sources->add("record", "");
  dsl::CheckInput input{variant.name, {}};
  for (const replay::OptionField& option : variant.options)
    input.settings.push_back({option.name, option.value, option.at.span});
  dsl::Checked<dsl::CheckedRules> checked = dsl::check_variant(*sources, known_variants(), input);
  if (!checked.ok() || dsl::refuse_players(checked.value, players)) return std::nullopt;
  ReadyTable table{std::move(sources), std::make_shared<dsl::CheckedRules>(std::move(checked.value)), {}};
  table.program = engine::compile_rules(*table.rules, players);
  return table;
}

}  // namespace

const dsl::VariantReader& known_variants() {
  static const std::map<std::string, std::string> texts = read_variants();
  static const dsl::VariantReader reader = [](const std::string& wanted,
                                              const std::string&) -> dsl::LoadedText {
    // Those that are here are the newest, with or without the number of their edition.
    const auto found = texts.find(wanted.substr(0, wanted.find('@')));
    if (found == texts.end()) return {.name = wanted, .text = {}, .trouble = "there is no such file"};
    return {.name = found->first, .text = found->second, .trouble = {}};
  };
  return reader;
}

const ReadyTable* ready_table(const replay::VariantField& variant, int players) {
  static std::map<std::string, std::optional<ReadyTable>> tables;
  const std::string key = key_of(variant, players);
  const auto known = tables.find(key);
  if (known != tables.end()) return known->second ? &*known->second : nullptr;
  if (tables.size() == most_tables) tables.clear();
  const std::optional<ReadyTable>& made = tables[key] = make_table(variant, players);
  return made ? &*made : nullptr;
}

}  // namespace roundhouse::tests
