#include "tools/screen/screen.h"

#include <algorithm>
#include <array>

#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"

namespace roundhouse::replay {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Characters that terminals put over the one before.
constexpr std::array narrowest{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},  Range{0x05BF, 0x05BF},
    Range{0x05C1, 0x05C2}, Range{0x05C4, 0x05C5}, Range{0x0610, 0x061A},  Range{0x064B, 0x065F},
    Range{0x0670, 0x0670}, Range{0x06D6, 0x06DC}, Range{0x06DF, 0x06E4},  Range{0x06E7, 0x06E8},
    Range{0x06EA, 0x06ED}, Range{0x0900, 0x0902}, Range{0x093C, 0x093C},  Range{0x0941, 0x0948},
    Range{0x094D, 0x094D}, Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A},  Range{0x0E47, 0x0E4E},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200F},  Range{0x20D0, 0x20FF},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF}};

// East Asian wide and full-width characters, and pictures.
constexpr std::array widest{
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},
    Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF01, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t point) {
  const auto range = std::lower_bound(ranges.begin(), ranges.end(), point,
                                      [](const Range& r, char32_t p) { return r.last < p; });
  return range != ranges.end() && range->first <= point;
}

constexpr char32_t kept_space = 0xA0;

/// A character of a text as a cell shows it.
struct Shown {
  std::string text;
  int columns = 1;
};

/// Takes the next one off the text.
Shown take(std::string_view& text) {
  const dsl::Utf8Character next = dsl::utf8_character(text, 0);
  Shown shown;
  if (next.valid && next.point == kept_space) {
    shown.text = " ";
    text.remove_prefix(next.length);
    return shown;
  }
  if (next.valid && dsl::is_shown(next.point)) shown.columns = columns_of(next.point);
  text.remove_prefix(dsl::append_shown(shown.text, text, 0));
  return shown;
}

}  // namespace

void type_key(std::string& line, const Key& key) {
  constexpr std::size_t most_typed = 200;
  const char32_t point = key.point;
  if (point < U' ' || point == 0x7F || line.size() >= most_typed) return;
  const auto add = [&](char32_t byte) { line += static_cast<char>(static_cast<unsigned char>(byte)); };
  const unsigned more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  constexpr std::array<char32_t, 4> leads{0, 0xC0, 0xE0, 0xF0};
  add(leads[more] | (point >> (6U * more)));
  for (unsigned left = more; left > 0; --left) add(0x80U | ((point >> (6U * (left - 1))) & 0x3FU));
}

void take_last(std::string& line) {
  while (!line.empty() && !dsl::begins_character(line.back())) line.pop_back();
  if (!line.empty()) line.pop_back();
}

char letter_of(Style style) {
  switch (style) {
#define X(id, letter) \
  case Style::id:     \
    return letter;
    ROUNDHOUSE_STYLES(X)
#undef X
  }
  return '?';
}

int columns_of(char32_t point) {
  if (point < 0x300) return 1;
  if (is_in(narrowest, point)) return 0;
  return is_in(widest, point) ? 2 : 1;
}

std::size_t screen_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += static_cast<std::size_t>(take(text).columns);
  return width;
}

std::string fitted(std::string_view text, std::size_t width) {
  constexpr std::string_view points = "...";
  if (screen_width(text) <= width) return std::string(text);
  std::size_t used = points.size();
  std::size_t length = 0;
  for (std::string_view rest = text; !rest.empty();) {
    used += static_cast<std::size_t>(take(rest).columns);
    if (used > width) break;
    length = text.size() - rest.size();
  }
  return std::string(text.substr(0, length)).append(points);
}

std::size_t screen_width(const StyledLine& line) {
  std::size_t width = 0;
  for (const StyledText& piece : line) width += screen_width(piece.text);
  return width;
}

std::vector<StyledLine> wrapped(const StyledLine& line, std::size_t width, std::size_t indent) {
  width = std::max<std::size_t>(width, 2);
  indent = std::min(indent, width / 2);
  std::vector<StyledLine> lines(1);
  std::size_t used = 0;
  StyledLine word;  // what has to stay together
  std::size_t word_width = 0;
  std::string blanks;  // before it
  Style blank_style = Style::normal;
  const auto append = [](StyledLine& to, std::string_view text, Style style) {
    if (text.empty()) return;
    if (!to.empty() && to.back().style == style)
      to.back().text += text;
    else
      to.push_back({std::string(text), style});
  };
  const auto next_line = [&] {
    lines.emplace_back();
    append(lines.back(), std::string(indent, ' '), Style::normal);
    used = indent;
  };
  const auto end_word = [&] {
    if (word.empty()) return;
    const bool at_begin = used <= (lines.size() == 1 ? 0 : indent);
    if (used + blanks.size() + word_width > width && !at_begin)
      next_line();
    else if (lines.size() == 1 || !at_begin) {
      append(lines.back(), blanks, blank_style);
      used += blanks.size();
    }
    for (const StyledText& piece : word) {
      std::string_view rest = piece.text;
      while (!rest.empty()) {
        const std::string_view before = rest;
        const auto columns = static_cast<std::size_t>(take(rest).columns);
        if (used + columns > width) next_line();  // a word that is wider than a line is cut
        append(lines.back(), before.substr(0, before.size() - rest.size()), piece.style);
        used += columns;
      }
    }
    word.clear();
    word_width = 0;
    blanks.clear();
  };
  for (const StyledText& piece : line) {
    std::string_view rest = piece.text;
    while (!rest.empty()) {
      if (rest.front() == ' ') {
        end_word();
        blanks += ' ';
        blank_style = piece.style;
        rest.remove_prefix(1);
        continue;
      }
      const std::string_view before = rest;
      word_width += static_cast<std::size_t>(take(rest).columns);
      append(word, before.substr(0, before.size() - rest.size()), piece.style);
    }
  }
  end_word();
  return lines;
}

Screen::Screen(int rows, int columns)
    : rows_(std::max(rows, 1)),
      columns_(std::max(columns, 1)),
      cells_(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_)) {}

/// Of a wide character of which one half is painted over the other goes, too.
void Screen::free_wide(int row, int column) {
  if (at(row, column).text.empty() && has(row, column - 1)) cells_[index(row, column - 1)].text = " ";
  if (has(row, column + 1) && at(row, column + 1).text.empty()) cells_[index(row, column + 1)].text = " ";
}

int Screen::put(int row, int column, std::string_view text, Style style) {
  int last = -1;  // where the last character stands
  while (!text.empty()) {
    const Shown shown = take(text);
    if (shown.columns == 0) {
      if (last >= 0) cells_[index(row, last)].text += shown.text;
      continue;
    }
    last = -1;
    if (has(row, column) && has(row, column + shown.columns - 1)) {
      free_wide(row, column);
      cells_[index(row, column)] = {shown.text, style};
      if (shown.columns == 2) {
        free_wide(row, column + 1);
        cells_[index(row, column)] = {shown.text, style};
        cells_[index(row, column + 1)] = {"", style};
      }
      last = column;
    }
    column += shown.columns;
  }
  return column;
}

int Screen::put(int row, int column, const StyledLine& line) {
  for (const StyledText& piece : line) column = put(row, column, piece.text, piece.style);
  return column;
}

void Screen::clear(const Area& area, Style style) {
  for (int row = area.row; row < area.row + area.rows; ++row)
    put(row, area.column, std::string(static_cast<std::size_t>(std::max(area.columns, 0)), ' '), style);
}

std::string Screen::text() const {
  std::string text;
  for (int row = 0; row < rows_; ++row) {
    std::string shown;
    std::string letters;
    for (int column = 0; column < columns_; ++column) {
      shown += at(row, column).text;
      letters += letter_of(at(row, column).style);
    }
    while (!shown.empty() && shown.back() == ' ') shown.pop_back();
    while (!letters.empty() && letters.back() == letter_of(Style::normal)) letters.pop_back();
    text += shown.empty() ? "|\n" : "| " + shown + "\n";
    if (!letters.empty()) text += "~ " + letters + "\n";
  }
  return text;
}

}  // namespace roundhouse::replay
