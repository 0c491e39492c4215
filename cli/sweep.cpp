#include "cli/sweep.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "dsl/base/whole_number.h"

namespace roundhouse::cli {
namespace {

/// The parts between commas that stand in no braces and no quotation marks.
std::vector<std::string> parts_of(const std::string& written) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : written) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

struct Range {
  std::int32_t first = 0;
  std::int32_t last = 0;
};
/// "8..12"
std::optional<Range> range_in(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto first = dsl::whole_number<std::int32_t>(text.substr(0, dots));
  const auto last = dsl::whole_number<std::int32_t>(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  return Range{*first, *last};
}

}  // namespace

std::vector<std::string> swept_values(const std::string& written) {
  std::vector<std::string> values;
  for (const std::string& part : parts_of(written)) {
    const std::optional<Range> range = range_in(part);
    if (!range) values.push_back(part);
    for (std::int64_t number = range ? range->first : 1; range && number <= range->last; ++number) {
      if (values.size() > most_columns) break;
      values.push_back(std::to_string(number));
    }
    if (values.size() > most_columns) break;
  }
  return values;
}

std::vector<std::vector<std::string>> swept_settings(const std::vector<std::string>& written) {
  std::vector<std::vector<std::string>> all(1);
  for (const std::string& setting : written) {
    const std::size_t value = std::min(setting.find('='), setting.size() - 1) + 1;
    std::vector<std::vector<std::string>> more;
    for (const std::vector<std::string>& before : all)
      for (const std::string& one : swept_values(setting.substr(value))) {
        if (more.size() > most_columns) break;
        more.push_back(before);
        more.back().push_back(setting.substr(0, value) + one);
      }
    all = std::move(more);
  }
  return all;
}

std::optional<std::vector<int>> swept_players(const std::string& written) {
  constexpr int most = 1'000'000;
  std::vector<int> numbers;
  for (const std::string& value : swept_values(written)) {
    const auto number = dsl::whole_number<int>(value, 0, most);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace roundhouse::cli
