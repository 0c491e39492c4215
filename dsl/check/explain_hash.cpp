#include "dsl/check/explain_hash.h"

#include <fmt/format.h>

#include <vector>

#include "dsl/check/check.h"

namespace roundhouse::dsl {
namespace {

/// Hashes taken before giving up: a second at most.
constexpr int most_tries = 5'000;
/// A number without a range may be anything; these are what families write.
constexpr std::pair<std::int32_t, std::int32_t> likely_numbers{0, 100};

std::vector<std::int32_t> values_of(const Option& option) {
  std::vector<std::int32_t> values;
  if (option.type == Type::truth) return {0, 1};
  for (const NameId choice : option.choices) values.push_back(choice.value);
  if (option.type != Type::number) return values;
  const auto [least, most] = option.range.value_or(likely_numbers);
  for (std::int32_t n = least; n <= most && n - least <= most_tries; ++n) values.push_back(n);
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

std::optional<std::string> option_behind_hash(const CheckedRules& rules, std::string_view hash) {
  CheckedRules other = rules;
  int tries = 0;
  const auto is_it = [&] { return ++tries <= most_tries && rules_hash(other).starts_with(hash); };
  for (std::size_t o = 0; o < rules.options.size(); ++o) {
    const Option& option = rules.options[o];
    for (const std::int32_t value : values_of(option)) {
      if (tries > most_tries) return std::nullopt;
      if (option.by.empty()) {
        other.options[o].value = value;
        if (value != option.value && is_it())
          return fmt::format("{}={}", option.name, value_text(rules, option, value));
        continue;
      }
      for (std::size_t cell = 0; cell < option.table.size(); ++cell) {
        other.options[o].table[cell].value = value;
        if (value != option.table[cell].value && is_it())
          return fmt::format("{}={} for {}", option.name, value_text(rules, option, value),
                             cell_text(option.table[cell]));
        other.options[o].table[cell].value = option.table[cell].value;
      }
    }
    other.options[o].value = option.value;
  }
  return std::nullopt;
}

}  // namespace roundhouse::dsl
