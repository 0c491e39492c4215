#include "tools/commands/small_table.h"

#include <utility>

#include "dsl/program.h"
#include "engine/fold.h"
#include "engine/rules.h"

namespace roundhouse::cli {
namespace {

/// The double that the rules schedule for the first round.
int scheduled_first(const dsl::CheckedRules& rules, int players) {
  const engine::Rules program = engine::compile_rules(rules, players);
  engine::Position position = engine::begin_match(program);
  engine::begin_round(program, position);
  return position.scheduled;
}

bool is_playable(const dsl::Checked<dsl::CheckedRules>& loaded, const replay::SmallSet& small) {
  return loaded.ok() && !dsl::refuse_players(loaded.value, small.players) &&
         scheduled_first(loaded.value, small.players) <= small.highest;
}

}  // namespace

std::optional<SmallTable> small_table(const std::string& file, const std::vector<std::string>& wished,
                                      const dsl::ReadingBounds& bounds, const dsl::CheckedRules& rules,
                                      const replay::SmallSet& small, const std::string& parent,
                                      const std::string& child_name) {
  if (const auto settings = replay::small_settings(rules, small)) {
    SmallTable table;
    std::vector<std::string> all = wished;
    all.insert(all.end(), settings->begin(), settings->end());
    auto loaded = load_rules(
        *table.sources, {.variant = file, .settings = read_settings(*table.sources, all), .bounds = bounds});
    if (is_playable(loaded, small)) {
      table.rules = std::move(loaded.value);
      table.small = small;
      table.settings = *settings;
      return table;
    }
  }
  for (const std::optional<int> scheduled : {std::optional<int>(), std::optional<int>(small.highest)}) {
    SmallTable table;
    table.child = replay::small_variant(rules, parent, small, scheduled);
    auto loaded =
        load_child(*table.sources,
                   {.variant = file, .settings = read_settings(*table.sources, wished), .bounds = bounds},
                   child_name, table.child);
    if (!is_playable(loaded, small)) continue;
    table.rules = std::move(loaded.value);
    table.small = small;
    return table;
  }
  return std::nullopt;
}

}  // namespace roundhouse::cli
