#include "dsl/base/excerpt.h"

#include <algorithm>

#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

constexpr std::string_view ellipsis = "...";

/// The part of a line that is shown, in characters.
struct Room {
  std::size_t longest_line = 200;  ///< longer ones are cut
  std::size_t shown_before = 60;   ///< kept before the mark of a cut line
  std::size_t shown_in_all = 160;
};

Room room_in(std::size_t columns) {
  constexpr std::size_t least = 30;
  Room room;
  if (columns == 0 || columns >= room.longest_line) return room;
  room.longest_line = std::max(columns, least);
  room.shown_in_all = std::min(room.shown_in_all, room.longest_line - 2 * ellipsis.size());
  room.shown_before = std::min(room.shown_before, room.shown_in_all / 2);
  return room;
}

/// Characters in `text`, broken bytes counted one each, as append_shown shows them.
std::size_t length_in_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += utf8_character(text, i).length) ++count;
  return count;
}

}  // namespace

Excerpt excerpt_of(const SourceMap& sources, Span mark, Span also, std::size_t columns) {
  const Room room = room_in(columns);
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
  if (length > room.longest_line) {
    excerpt.cut = true;
    const std::size_t other = column_of(also.begin);
    const std::size_t least =
        std::max(begin, other) - std::min(begin, other) <= room.shown_in_all - room.shown_before
            ? std::min(begin, other)
            : begin;
    from = least > room.shown_before ? least - room.shown_before : 0;
    to = std::min(length, from + room.shown_in_all);
    if (to == length) from = length - room.shown_in_all;
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
