#include "replay/play/play_page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/text_lines.h"
#include "replay/play/sight.h"
#include "replay/play/table_words.h"
#include "replay/screen/table_screen.h"
#include "replay/screen/typed_line.h"

namespace roundhouse::replay {
namespace {

constexpr std::array<std::string_view, 2> key_lines{
    "arrows choose, Enter does it, or type 9-3>Ann, Tab completes; ? why hint undo score help quit",
    "arrows, Enter, Tab; ? why hint undo help quit"};
/// A third of the page is for what was said, and no less than so many lines.
constexpr int least_said = 4;
constexpr int most_move_rows = 3;

std::vector<StyledLine> lines_of(std::string_view text, std::size_t width) {
  std::vector<StyledLine> lines;
  for (const std::string_view line : dsl::lines_of(text))
    for (StyledLine& part : wrapped({{std::string(line), Style::normal}}, width, 2))
      lines.push_back(std::move(part));
  return lines;
}

bool begins(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(0, with.size()) == with;
}

}  // namespace

void PlayPage::say(std::string_view text) {
  said_ += text;
  said_line_ = 0;
}

void PlayPage::ask(PageQuestion question) {
  question_ = std::move(question);
  // Lines above the last one are talk, no question.
  if (const std::size_t end = question_.prompt.rfind('\n'); end != std::string::npos) {
    say(question_.prompt.substr(0, end + 1));
    question_.prompt.erase(0, end + 1);
  }
  typed_.clear();
  chosen_.reset();
  if (!question_.moves.empty()) chosen_ = 0;
  said_line_ = 0;
}

std::vector<std::size_t> PlayPage::fitting() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < question_.moves.size(); ++i)
    if (begins(question_.moves[i].text, typed_)) found.push_back(i);
  return found;
}

void PlayPage::choose(int by) {
  const std::vector<std::size_t> moves = fitting();
  if (moves.empty()) return;
  const auto here = chosen_ ? std::find(moves.begin(), moves.end(), *chosen_) : moves.end();
  const auto count = static_cast<int>(moves.size());
  const int at = here == moves.end() ? (by > 0 ? -1 : 0) : static_cast<int>(here - moves.begin());
  chosen_ = moves[static_cast<std::size_t>(((at + by) % count + count) % count)];
}

void PlayPage::complete() {
  constexpr std::string_view why = "why ";
  const std::string before = begins(typed_, why) ? std::string(why) : std::string();
  const std::string part = typed_.substr(before.size());
  std::vector<std::string> could;
  for (const LegalMove& move : question_.moves)
    if (begins(move.text, part)) could.push_back(move.text);
  if (before.empty())
    for (const TableWordRow& row : all_table_words)
      if (begins(row.word, part)) could.push_back(std::string(row.word) + (row.behind.empty() ? "" : " "));
  if (could.empty()) return;
  std::string common = could.front();
  for (const std::string& text : could) {
    const auto differs = std::mismatch(common.begin(), common.end(), text.begin(), text.end());
    common.erase(differs.first, common.end());
  }
  typed_ = before + common;
  if (const auto moves = fitting(); !moves.empty()) chosen_ = moves.front();
}

std::optional<std::string> PlayPage::press(const Key& key) {
  switch (key.kind) {
    case KeyKind::enter: {
      const bool is_chosen = typed_.empty() && chosen_;
      std::string line = is_chosen ? question_.moves[*chosen_].text : typed_;
      said_.clear();
      said_line_ = 0;
      return line;
    }
    case KeyKind::left:
    case KeyKind::up:
    case KeyKind::back_tab:
      choose(-1);
      break;
    case KeyKind::right:
    case KeyKind::down:
      choose(1);
      break;
    case KeyKind::tab:
      if (typed_.empty())
        choose(1);
      else
        complete();
      break;
    case KeyKind::backspace:
    case KeyKind::remove:
      take_last(typed_);
      break;
    case KeyKind::escape:
      typed_.clear();
      break;
    case KeyKind::page_down:
      if (more_said_ > 0)
        ++said_line_;
      else if (more_table_ > 0)
        ++table_line_;
      break;
    case KeyKind::page_up:
      if (said_line_ > 0)
        --said_line_;
      else if (table_line_ > 0)
        --table_line_;
      break;
    case KeyKind::character:
      type_key(typed_, key);
      if (key.point == 0x15) typed_.clear();  // Ctrl-U
      break;
    case KeyKind::none:
    case KeyKind::home:
    case KeyKind::end:
    case KeyKind::resized:
    case KeyKind::ended:
      break;
  }
  // Typed text leads the choice.
  if (!typed_.empty()) {
    const std::vector<std::size_t> moves = fitting();
    const bool still_fits = chosen_ && contains(moves, *chosen_);
    if (moves.empty())
      chosen_.reset();
    else if (!still_fits)
      chosen_ = moves.front();
  } else if (!chosen_ && !question_.moves.empty()) {
    chosen_ = 0;
  }
  return std::nullopt;
}

Screen PlayPage::paint(int rows, int columns) const {
  Screen screen(rows, columns);
  const auto width = static_cast<std::size_t>(std::max(columns, 1));
  int row = rows - 1;
  for (const std::string_view keys : key_lines)
    if (keys.size() <= width && question_.shows_table) {
      screen.put(row, 0, keys, Style::faint);
      break;
    }

  // The line to type on.
  --row;
  const int column = screen.put(row, 0, question_.prompt, Style::title);
  screen.cursor_row = row;
  screen.cursor_column = screen.put(row, column, typed_);

  // The moves, in as many rows as they take; with more of them those around the chosen one.
  std::vector<std::vector<std::size_t>> move_rows;
  std::size_t used = width;
  for (std::size_t i = 0; i < question_.moves.size(); ++i) {
    const std::size_t needed = screen_width(question_.moves[i].text) + 2;
    if (used + needed > width) {
      move_rows.emplace_back();
      used = 0;
    }
    move_rows.back().push_back(i);
    used += needed;
  }
  std::size_t first_row = 0;
  for (std::size_t r = 0; r < move_rows.size(); ++r)
    if (chosen_ && contains(move_rows[r], *chosen_))
      first_row = r >= most_move_rows ? r - most_move_rows + 1 : 0;
  const int shown_rows = std::min(static_cast<int>(move_rows.size()), most_move_rows);
  row -= shown_rows;
  for (int r = 0; r < shown_rows; ++r) {
    int at = 0;
    for (const std::size_t i : move_rows[first_row + static_cast<std::size_t>(r)]) {
      const bool is_chosen = chosen_ == i;
      // The choice can be seen without colours, too.
      at = screen.put(row + r, at, is_chosen ? ">" : " ", is_chosen ? Style::cursor : Style::normal);
      at = screen.put(row + r, at, question_.moves[i].text, is_chosen ? Style::cursor : Style::normal) + 1;
    }
  }

  // The talk so far: a part of the page, or as much as it takes where there is more.
  const std::vector<StyledLine> said = lines_of(said_, width);
  const int room = std::max(row, 0);
  const int usual = std::min(std::max(least_said, rows / 3), room);
  const bool is_long = static_cast<int>(said.size()) > usual;
  const int said_rows =
      is_long || !question_.shows_table ? room : std::min(static_cast<int>(said.size()) + 1, usual);
  const std::size_t most_first = said.size() > static_cast<std::size_t>(said_rows)
                                     ? said.size() - static_cast<std::size_t>(said_rows)
                                     : 0;
  const std::size_t first = std::min(said_line_, most_first);
  more_said_ = most_first - first;
  row -= said_rows;
  for (int r = 0; r < said_rows; ++r) {
    const std::size_t line = first + static_cast<std::size_t>(r);
    if (line < said.size()) screen.put(row + r, 0, said[line]);
  }
  if (more_said_ > 0) {
    const std::string_view more = " PgDn: more ";
    screen.put(row + said_rows - 1, std::max(columns - static_cast<int>(more.size()), 0), more,
               Style::strong);
  }

  more_table_ = 0;
  if (!question_.shows_table || row <= 1) return screen;
  screen.put(0, 0, question_.title, Style::title);
  const engine::Position seen = seen_by(game_.position(), SeatView{question_.viewer});
  TableSight sight{seen, game_.laid()};
  if (question_.viewer != no_seat) sight.seen_by = question_.viewer;
  if (!game_.laid().empty()) sight.lit_tile = game_.laid().back().group;
  if (chosen_) sight.lit_end = question_.moves[*chosen_].end;
  sight.first_line = table_line_;
  const PaintedTable table =
      paint_table(screen, {1, 0, row - 1, columns}, game_.program(), game_.header(), sight);
  const std::size_t below = std::min(table_line_, table.lines) + table.lines_seen;
  more_table_ = table.lines > below ? table.lines - below : 0;
  return screen;
}

}  // namespace roundhouse::replay
