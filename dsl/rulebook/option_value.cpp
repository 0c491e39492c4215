#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/by_players.h"
#include "dsl/rulebook/rows_in_force.h"

namespace roundhouse::dsl {
namespace {

std::string value_text(const CheckedRules& rules, const Option& option, std::int32_t value) {
  if (option.type == Type::truth) return value != 0 ? "yes" : "no";
  if (option.type == Type::name) return std::string(rules.name_text({static_cast<std::uint16_t>(value)}));
  return std::to_string(value);
}

std::string range_text(std::int32_t low, std::int32_t high) {
  if (low == high) return std::to_string(low);
  return high == low + 1 ? fmt::format("{} or {}", low, high) : fmt::format("{} to {}", low, high);
}

std::string key_text(TableKey key, std::int32_t low, std::int32_t high) {
  const std::string range = range_text(low, high);
  switch (key) {
    case TableKey::players:
      return range + (high == 1 ? " player" : " players");
    case TableKey::round:
      return (low == high ? "round " : "rounds ") + range;
    case TableKey::highest:
      return "a double-" + range;
  }
  return range;
}

/// A table by more than the players, worked out for each number of them: what else it goes by is the set.
std::string by_players_alone(const CheckedRules& rules, OptionId id, const Known& known) {
  const Option& option = rules.options[id.value];
  TypedExpr asked;
  asked.op = Op::table;
  asked.index = id.value;
  for (const TableKey key : option.by) {
    TypedExpr& arg = asked.args.emplace_back();
    arg.op = Op::member;
    arg.index =
        static_cast<std::int32_t>(key == TableKey::players ? Member::match_players : Member::set_highest);
    arg.args.emplace_back().op = Op::root;
  }
  const ByPlayers values = by_players(asked, rules, known);
  if (values.is_number()) return std::to_string(values.steps.front().value);
  std::vector<std::string> parts;
  for (const ByPlayers::Step& step : values.steps)
    parts.push_back(fmt::format("{} for {}", step.value, players_text(step.least, step.most)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string option_value(const CheckedRules& rules, const Option& option, const Known& known) {
  if (option.by.empty()) return value_text(rules, option, option.value);
  const bool by_round = contains(option.by, TableKey::round);
  if (option.by.size() > 1 && !by_round) {
    const auto id = static_cast<std::uint16_t>(&option - rules.options.data());
    const std::string text = by_players_alone(rules, {id}, known);
    if (!text.empty()) return text;
  }
  std::vector<std::string> parts;
  for (const TableEntry& entry : option.table) {
    std::string keys;
    bool asked = true;
    for (std::size_t i = 0; i < option.by.size(); ++i) {
      auto [low, high] = entry.ranges[i];
      if (option.by[i] == TableKey::players) {
        // A value for all the players that there can be needs no saying.
        const std::vector<std::int32_t> numbers = players_known(rules, known);
        const std::int32_t least = numbers.front();
        const std::int32_t most = numbers.back();
        asked = asked && low <= most && high >= least;
        if (low <= least && high >= most) continue;
        low = std::max(low, least);
        high = std::min(high, most);
      }
      keys += (keys.empty() ? "" : " and ") + key_text(option.by[i], low, high);
    }
    const std::string value = value_text(rules, option, entry.value);
    if (asked) parts.push_back(keys.empty() ? value : fmt::format("{} for {}", value, keys));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace roundhouse::dsl
