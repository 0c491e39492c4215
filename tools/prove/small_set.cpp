#include "tools/prove/small_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"

namespace roundhouse::replay {
namespace {

/// The option that a value of the setup just is; nullptr: it is none.
const dsl::Option* option_of(const dsl::CheckedRules& rules, const dsl::TypedExpr& value) {
  if (value.op != dsl::Op::option && value.op != dsl::Op::table) return nullptr;
  const dsl::Option& option = rules.options[static_cast<std::size_t>(value.index)];
  return option.type == dsl::Type::number ? &option : nullptr;
}

bool takes(const dsl::Option& option, int number) {
  if (option.range && (number < option.range->first || number > option.range->second)) return false;
  return option.numbers.empty() || contains(option.numbers, number);
}

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) made += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return made + "\"";
}

}  // namespace

std::string SmallSet::text() const {
  return fmt::format("{}, double-{}, {} each", players == 1 ? "1 player" : fmt::format("{} players", players),
                     highest, deal == 1 ? "1 tile" : fmt::format("{} tiles", deal));
}

std::vector<SmallSet> small_sets(const dsl::CheckedRules& rules) {
  std::vector<SmallSet> sets;
  const std::vector<std::int32_t> permitted = dsl::player_numbers(rules.setup);
  for (const int highest : {2, 3}) {
    int tables = 0;
    for (const std::int32_t players : permitted) {
      if (players < 2 && permitted.back() >= 2) continue;
      if (tables++ == 2) break;
      SmallSet small{static_cast<int>(players), highest, 0};
      // Some tiles are left to draw.
      small.deal = std::min(3, (small.tiles() - 2) / small.players);
      if (small.deal > 0) sets.push_back(small);
    }
  }
  return sets;
}

std::optional<std::vector<std::string>> small_settings(const dsl::CheckedRules& rules,
                                                       const SmallSet& small) {
  const dsl::Option* highest = option_of(rules, rules.setup.highest);
  const dsl::Option* deal = option_of(rules, rules.setup.deal);
  if (highest == nullptr || deal == nullptr) return std::nullopt;
  if (!takes(*highest, small.highest) || !takes(*deal, small.deal)) return std::nullopt;
  std::vector<std::string> settings{fmt::format("{}={}", highest->name, small.highest),
                                    fmt::format("{}={}", deal->name, small.deal)};
  const dsl::TypedExpr& copies = rules.setup.copies;
  if (const dsl::Option* option = option_of(rules, copies)) {
    if (option->value != 1) settings.push_back(option->name + "=1");
  } else if (copies.op != dsl::Op::number || copies.number != 1) {
    return std::nullopt;
  }
  return settings;
}

std::string small_variant(const dsl::CheckedRules& rules, const std::string& parent, const SmallSet& small,
                          std::optional<int> scheduled) {
  const dsl::Option* highest = option_of(rules, rules.setup.highest);
  const dsl::Option* deal = option_of(rules, rules.setup.deal);
  std::string text =
      fmt::format("roundhouse: 1\nname: {}\nextends: {}\n", quoted(small.text()), quoted(parent));
  // Other readers of the options get their values, too, and a table of deals has one for this set.
  std::string options;
  if (highest != nullptr && takes(*highest, small.highest))
    options += fmt::format("  {}: {}\n", highest->name, small.highest);
  if (deal != nullptr && deal != highest && takes(*deal, small.deal))
    options += fmt::format("  {}: {}\n", deal->name, small.deal);
  if (!options.empty()) text += "options:\n" + options;
  text += fmt::format("setup:\n  players: {}\n  set: {{ highest: {}, copies: 1 }}\n  deal: {}\n",
                      small.players, small.highest, small.deal);
  if (scheduled) text += fmt::format("match:\n  double: {}\n", *scheduled);
  return text;
}

}  // namespace roundhouse::replay
