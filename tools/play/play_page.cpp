#include "tools/play/play_page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "replay/record/names.h"
#include "replay/record/tiles.h"
#include "tools/screen/table_screen.h"

namespace roundhouse::replay {
namespace {

constexpr std::array<std::string_view, 4> key_lines{
    "arrows choose, Enter does it; h hint  w why  u undo  s sheet  q quit  ? help; or type 9-3>Ann",
    "arrows, Enter; h hint  w why  u undo  s sheet  q quit  ? help; or type an act",
    "arrows, Enter; h hint  w why  u undo  s sheet  q quit  ?", "arrows, Enter; h w u s q; ? help"};
/// Of what happened so much is kept for reading back.
constexpr std::size_t longest_log = 16 * 1024;

/// A key that does at once what its word does, as long as nothing is typed.
struct WordKey {
  char32_t point;
  TableWord word;
};
constexpr std::array word_keys{WordKey{U'?', TableWord::help}, WordKey{U'h', TableWord::hint},
                               WordKey{U'u', TableWord::undo}, WordKey{U's', TableWord::score},
                               WordKey{U'q', TableWord::quit}};

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

void PlayPage::tell(std::string_view text) {
  log_ += text;
  if (log_.size() > longest_log) log_.erase(0, log_.find('\n', log_.size() - longest_log) + 1);
  said_line_ = 0;
}

void PlayPage::ask(TableQuestion question) {
  question_ = std::move(question);
  // Lines above the last one are talk, no question.
  if (const std::size_t end = question_.prompt.rfind('\n'); end != std::string::npos) {
    tell(question_.prompt.substr(0, end + 1));
    question_.prompt.erase(0, end + 1);
  }
  group_moves();
  typed_.clear();
  chosen_.reset();
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
      // With nothing chosen and nothing typed it does nothing that counts.
      const bool is_chosen = typed_.empty() && chosen_;
      return answer(is_chosen ? question_.moves[*chosen_].text : typed_);
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
    case KeyKind::page_up:
      scroll(key.kind == KeyKind::page_down);
      break;
    case KeyKind::character:
      if (typed_.empty() && !question_.moves.empty() && !begins_move(key.point)) {
        if (key.point == U'w' && chosen_) return answer("why " + question_.moves[*chosen_].text);
        for (const WordKey& word : word_keys)
          if (key.point == word.point)
            return answer(std::string(all_table_words[static_cast<std::size_t>(word.word)].word));
      }
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
  }
  return std::nullopt;
}

bool PlayPage::begins_move(char32_t point) const {
  return any_of(question_.moves, [&](const LegalMove& move) {
    return !move.text.empty() && static_cast<unsigned char>(move.text.front()) == point;
  });
}

std::string PlayPage::answer(std::string line) {
  said_.clear();
  said_line_ = 0;
  return line;
}

void PlayPage::scroll(bool down) {
  // An answer is read downward from its beginning, and what happened upward from its end.
  const bool further = down == !said_.empty();
  if (further && said_line_ < more_said_)
    ++said_line_;
  else if (!further && said_line_ > 0)
    --said_line_;
  else if (down && more_table_ > 0)
    ++table_line_;
  else if (!down && table_line_ > 0)
    --table_line_;
}

std::vector<StyledLine> PlayPage::hand_lines(std::size_t width) const {
  if (question_.viewer == no_seat) return {};
  const engine::TileBag& hand = game_.position().hands[static_cast<std::size_t>(question_.viewer)];
  const auto fits = [&](engine::TileId tile) {
    return any_of(question_.moves, [&](const LegalMove& move) { return move.tile == tile; });
  };
  const std::string heading = game_.name(question_.viewer) + "'s hand";
  std::vector<StyledLine> lines;
  // Tiles that can be laid now stand first.
  for (const bool wanted : {true, false}) {
    std::string tiles;
    for (const engine::TileId tile : tiles_in(hand))
      if (fits(tile) == wanted) tiles += " " + tile_text(tile);
    if (tiles.empty()) continue;
    const std::string begin = lines.empty() ? heading : std::string(screen_width(heading), ' ');
    const std::string what = wanted ? "  fits:" : "  rest:";
    const StyledLine line{
        {begin, Style::strong}, {what, Style::faint}, {tiles, wanted ? Style::strong : Style::normal}};
    const std::size_t indent = screen_width(begin + what) + 1;
    for (StyledLine& part : wrapped(line, width, indent < width / 2 ? indent : 2))
      lines.push_back(std::move(part));
  }
  if (lines.empty()) lines.push_back({{heading, Style::strong}});
  return lines;
}

/// An answer from its beginning; of what happened the end, which is what is new.
void PlayPage::paint_talk(Screen& screen, const Area& area) const {
  const bool answers = !said_.empty();
  const std::vector<StyledLine> lines =
      lines_of(answers ? said_ : log_, static_cast<std::size_t>(area.columns));
  const auto room = static_cast<std::size_t>(std::max(area.rows, 0));
  const std::size_t most = lines.size() > room ? lines.size() - room : 0;
  more_said_ = most;
  const std::size_t scrolled = std::min(said_line_, most);
  const std::size_t first = answers ? scrolled : most - scrolled;
  // The newest line is the lowest.
  const std::size_t above = answers || lines.size() > room ? 0 : room - lines.size();
  for (std::size_t r = 0; above + r < room && first + r < lines.size(); ++r)
    screen.put(area.row + static_cast<int>(above + r), area.column, lines[first + r]);
  const std::string_view more = first + room < lines.size() ? " PgDn: more "
                                : first > 0                 ? " PgUp: more "
                                                            : "";
  if (!more.empty())
    screen.put(area.row + area.rows - 1, std::max(area.columns - static_cast<int>(more.size()), 0), more,
               Style::strong);
}

/// "your train", "Mexican train ^2": where the tile is laid. Empty: it is another act.
std::string PlayPage::place_of(const LegalMove& move) const {
  if (!move.end) return {};
  const engine::Position& position = game_.position();
  for (int e = 0; e < position.end_count; ++e) {
    const engine::End& end = position.ends[static_cast<std::size_t>(e)];
    if (end.serial != *move.end) continue;
    const std::string label = train_label(game_.program(), game_.header(), end.train);
    const bool is_own = label == game_.name(question_.viewer);
    // Of several ends of a train each has a sign in notation.
    const std::size_t sign = move.text.find('^');
    return (is_own ? "your train" : label) + (sign == std::string::npos ? "" : " " + move.text.substr(sign));
  }
  return {};
}

void PlayPage::group_moves() {
  std::vector<std::string> places;
  std::vector<std::pair<std::size_t, LegalMove>> placed;
  for (LegalMove& move : question_.moves) {
    const std::string place = place_of(move);
    const auto found = std::find(places.begin(), places.end(), place);
    // Other acts come last.
    const std::size_t group =
        place.empty() ? question_.moves.size() : static_cast<std::size_t>(found - places.begin());
    if (found == places.end()) places.push_back(place);
    placed.emplace_back(group, std::move(move));
  }
  stable_sort(placed, [](const auto& a, const auto& b) { return a.first < b.first; });
  question_.moves.clear();
  for (auto& [group, move] : placed) question_.moves.push_back(std::move(move));
}

/// The moves by where their tiles are laid; with more rows than there is room for those around the chosen
/// one.
void PlayPage::paint_moves(Screen& screen, const Area& area) const {
  struct Piece {
    std::string text;
    std::optional<std::size_t> move;  ///< absent: it heads those behind it
  };
  const auto width = static_cast<std::size_t>(area.columns);
  const auto room = static_cast<std::size_t>(std::max(area.rows, 0));
  std::vector<std::vector<Piece>> move_rows;
  std::size_t used = width;
  std::string heading;
  for (std::size_t i = 0; i < question_.moves.size(); ++i) {
    const LegalMove& move = question_.moves[i];
    std::vector<Piece> pieces;
    const std::string place = place_of(move);
    if (place != heading || i == 0) {
      heading = place;
      if (!place.empty()) pieces.push_back({place + ":", {}});
    }
    // The place stands before it, and whole it stands on the line to type on.
    pieces.push_back({place.empty() ? move.text : move.text.substr(0, move.text.find('>')), i});
    std::size_t needed = 0;
    for (const Piece& piece : pieces) needed += screen_width(piece.text) + 2;
    if (used + needed > width) {
      move_rows.emplace_back();
      used = 0;
    }
    used += needed;
    for (Piece& piece : pieces) move_rows.back().push_back(std::move(piece));
  }
  std::size_t first = 0;
  for (std::size_t r = 0; r < move_rows.size(); ++r)
    if (chosen_ && any_of(move_rows[r], [&](const Piece& piece) { return piece.move == chosen_; }))
      first = r >= room ? r - room + 1 : 0;
  for (std::size_t r = 0; r < room && first + r < move_rows.size(); ++r) {
    int at = area.column;
    const int row = area.row + static_cast<int>(r);
    for (const Piece& piece : move_rows[first + r]) {
      const bool is_chosen = piece.move && piece.move == chosen_;
      const Style style = is_chosen ? Style::cursor : piece.move ? Style::strong : Style::faint;
      // The choice can be seen without colours, too.
      at = screen.put(row, at, is_chosen ? ">" : " ", is_chosen ? Style::cursor : Style::normal);
      at = screen.put(row, at, piece.text, style) + 1;
    }
  }
  if (move_rows.size() > first + room)
    screen.put(area.row + area.rows - 1, area.column + area.columns - 4, " ...", Style::faint);
}

/// From below: keys, the line to type on, moves, the own hand, the talk; the table has of what is left as
/// much as it needs, and no question takes its place.
Screen PlayPage::paint(int rows, int columns) const {
  Screen screen(rows, columns);
  const auto width = static_cast<std::size_t>(std::max(columns, 1));
  int row = rows - 1;
  for (const std::string_view keys : key_lines)
    if (keys.size() <= width && question_.shows_table) {
      screen.put(row, 0, keys, Style::faint);
      break;
    }
  --row;
  const int column = screen.put(row, 0, question_.prompt, Style::title);
  screen.cursor_row = row;
  screen.cursor_column = screen.put(row, column, typed_);
  if (typed_.empty() && chosen_) screen.put(row, column + 1, question_.moves[*chosen_].text, Style::faint);

  more_table_ = 0;
  if (!question_.shows_table) {
    paint_talk(screen, {0, 0, row, columns});
    return screen;
  }
  const int move_rows = std::clamp(rows / 10, 1, 4);
  row -= move_rows;
  constexpr std::string_view may_play = "You may play: ";
  const bool is_labelled = !question_.moves.empty() && columns >= 60;
  const int indent = is_labelled ? static_cast<int>(may_play.size()) : 0;
  if (is_labelled) screen.put(row, 0, may_play, Style::faint);
  paint_moves(screen, {row, indent, move_rows, columns - indent});

  const std::vector<StyledLine> hand = hand_lines(width);
  const int hand_rows = std::min(static_cast<int>(hand.size()), std::max(rows / 3, 1));
  row -= hand_rows;
  for (int r = 0; r < hand_rows; ++r) screen.put(row + r, 0, hand[static_cast<std::size_t>(r)]);

  const int talk_end = row;
  row -= std::clamp(rows / 6, 1, 10);
  if (row <= 1) {
    paint_talk(screen, {row, 0, talk_end - row, columns});
    return screen;
  }
  screen.clear({0, 0, 1, columns}, Style::title);
  screen.put(0, 1, question_.title, Style::title);
  // The own hand has its place below.
  const engine::Position seen = seen_by(game_.position(), SeatView{});
  TableSight sight{seen, game_.laid()};
  sight.seen_by = question_.viewer;
  if (!game_.laid().empty()) sight.lit_tile = game_.laid().back().group;
  if (chosen_) sight.lit_end = question_.moves[*chosen_].end;
  sight.first_line = table_line_;
  const PaintedTable table =
      paint_table(screen, {1, 0, row - 1, columns}, game_.program(), game_.header(), sight);
  const std::size_t below = std::min(table_line_, table.lines) + table.lines_seen;
  more_table_ = table.lines > below ? table.lines - below : 0;
  // A table that does not need its room leaves it to what happened.
  const int talk_row = std::min(row, 2 + static_cast<int>(table.lines_seen));
  paint_talk(screen, {talk_row, 0, talk_end - talk_row, columns});
  return screen;
}

}  // namespace roundhouse::replay
