#include "cli/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace roundhouse::cli {
namespace {

constexpr std::size_t context = 3;
/// Cells of the table of common lines; of more lines than that all are shown as changed.
constexpr std::size_t most_cells = 16'000'000;

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

struct Step {
  char sign;  ///< ' ', '-' or '+'
  std::string_view line;
};

/// The way from one to the other with the most lines kept.
std::vector<Step> steps_between(const Lines& before, const Lines& after) {
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first]) ++first;
  std::size_t last = 0;
  while (last < before.size() - first && last < after.size() - first &&
         before[before.size() - 1 - last] == after[after.size() - 1 - last])
    ++last;
  const std::size_t rows = before.size() - first - last;
  const std::size_t columns = after.size() - first - last;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < first; ++i) steps.push_back({' ', before[i]});
  std::size_t row = 0;
  std::size_t column = 0;
  if ((rows + 1) * (columns + 1) <= most_cells) {
    // common[r][c]: the most lines in common from there on.
    std::vector<std::uint32_t> common((rows + 1) * (columns + 1));
    const auto at = [&](std::size_t r, std::size_t c) -> std::uint32_t& {
      return common[r * (columns + 1) + c];
    };
    for (std::size_t r = rows; r-- > 0;)
      for (std::size_t c = columns; c-- > 0;)
        at(r, c) = before[first + r] == after[first + c] ? at(r + 1, c + 1) + 1
                                                         : std::max(at(r + 1, c), at(r, c + 1));
    while (row < rows && column < columns) {
      if (before[first + row] == after[first + column]) {
        steps.push_back({' ', before[first + row++]});
        ++column;
      } else if (at(row + 1, column) >= at(row, column + 1)) {
        steps.push_back({'-', before[first + row++]});
      } else {
        steps.push_back({'+', after[first + column++]});
      }
    }
  }
  for (; row < rows; ++row) steps.push_back({'-', before[first + row]});
  for (; column < columns; ++column) steps.push_back({'+', after[first + column]});
  for (std::size_t i = before.size() - last; i < before.size(); ++i) steps.push_back({' ', before[i]});
  return steps;
}

std::string range_text(std::size_t begin, std::size_t count) {
  const std::size_t shown = count == 0 ? begin : begin + 1;
  return count == 1 ? fmt::format("{}", shown) : fmt::format("{},{}", shown, count);
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const std::vector<Step> steps = steps_between(lines_of(before), lines_of(after));
  std::string text = fmt::format("--- {}\n+++ {}\n", name, name);
  std::size_t old_line = 0;
  std::size_t new_line = 0;
  for (std::size_t at = 0; at < steps.size();) {
    if (steps[at].sign == ' ') {
      ++at;
      ++old_line;
      ++new_line;
      continue;
    }
    // A hunk: from here to where more lines than two contexts are the same.
    const std::size_t begin = at - std::min(context, at);
    std::size_t end = at + 1;
    for (std::size_t i = end, same = 0; i < steps.size() && same <= 2 * context; ++i) {
      same = steps[i].sign == ' ' ? same + 1 : 0;
      if (same == 0) end = i + 1;
    }
    end = std::min(end + context, steps.size());
    std::string hunk;
    std::size_t old_count = 0;
    std::size_t new_count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      old_count += steps[i].sign != '+';
      new_count += steps[i].sign != '-';
      hunk += steps[i].sign;
      hunk += steps[i].line;
      if (!steps[i].line.ends_with('\n')) hunk += "\n\\ No newline at end of file\n";
    }
    const std::size_t lead = at - begin;
    text += fmt::format("@@ -{} +{} @@\n{}", range_text(old_line - lead, old_count),
                        range_text(new_line - lead, new_count), hunk);
    old_line += old_count - lead;
    new_line += new_count - lead;
    at = end;
  }
  return text;
}

}  // namespace roundhouse::cli
