#include "tools/screen/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/shown_text.h"
#include "replay/record/names.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/explain_turn.h"
#include "tools/screen/findings.h"
#include "tools/screen/overlay.h"
#include "tools/screen/table_screen.h"

namespace roundhouse::replay {
namespace {

/// On less nothing can be read.
constexpr int least_rows = 10;
constexpr int least_columns = 30;

/// Of a turn only its last acts are shown.
constexpr std::size_t most_shown_steps = 100;

/// The keys in the last line, the most useful first.
constexpr std::array<std::string_view, 4> step_keys{
    "<- -> act   j k turn   n p round   [ ] finding   :turn   /word   w why   m could   ? help   q quit",
    "<- -> act  j k turn  n p round  [ ] finding  w why  m could  ? help  q quit",
    "<- -> act  j k turn  n p round  ? help  q quit", "? help  q quit"};
constexpr std::array<std::string_view, 4> leaf_keys{"up down PgUp PgDn scroll   q close", "q close", "q", ""};

bool mentions(const Frame& shown, const std::string& words) {
  std::string all;
  for (const std::string& sentence : shown.sentences) all += sentence + " ";
  for (const std::string& text : {shown.written, all, trouble_text(shown)})
    if (folded(text).find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

/// Looks for words in the sentences about a record, from one step on to the end and from the beginning on,
/// some steps at a time.
class StepSearch {
 public:
  /// Begins behind `from`. `book` must outlive this.
  StepSearch(StepCache& book, const std::string& words, StepRef from)
      : book_(book), words_(folded(words)), from_(from), next_(book.after(from)) {}

  /// Advances the search by some steps; returns true when it is over.
  bool go_on() {
    for (std::size_t steps = 0; steps < entries_at_once; ++steps) {
      if (!next_) {
        if (has_wrapped_) return true;
        has_wrapped_ = true;
        next_ = book_.first_from(0);
        continue;
      }
      if (has_wrapped_ && *next_ > from_) return true;
      const Frame* shown = book_.at(*next_);
      if (shown != nullptr && mentions(*shown, words_)) {
        found_ = next_;
        return true;
      }
      next_ = book_.after(*next_);
    }
    return false;
  }
  /// The step found, once the search is over; absent: no sentence has the words.
  std::optional<StepRef> found() const { return found_; }
  /// True if it went on from the beginning.
  bool has_wrapped() const { return has_wrapped_; }
  /// The round in which it is.
  std::size_t round() const { return next_ ? next_->round : 0; }

 private:
  StepCache& book_;
  std::string words_;  ///< folded
  StepRef from_;
  std::optional<StepRef> next_;
  bool has_wrapped_ = false;
  std::optional<StepRef> found_;
};

struct Viewer::State {
  State(ViewedRecord record, const ViewerWishes& viewer_wishes)
      : wishes(viewer_wishes), book(std::move(record), wishes.seen_by), findings(book, wishes) {
    if (const auto first = book.first_from(0)) here = *first;
    if (wishes.start)
      if (const auto place = book.find(*wishes.start, 0)) here = *place;
    is_empty = book.at(here) == nullptr;
    if (book.record().is_cut) message = "The record is longer than can be followed: its end is left out.";
  }

  // Places.

  const Frame* frame() { return book.at(here); }
  const engine::Rules& rules_of(const Frame& shown) const {
    return shown.by.terms ? *shown.by.terms->rules.program : book.record().program;
  }
  const Header& header_of(const Frame& shown) const {
    return shown.by.terms ? shown.by.terms->header : book.record().header;
  }

  void go(std::optional<StepRef> place, std::string_view otherwise) {
    if (!place) {
      message = otherwise;
      return;
    }
    here = *place;
    first_line = 0;
    by_turn = false;
  }
  void go_to_turn(StepRef place) {
    go(place, {});
    by_turn = true;
  }
  void next_act() { go(book.after(here), "This is the end of the record."); }
  void last_act() { go(book.before(here), "This is the beginning of the record."); }
  void next_turn() {
    for (std::size_t round = here.round; round < book.rounds().size(); ++round) {
      const std::vector<StepLine>& steps = book.steps(round);
      for (std::size_t i = round == here.round ? here.step + 1 : 0; i < steps.size(); ++i)
        if (steps[i].ends_line) return go_to_turn({round, i});
    }
    go(std::nullopt, "This is the last turn of the record.");
  }
  void last_turn() {
    for (std::size_t round = here.round + 1; round-- > 0;) {
      const std::vector<StepLine>& steps = book.steps(round);
      for (std::size_t i = round == here.round ? here.step : steps.size(); i-- > 0;)
        if (steps[i].ends_line) return go_to_turn({round, i});
    }
    go(std::nullopt, "This is the first turn of the record.");
  }
  void next_round() { go(book.first_from(here.round + 1), "This is the last round that can be shown."); }
  void last_round() {
    if (here.step > 0) return go(StepRef{here.round, 0}, {});
    const auto before = here.round == 0 ? std::nullopt : book.last_until(here.round - 1);
    go(before ? std::optional(StepRef{before->round, 0}) : std::nullopt, "This is the first round.");
  }

  void next_finding() {
    go(findings.after(here), findings.is_judging()
                                 ? "The referee has not found anything further yet, and still judges."
                                 : "The referee found nothing further.");
  }
  void last_finding() { go(findings.before(here), "The referee found nothing before this."); }

  void begin_search(const std::string& words) {
    if (!words.empty()) last_words = words;
    if (last_words.empty())
      message = "Nothing to look for: type a word behind the /.";
    else
      search.emplace(book, last_words, here);
  }
  void search_on() {
    if (!search->go_on()) return;
    const StepSearch over = *std::exchange(search, std::nullopt);
    go(over.found(), fmt::format("No sentence has '{}'.", dsl::printable_line(last_words)));
    if (over.found() && over.has_wrapped()) message = "Found from the beginning on.";
  }

  void jump(const std::string& text) {
    const auto reference = parse_reference(text);
    const auto place = reference ? book.find(*reference, here.round) : std::nullopt;
    if (place) return go(place, {});
    if (reference) {
      message = fmt::format("No turn {} can be shown.", dsl::printable_line(text));
      return;
    }
    // A round alone is its beginning.
    for (std::size_t round = 0; round < book.rounds().size(); ++round)
      if (!text.empty() && folded(book.rounds()[round].label) == folded(text) && !book.steps(round).empty())
        return go(StepRef{round, 0}, {});
    message =
        fmt::format("'{}' is no turn: 9.2 is the second turn of the round labelled 9, and 9 its beginning.",
                    dsl::printable_line(text));
  }

  // Pages over the table.

  void open_why() {
    const Frame shown = *frame();
    const RecordRound& lines = book.lines_of(here.round);
    leaf = why_leaf(shown, findings.at(here), book.record().sources,
                    explain_turn(book.record().program, book.record().checked, book.record().header, lines,
                                 here.round == 0, book.before_round(here.round), shown.item,
                                 seat_looking(header_of(shown))));
  }
  /// Absent: everybody looks. Somebody who does not sit there yet sees no hand.
  std::optional<Seat> seat_looking(const Header& header) const {
    if (wishes.seen_by.empty()) return std::nullopt;
    const PlayerMatch match = match_player(header, wishes.seen_by);
    return match.found() ? match.seats.front() : static_cast<Seat>(header.players.size());
  }

  void open_position() {
    const Frame shown = *frame();
    leaf = position_leaf(rules_of(shown), header_of(shown), shown);
  }

  void open_could() {
    const Frame shown = *frame();
    const Frame* before = here.step == 0 ? nullptr : book.at({here.round, here.step - 1});
    std::vector<StyledLine> choices;
    if (before != nullptr) choices = could_play(rules_of(*before), header_of(*before), before->position);
    leaf = could_leaf(shown, std::move(choices));
  }

  // Painting.

  void paint_title(Screen& screen) {
    screen.clear({0, 0, 1, screen.columns()}, Style::title);
    // If there is no room for all, the last part is the most useful.
    std::vector<std::string> parts{dsl::printable_line(book.record().title)};
    if (!is_empty) {
      const StepCache::Round& round = book.rounds()[here.round];
      const std::size_t count = book.rounds().size();
      parts.push_back(round.label.empty()
                          ? fmt::format("round {} of {}", here.round + 1, count)
                          : fmt::format("round {} ({} of {})", round.label, here.round + 1, count));
      const int turn = frame()->turn;
      parts.push_back(turn == 0 ? fmt::format("before turn 1 of {}", round.turns)
                                : fmt::format("turn {} of {}", turn, round.turns));
      parts.push_back(fmt::format("act {} of {}", here.step + 1, book.steps(here.round).size()));
    }
    std::size_t width = 0;
    for (const std::string& part : parts) width += screen_width(part) + 3;
    const auto room = static_cast<std::size_t>(screen.columns());
    // A long name of a record is cut before it goes.
    constexpr std::size_t least_name = 8;
    std::string& name = parts.front();
    if (const std::size_t rest = width - screen_width(name); width > room && room > rest + least_name) {
      name = fitted(name, room - rest);
      width = rest + screen_width(name);
    }
    std::size_t first = 0;
    while (width > room && first + 1 < parts.size()) width -= screen_width(parts[first++]) + 3;
    int column = first == 0 ? screen.put(0, 1, parts[first++], Style::title) : 0;
    if (first < parts.size()) column += static_cast<int>(room > width ? room - width : 0);
    for (; first < parts.size(); ++first) column = screen.put(0, column + 2, parts[first], Style::title) + 1;
  }

  void paint_foot(Screen& screen, std::string_view more) {
    const int row = screen.rows() - 2;
    if (prompt) {
      const int column = screen.put(row, 0, *prompt, Style::strong);
      screen.cursor_row = row;
      screen.cursor_column = std::min(column, screen.columns() - 1);
    } else if (search) {
      screen.put(row, 0, fmt::format("Looking at round {}; any key stops.", search->round() + 1),
                 Style::strong);
    } else if (!message.empty()) {
      screen.put(row, 0, message, Style::strong);
    } else {
      const int column = screen.put(row, 0, findings.summary(), Style::faint);
      const auto width = static_cast<int>(screen_width(more));
      if (column + 2 + width <= screen.columns())
        screen.put(row, screen.columns() - width, more, Style::faint);
    }
    // The longest that there is room for.
    for (const std::string_view keys : leaf ? leaf_keys : step_keys) {
      if (screen_width(keys) > static_cast<std::size_t>(screen.columns())) continue;
      screen.put(screen.rows() - 1, 0, keys, Style::faint);
      break;
    }
  }

  /// Collects the sentences and notes of all acts of a turn, for steps from turn to turn.
  void collect_turn(std::vector<std::string>& sentences, std::vector<const ActNote*>& notes) {
    const std::size_t item = book.steps(here.round)[here.step].item;
    std::size_t first = here.step;
    while (first > 0 && here.step - first < most_shown_steps &&
           book.steps(here.round)[first - 1].item == item)
      --first;
    sentences.clear();
    notes.clear();
    for (std::size_t i = first; i <= here.step; ++i) {
      const StepRef place{here.round, i};
      const std::vector<std::string>& of_step = book.at(place)->sentences;
      sentences.insert(sentences.end(), of_step.begin(), of_step.end());
      const std::vector<const ActNote*> found = findings.at(place);
      notes.insert(notes.end(), found.begin(), found.end());
    }
  }

  void paint_step(Screen& screen) {
    Frame shown = *frame();
    std::vector<const ActNote*> notes = findings.at(here);
    // At the end of a turn stand the sentences of all its acts, as everywhere.
    if (by_turn || shown.ends_line) collect_turn(shown.sentences, notes);
    const auto width = static_cast<std::size_t>(screen.columns());
    const auto rows = static_cast<std::size_t>(screen.rows());
    const std::vector<StyledLine> lines = step_lines(shown, notes, width, std::max<std::size_t>(rows / 4, 3));
    for (std::size_t i = 0; i < lines.size(); ++i) screen.put(static_cast<int>(i) + 1, 0, lines[i]);
    // The table keeps its place from act to act as long as it can.
    const int usual = std::max<int>(screen.rows() / 9, 3);
    const int top = 2 + std::max(static_cast<int>(lines.size()), usual);
    put_rule(screen, top - 1, "table");
    TableSight sight{.position = shown.position, .laid = shown.laid, .unknown = shown.unknown};
    sight.first_line = first_line;
    if (!shown.laid.empty()) sight.lit_tile = shown.laid.back().group;
    const Area area{top, 0, screen.rows() - 2 - top, screen.columns()};
    table_rows = static_cast<std::size_t>(std::max(area.rows, 1));
    const PaintedTable painted = paint_table(screen, area, rules_of(shown), header_of(shown), sight);
    std::string more;
    if (painted.lines > painted.lines_seen) {
      first_line = std::min(first_line, painted.lines - painted.lines_seen);
      more = fmt::format("lines {} to {} of {}: PgDn PgUp", first_line + 1, first_line + painted.lines_seen,
                         painted.lines);
    } else {
      first_line = 0;
      const int below = area.row + static_cast<int>(painted.lines) + 1;
      paint_turns(screen, {below, 0, screen.rows() - 3 - below, screen.columns()});
    }
    paint_foot(screen, more);
  }

  static void put_rule(Screen& screen, int row, std::string_view title) {
    std::string line = fmt::format("── {} ", title);
    while (screen_width(line) < static_cast<std::size_t>(screen.columns())) line += "─";
    screen.put(row, 0, line, Style::faint);
  }

  /// The lines of the turns around this one, where there is room below the table. Not for who may not see all
  /// tiles that are written.
  void paint_turns(Screen& screen, const Area& area) {
    constexpr int least = 4;
    if (area.rows < least || !wishes.seen_by.empty()) return;
    const std::vector<StepLine>& steps = book.steps(here.round);
    std::vector<std::size_t> ends;
    std::size_t current = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].ends_line || steps[i].turn == 0) continue;
      if (i < here.step) current = ends.size() + 1;
      ends.push_back(i);
    }
    if (ends.empty()) return;
    current = std::min(current, ends.size() - 1);
    // In as many columns as there are, read downward.
    constexpr int column_width = 34;
    const auto rows = static_cast<std::size_t>(area.rows) - 1;
    const auto columns = static_cast<std::size_t>(std::max(area.columns / column_width, 1));
    const std::size_t room = rows * columns;
    const std::size_t first =
        std::min(current > room / 2 ? current - room / 2 : 0, ends.size() > room ? ends.size() - room : 0);
    put_rule(screen, area.row, "turns of this round");
    const dsl::SourceMap& sources = book.record().sources;
    for (std::size_t r = 0; r < room && first + r < ends.size(); ++r) {
      const StepLine& step = steps[ends[first + r]];
      const std::size_t line = sources.locate(step.where.file, step.where.begin).line;
      const std::string text =
          fmt::format("{}{:>4}  {}", first + r == current ? ">" : " ", step.turn,
                      dsl::printable_line(std::string(sources.line(step.where.file, line))));
      const auto width = static_cast<std::size_t>(area.columns) / columns - 1;
      screen.put(area.row + 1 + static_cast<int>(r % rows), static_cast<int>(r / rows * (width + 1)),
                 fitted(text, width), first + r == current ? Style::title : Style::normal);
    }
  }

  void paint_leaf(Screen& screen) {
    screen.put(1, 0, leaf->title, Style::strong);
    std::vector<StyledLine> lines;
    for (const StyledLine& line : leaf->lines) {
      const auto all = wrapped(line, static_cast<std::size_t>(screen.columns()), leaf->indent);
      lines.insert(lines.end(), all.begin(), all.end());
    }
    table_rows = static_cast<std::size_t>(std::max(screen.rows() - 5, 1));
    const std::size_t last = lines.size() > table_rows ? lines.size() - table_rows : 0;
    leaf->first = std::min(leaf->first, last);
    for (std::size_t i = 0; i < table_rows && leaf->first + i < lines.size(); ++i)
      screen.put(static_cast<int>(i) + 3, 0, lines[leaf->first + i]);
    paint_foot(screen, {});
    if (last > 0 && !prompt && message.empty()) {
      screen.clear({screen.rows() - 2, 0, 1, screen.columns()});
      screen.put(screen.rows() - 2, 0,
                 fmt::format("lines {} to {} of {}", leaf->first + 1,
                             std::min(leaf->first + table_rows, lines.size()), lines.size()),
                 Style::faint);
    }
  }

  Screen paint(int rows, int columns) {
    Screen screen(rows, columns);
    if (rows < least_rows || columns < least_columns) {
      const StyledLine text{
          {fmt::format("The window is too small ({} by {}): make it 80 by 24, or press q.", columns, rows),
           Style::normal}};
      const auto lines = wrapped(text, static_cast<std::size_t>(std::max(columns, 2)), 0);
      for (std::size_t i = 0; i < lines.size(); ++i) screen.put(static_cast<int>(i), 0, lines[i]);
      return screen;
    }
    paint_title(screen);
    if (leaf) {
      paint_leaf(screen);
    } else if (is_empty) {
      screen.put(2, 1, "Nothing of this record can be shown: no act of it can be followed.");
      screen.put(3, 1, "roundhouse validate says why.");
      paint_foot(screen, {});
    } else {
      paint_step(screen);
    }
    return screen;
  }

  // Keys.

  bool press(const Key& key) {
    if (key.kind == KeyKind::none || key.kind == KeyKind::resized) return true;
    if (key.kind == KeyKind::ended) return false;
    message.clear();
    if (search) {
      search.reset();
      message = "The search was stopped.";
      return true;
    }
    if (prompt) {
      press_in_prompt(key);
      return true;
    }
    if (leaf) {
      press_in_leaf(key);
      return true;
    }
    if (key.is('q')) return false;
    if (key.is('?'))
      leaf = help_leaf();
    else if (!is_empty)
      press_in_steps(key);
    return true;
  }

  void press_in_prompt(const Key& key) {
    switch (key.kind) {
      case KeyKind::character:
        type_key(*prompt, key);
        return;
      case KeyKind::backspace:
        take_last(*prompt);
        if (prompt->empty()) prompt.reset();
        return;
      case KeyKind::escape:
        prompt.reset();
        return;
      case KeyKind::enter: {
        const std::string typed = *std::exchange(prompt, std::nullopt);
        if (typed.front() == ':')
          jump(typed.substr(1));
        else
          begin_search(typed.substr(1));
        return;
      }
      case KeyKind::none:
      case KeyKind::left:
      case KeyKind::right:
      case KeyKind::up:
      case KeyKind::down:
      case KeyKind::page_up:
      case KeyKind::page_down:
      case KeyKind::home:
      case KeyKind::end:
      case KeyKind::tab:
      case KeyKind::back_tab:
      case KeyKind::remove:
      case KeyKind::resized:
      case KeyKind::ended:
        return;
    }
  }

  void press_in_leaf(const Key& key) {
    const auto back = [&](std::size_t lines) { leaf->first -= std::min(leaf->first, lines); };
    if (key.kind == KeyKind::down || key.is('j')) {
      ++leaf->first;
    } else if (key.kind == KeyKind::up || key.is('k')) {
      back(1);
    } else if (key.kind == KeyKind::page_down || key.is(' ')) {
      leaf->first += table_rows;
    } else if (key.kind == KeyKind::page_up) {
      back(table_rows);
    } else if (key.kind == KeyKind::home || key.is('g')) {
      leaf->first = 0;
    } else if (key.kind == KeyKind::end || key.is('G')) {
      leaf->first = SIZE_MAX / 2;
    } else {
      const bool closes = key.is('q') || key.kind == KeyKind::escape || key.kind == KeyKind::enter;
      leaf.reset();
      // Another page may be opened, and steps be taken, from here.
      if (!closes && key.is('?')) return;
      if (!closes && !is_empty) press_in_steps(key);
    }
  }

  void press_in_steps(const Key& key) {
    switch (key.kind) {
      case KeyKind::right:
        return next_act();
      case KeyKind::left:
        return last_act();
      case KeyKind::down:
        return next_turn();
      case KeyKind::up:
        return last_turn();
      case KeyKind::home:
        return go(book.first_from(0), {});
      case KeyKind::end:
        return go(book.last_until(SIZE_MAX), {});
      case KeyKind::page_down:
        first_line += table_rows;
        return;
      case KeyKind::page_up:
        first_line -= std::min(first_line, table_rows);
        return;
      case KeyKind::character:
        return press_character(key.point);
      case KeyKind::none:
      case KeyKind::enter:
      case KeyKind::tab:
      case KeyKind::back_tab:
      case KeyKind::escape:
      case KeyKind::backspace:
      case KeyKind::remove:
      case KeyKind::resized:
      case KeyKind::ended:
        return;
    }
  }

  void press_character(char32_t point) {
    switch (point) {
      case 'l':
      case ' ':
        return next_act();
      case 'h':
        return last_act();
      case 'j':
        return next_turn();
      case 'k':
        return last_turn();
      case 'n':
        return next_round();
      case 'p':
        return last_round();
      case 'g':
        return go(book.first_from(0), {});
      case 'G':
        return go(book.last_until(SIZE_MAX), {});
      case ']':
        return next_finding();
      case '[':
        return last_finding();
      case ':':
      case '/':
        prompt = std::string(1, static_cast<char>(point));
        return;
      case 'w':
        return open_why();
      case 'c':
        return open_position();
      case 'm':
        return open_could();
      default:
        message = "This key does nothing here; ? shows those that do.";
        return;
    }
  }

  ViewerWishes wishes;
  StepCache book;
  RecordFindings findings;
  StepRef here;
  bool is_empty = false;
  std::string message;
  std::optional<Overlay> leaf;
  std::optional<std::string> prompt;  ///< with the sign that opened it
  std::size_t first_line = 0;         ///< of the table
  bool by_turn = false;               ///< the last key led from turn to turn
  std::size_t table_rows = 1;         ///< as it was painted last
  std::optional<StepSearch> search;
  std::string last_words;
};

Viewer::Viewer(ViewedRecord record, const ViewerWishes& wishes)
    : state_(std::make_unique<State>(std::move(record), wishes)) {}
Viewer::~Viewer() = default;

Screen Viewer::paint(int rows, int columns) { return state_->paint(rows, columns); }
bool Viewer::press(const Key& key) { return state_->press(key); }
bool Viewer::has_work() const { return state_->search.has_value() || state_->findings.is_judging(); }
void Viewer::work() {
  if (state_->search)
    state_->search_on();
  else if (state_->findings.is_judging())
    state_->findings.judge_on();
}

}  // namespace roundhouse::replay
