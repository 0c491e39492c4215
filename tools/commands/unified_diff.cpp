#include "tools/commands/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace roundhouse::cli {
namespace {

constexpr std::size_t context = 3;
/// Cells of the table of common lines; past it all that lies between is shown as changed.
constexpr std::size_t most_compared = 4'000'000;

/// With their line ends, so that a changed one is a change.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

struct Step {
  char sign = ' ';
  std::string_view line;
};

using Lines = std::vector<std::string_view>;

/// Appends the steps from one middle part to the other.
void add_middle(const Lines& before, std::size_t begin, std::size_t end, const Lines& after,
                std::size_t begin_after, std::size_t end_after, std::vector<Step>& steps) {
  const std::size_t rows = end - begin;
  const std::size_t columns = end_after - begin_after;
  std::size_t i = 0;
  std::size_t j = 0;
  if (rows > 0 && columns > 0 && rows * columns <= most_compared) {
    std::vector<std::uint32_t> common((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
      return common[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;)
      for (std::size_t column = columns; column-- > 0;)
        at(row, column) = before[begin + row] == after[begin_after + column]
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
    while (i < rows && j < columns) {
      if (before[begin + i] == after[begin_after + j]) {
        steps.push_back({' ', before[begin + i]});
        ++i;
        ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        steps.push_back({'-', before[begin + i++]});
      } else {
        steps.push_back({'+', after[begin_after + j++]});
      }
    }
  }
  for (; i < rows; ++i) steps.push_back({'-', before[begin + i]});
  for (; j < columns; ++j) steps.push_back({'+', after[begin_after + j]});
}

std::string range_text(std::size_t first, std::size_t count) {
  if (count == 1) return std::to_string(first);
  return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Lines old = lines_of(before);
  const Lines made = lines_of(after);
  std::size_t same = 0;
  while (same < old.size() && same < made.size() && old[same] == made[same]) ++same;
  std::size_t tail = 0;
  while (tail < old.size() - same && tail < made.size() - same &&
         old[old.size() - 1 - tail] == made[made.size() - 1 - tail])
    ++tail;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < same; ++i) steps.push_back({' ', old[i]});
  add_middle(old, same, old.size() - tail, made, same, made.size() - tail, steps);
  for (std::size_t i = old.size() - tail; i < old.size(); ++i) steps.push_back({' ', old[i]});

  std::string text = fmt::format("--- {}\n+++ {}\n", name, name);
  std::size_t line = 1;
  std::size_t line_after = 1;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t change = i;
    while (change < steps.size() && steps[change].sign == ' ') ++change;
    if (change == steps.size()) break;
    const std::size_t first = change - std::min(change - i, context);
    line += first - i;
    line_after += first - i;
    // A hunk goes on while changes lie so near that what stands round them meets.
    std::size_t end = change;
    std::size_t quiet = 0;
    std::size_t last = change;
    for (; end < steps.size() && quiet <= 2 * context; ++end) {
      quiet = steps[end].sign == ' ' ? quiet + 1 : 0;
      if (quiet == 0) last = end;
    }
    end = std::min(last + 1 + context, steps.size());
    std::string body;
    std::size_t count = 0;
    std::size_t count_after = 0;
    for (std::size_t step = first; step < end; ++step) {
      count += steps[step].sign != '+';
      count_after += steps[step].sign != '-';
      body += steps[step].sign;
      body += steps[step].line;
      if (!steps[step].line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
    }
    text +=
        fmt::format("@@ -{} +{} @@\n", range_text(line, count), range_text(line_after, count_after)) + body;
    line += count;
    line_after += count_after;
    i = end;
  }
  return text;
}

}  // namespace roundhouse::cli
