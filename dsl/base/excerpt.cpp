#include "dsl/base/excerpt.h"

#include <algorithm>

#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

constexpr std::size_t longest_line = 200;  ///< in characters; longer ones are cut
constexpr std::size_t shown_before = 60;   ///< characters kept before the mark of a cut line
constexpr std::size_t shown_in_all = 160;
constexpr std::string_view ellipsis = "...";

/// Characters in `text`, broken bytes counted one each, as append_shown shows them.
std::size_t length_in_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += utf8_character(text, i).length) ++count;
  return count;
}

}  // namespace

Excerpt excerpt_of(const SourceMap& sources, Span mark, Span also) {
  const std::size_t number = sources.locate(mark.file, mark.begin).line;
  const std::string_view line = sources.line(mark.file, number);
  const std::size_t line_begin = sources.offset_of_line(mark.file, number);
  const auto column_of = [&](std::size_t offset) {
    const std::size_t within = std::clamp(offset, line_begin, line_begin + line.size()) - line_begin;
    return length_in_characters(line.substr(0, within));
  };

  Excerpt excerpt;
  const std::size_t length = length_in_characters(line);
  std::size_t begin = column_of(mark.begin);
  std::size_t end = std::max(column_of(mark.end), begin + 1);
  // The part past the line ending counts only if there is something to see there.
  const std::size_t line_end = line_begin + line.size();
  if (mark.end > line_end) {
    const std::string_view rest = sources.text({mark.file, static_cast<std::uint32_t>(line_end), mark.end});
    excerpt.goes_on = rest.find_first_not_of(" \t\r\n") != std::string_view::npos;
  }

  std::size_t from = 0;
  std::size_t to = length;
  if (length > longest_line) {
    excerpt.cut = true;
    const std::size_t other = column_of(also.begin);
    const std::size_t least = std::max(begin, other) - std::min(begin, other) <= shown_in_all - shown_before
                                  ? std::min(begin, other)
                                  : begin;
    from = least > shown_before ? least - shown_before : 0;
    to = std::min(length, from + shown_in_all);
    if (to == length) from = length - shown_in_all;
    end = std::clamp(end, begin + 1, std::max(to, begin + 1));
  }
  std::size_t column = 0;
  if (from > 0) excerpt.text += ellipsis;
  for (std::size_t i = 0; i < line.size(); ++column) {
    if (column >= from && column < to) {
      i += append_shown(excerpt.text, line, i);
    } else {
      i += utf8_character(line, i).length;
    }
  }
  if (to < length) excerpt.text += ellipsis;
  excerpt.mark_column = begin - from + (from > 0 ? ellipsis.size() : 0);
  excerpt.mark_length = end - begin;
  return excerpt;
}

}  // namespace roundhouse::dsl
