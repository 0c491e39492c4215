#include "cli/lines.h"

#include <algorithm>

#include "cli/console.h"
#include "dsl/base/utf8.h"

namespace roundhouse::cli {
namespace {

constexpr std::size_t further_in = 4;

/// The column of what the line says: behind the last gap of several spaces in its left half.
std::size_t column_below(std::string_view line, std::size_t columns) {
  const std::size_t lead = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view left = line.substr(0, columns / 2);
  const std::size_t gap = left.rfind("  ");
  if (gap == std::string_view::npos || gap < lead || gap + 2 >= line.size() || line[gap + 2] == ' ')
    return lead + further_in;
  return dsl::characters_in(line.substr(0, gap + 2));
}

/// The first byte behind so many characters.
std::size_t byte_behind(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (dsl::begins_character(text[at]) && characters-- == 0) break;
  return at;
}

void put_broken(std::string& text, std::string_view line, std::size_t columns) {
  const std::string indent(column_below(line, columns), ' ');
  std::string rest(line);
  while (dsl::characters_in(rest) > columns) {
    const std::size_t first = std::min(rest.find_first_not_of(' '), rest.size());
    std::size_t space = rest.rfind(' ', byte_behind(rest, columns));
    // A word that is too long for a line stands alone.
    if (space == std::string::npos || space <= first) space = rest.find(' ', first);
    if (space == std::string::npos) break;
    const std::size_t next = rest.find_first_not_of(' ', space);
    if (next == std::string::npos) break;
    text.append(rest, 0, rest.find_last_not_of(' ', space) + 1).push_back('\n');
    rest = indent + rest.substr(next);
  }
  text += rest;
}

}  // namespace

std::string lines_within(std::string_view text, std::size_t columns) {
  if (columns == 0) return std::string(text);
  std::string broken;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    put_broken(broken, text.substr(0, end), columns);
    if (end < text.size()) broken.push_back('\n');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return broken;
}

void print_lines(std::string_view text) { print(lines_within(text, sentence_width())); }

}  // namespace roundhouse::cli
