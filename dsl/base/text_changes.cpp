#include "dsl/base/text_changes.h"

#include <algorithm>
#include <vector>

#include "dsl/base/whole_number.h"

namespace roundhouse::dsl {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// A block of lines that stand one after the other, before and after.
struct Block {
  std::size_t line = 0;  ///< at which it begins in the text before, from 0
  Lines before;
  Lines after;
};

/// `@@ -12,3 +14,5 @@`
std::optional<std::size_t> first_line(std::string_view head) {
  constexpr std::string_view mark = "@@ -";
  if (!head.starts_with(mark)) return std::nullopt;
  head.remove_prefix(mark.size());
  const std::size_t end = std::min(head.find_first_not_of("0123456789"), head.size());
  const auto line = whole_number<std::size_t>(head.substr(0, end));
  if (!line) return std::nullopt;
  // Of a block that only adds lines the line is the one before it.
  return head.substr(end).starts_with(",0 ") || *line == 0 ? *line : *line - 1;
}

std::optional<std::vector<Block>> blocks_of(std::string_view changes) {
  std::vector<Block> blocks;
  for (const std::string_view line : lines_of(changes)) {
    if (line.starts_with("@@")) {
      const auto begin = first_line(line);
      if (!begin) return std::nullopt;
      blocks.push_back({*begin, {}, {}});
      continue;
    }
    if (blocks.empty()) continue;  // the names of the files
    const std::string_view text = line.substr(1);
    switch (line.front()) {
      case ' ':
        blocks.back().before.push_back(text);
        blocks.back().after.push_back(text);
        break;
      case '-':
        blocks.back().before.push_back(text);
        break;
      case '+':
        blocks.back().after.push_back(text);
        break;
      default:
        return std::nullopt;
    }
  }
  return blocks;
}

}  // namespace

std::optional<std::string> with_changes(std::string_view text, std::string_view changes) {
  const auto blocks = blocks_of(changes);
  if (!blocks) return std::nullopt;
  const Lines lines = lines_of(text);
  std::string changed;
  std::size_t done = 0;  // lines
  for (const Block& block : *blocks) {
    const auto stands_at = [&](std::size_t line) {
      return line >= done && line + block.before.size() <= lines.size() &&
             std::equal(block.before.begin(), block.before.end(),
                        lines.begin() + static_cast<std::ptrdiff_t>(line));
    };
    std::size_t at = block.line;
    if (!stands_at(at)) {
      at = done;
      while (at < lines.size() && !stands_at(at)) ++at;
      if (!stands_at(at)) return std::nullopt;
    }
    for (; done < at; ++done) changed += lines[done];
    for (const std::string_view line : block.after) changed += line;
    done += block.before.size();
  }
  for (; done < lines.size(); ++done) changed += lines[done];
  return changed;
}

}  // namespace roundhouse::dsl
