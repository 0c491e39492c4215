#pragma once
// A page of characters as a terminal shows it: rows and columns of cells, each with its text and the role
// that it plays; and keys, whatever a terminal sends for them. Knows no terminal and no colours:
// tools/commands/terminal.h puts it on one. So what is painted can be tested as text.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::replay {

enum class KeyKind : std::uint8_t {
  none,       ///< nothing was pressed in the time given
  character,  ///< see Key::point
  left,
  right,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  enter,
  tab,
  back_tab,
  escape,
  backspace,
  remove,   ///< the key that takes away what is under the cursor
  resized,  ///< the terminal has another size, or was away: show the page anew
  ended,    ///< a signal asks for the end, or the terminal is gone
};

struct Key {
  KeyKind kind = KeyKind::none;
  char32_t point = 0;  ///< of a character; Ctrl-A is 1 and so on

  bool is(char32_t wanted) const { return kind == KeyKind::character && point == wanted; }
  bool operator==(const Key&) const = default;
};

// A line that is typed key by key, kept as UTF-8.

/// Puts the character of a key behind it; what nobody can see, and what makes it longer than anybody types,
/// is left out.
void type_key(std::string& line, const Key& key);

/// Takes its last character away; nothing where there is none.
void take_last(std::string& line);

// The roles of text on a screen. What each looks like, the terminal says; none of them may say anything that
// the text does not say without it. X(enumerator, its letter in expected screens)
#define ROUNDHOUSE_STYLES(X) \
  X(normal, '.')             \
  X(strong, 'S')             \
  X(faint, 'f')              \
  X(title, 'T')              \
  X(marker, 'M')             \
  X(open_double, 'O')        \
  X(turn, 't')               \
  X(cursor, 'C')             \
  X(illegal, 'I')            \
  X(doubtful, 'D')           \
  X(allowed, 'L')            \
  X(advice, 'A')

enum class Style : std::uint8_t {
#define X(id, letter) id,
  ROUNDHOUSE_STYLES(X)
#undef X
};
char letter_of(Style style);

/// Columns that a character takes: 0 for what is put over the one before it, 2 for wide ones, else 1.
int columns_of(char32_t point);
/// The width of a text.
std::size_t screen_width(std::string_view text);
/// The text, or as much of it as fits, with three points behind.
std::string fitted(std::string_view text, std::size_t width);

/// A text in one style.
struct StyledText {
  std::string text{};
  Style style = Style::normal;
  bool operator==(const StyledText&) const = default;
};
/// A line of such pieces.
using StyledLine = std::vector<StyledText>;
std::size_t screen_width(const StyledLine& line);
/// Broken at spaces into lines that are no wider than that; what is carried over stands behind `indent`
/// spaces. A space of the kind U+00A0 is not broken at. At least one line.
std::vector<StyledLine> wrapped(const StyledLine& line, std::size_t width, std::size_t indent);

struct Cell {
  std::string text = " ";  ///< one character with what is put over it; empty: the right half of a wide one
  Style style = Style::normal;
  bool operator==(const Cell&) const = default;
};

/// A part of a screen.
struct Area {
  int row = 0;
  int column = 0;
  int rows = 0;
  int columns = 0;
};

class Screen {
 public:
  /// Blank.
  Screen(int rows, int columns);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Area whole() const { return {0, 0, rows_, columns_}; }
  const Cell& at(int row, int column) const { return cells_[index(row, column)]; }

  /// Puts a text there and returns the column behind it. What is outside is left out, a wide character of
  /// which only half is inside, too. What cannot be shown becomes U+FFFD, a no-break space a space.
  int put(int row, int column, std::string_view text, Style style = Style::normal);
  int put(int row, int column, const StyledLine& line);
  void clear(const Area& area, Style style = Style::normal);

  /// The place of the terminal's own cursor; absent (-1): nowhere.
  int cursor_row = -1;
  int cursor_column = -1;

  /// For tests: each row without the blanks at its end, below it its letters where any is not normal,
  /// indented by `| ` and `~ `.
  std::string text() const;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  bool has(int row, int column) const { return row >= 0 && row < rows_ && column >= 0 && column < columns_; }
  void free_wide(int row, int column);

  int rows_;
  int columns_;
  std::vector<Cell> cells_;
};

}  // namespace roundhouse::replay
