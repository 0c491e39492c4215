#include "dsl/check/explain_hash.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "dsl/check/print_rules.h"
#include "dsl/check/sha256.h"

namespace roundhouse::dsl {
namespace {

/// Values tried before giving up, however short the rules are.
constexpr std::size_t most_tries = 5'000;
constexpr std::int64_t most_numbers = most_tries;
/// A number without a range may be anything; these are what families write.
constexpr std::pair<std::int32_t, std::int32_t> likely_numbers{0, 100};

struct Values {
  std::vector<std::int32_t> tried;
  bool all = true;  ///< no value that the option may have is missing
};

Values values_of(const Option& option) {
  Values values;
  if (option.type == Type::truth) return {{0, 1}, true};
  for (const NameId choice : option.choices) values.tried.push_back(choice.value);
  if (option.type != Type::number) return values;
  if (!option.numbers.empty()) return {option.numbers, true};
  const auto [least, most] = option.range.value_or(likely_numbers);
  values.all = option.range && std::int64_t{most} - least <= most_numbers;
  for (std::int64_t n = least; n <= most && n - least <= most_numbers; ++n)
    values.tried.push_back(static_cast<std::int32_t>(n));
  return values;
}

std::string value_text(const CheckedRules& rules, const Option& option, std::int32_t value) {
  if (option.type == Type::truth) return value != 0 ? "true" : "false";
  if (option.type == Type::name) return rules.names[static_cast<std::size_t>(value)];
  return std::to_string(value);
}

std::string cell_text(const TableEntry& cell) {
  std::string text;
  for (const auto& [low, high] : cell.ranges) {
    if (!text.empty()) text += ", ";
    text += low == high ? std::to_string(low) : fmt::format("{}..{}", low, high);
  }
  return text;
}

}  // namespace

NearbyHashes hashes_nearby(const CheckedRules& rules, std::size_t budget) {
  CheckedRules other = rules;
  NearbyHashes nearby;
  const std::string rows = print_rule_rows(rules);
  std::size_t hashed = 0;
  const auto add = [&](std::string change) {
    const std::string text = print_rule_options(other) + rows;
    hashed += text.size();
    nearby.changes.push_back({sha256(text), std::move(change)});
  };
  const auto may_try = [&] {
    nearby.all_tried = nearby.all_tried && nearby.changes.size() < most_tries && hashed < budget;
    return nearby.all_tried;
  };
  for (std::size_t o = 0; o < rules.options.size() && nearby.all_tried; ++o) {
    const Option& option = rules.options[o];
    const Values values = values_of(option);
    for (const std::int32_t value : values.tried) {
      const std::string text = fmt::format("{}={}", option.name, value_text(rules, option, value));
      if (option.by.empty()) {
        other.options[o].value = value;
        if (value == option.value) continue;
        if (!may_try()) break;
        add(text);
        continue;
      }
      for (std::size_t cell = 0; cell < option.table.size(); ++cell) {
        if (value == option.table[cell].value) continue;
        if (!may_try()) break;
        other.options[o].table[cell].value = value;
        add(fmt::format("{} for {}", text, cell_text(option.table[cell])));
        other.options[o].table[cell].value = option.table[cell].value;
      }
    }
    other.options[o].value = option.value;
    if (!values.all) nearby.all_tried = false;
  }
  return nearby;
}

HashExplanation option_behind_hash(const NearbyHashes& nearby, std::string_view hash) {
  for (const NearbyHashes::Changed& changed : nearby.changes)
    if (changed.hash.starts_with(hash)) return {changed.change, nearby.all_tried};
  return {std::nullopt, nearby.all_tried};
}

}  // namespace roundhouse::dsl
