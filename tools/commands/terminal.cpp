#include "tools/commands/terminal.h"

// Functions instead of macros with everyday names; wide characters.
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
// term.h has more macros with everyday names.
#undef back_tab
#undef columns
#undef lines
#undef tab

#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "cli/console.h"
#include "dsl/base/search.h"

namespace roundhouse::cli {
namespace {

using replay::Style;

constexpr int escape_milliseconds = 25;  // so long may the rest of an arrow key take

// All that signal handlers can reach: where they write which signal came, and how the terminal was.
std::atomic<int> signal_pipe = -1;
static_assert(std::atomic<int>::is_always_lock_free);
termios modes_before;
std::array<char, 64> leave_text{};
std::size_t leave_length = 0;

void note_signal(int signal) {
  const int errno_before = errno;
  const char byte = static_cast<char>(signal);
  (void)!write(signal_pipe.load(), &byte, 1);
  errno = errno_before;
}

/// A mistake of ours ends the program: the terminal is put right first.
void leave_and_die(int signal) {
  (void)!write(STDOUT_FILENO, leave_text.data(), leave_length);
  tcsetattr(STDIN_FILENO, TCSANOW, &modes_before);
  ::signal(signal, SIG_DFL);
  raise(signal);
}

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::array other_signals{SIGWINCH, SIGTSTP, SIGCONT};
constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t handled_signals = ending_signals.size() + other_signals.size() + fatal_signals.size();

struct HandledSignal {
  int signal = 0;
  struct sigaction before {};
};

bool is_ending(int signal) { return contains(ending_signals, signal); }

/// A string of the terminal's description; empty: it has none.
std::string_view description(const char* name) {
  const char* text = tigetstr(name);
  if (text == nullptr || text == reinterpret_cast<const char*>(-1)) return {};
  return text;
}

struct Looks {
  short colour;  ///< -1: the terminal's own
  short ground;
  attr_t with_colours;
  attr_t without;
};
Looks looks_of(Style style) {
  switch (style) {
    case Style::normal:
      return {-1, -1, A_NORMAL, A_NORMAL};
    case Style::strong:
      return {-1, -1, A_BOLD, A_BOLD};
    case Style::faint:
      return {-1, -1, A_DIM, A_DIM};
    case Style::title:
      return {-1, -1, A_REVERSE, A_REVERSE};
    case Style::marker:
      return {COLOR_RED, -1, A_BOLD, A_BOLD};
    case Style::open_double:
      return {COLOR_MAGENTA, -1, A_BOLD, A_BOLD};
    case Style::turn:
      return {COLOR_GREEN, -1, A_BOLD, A_BOLD};
    case Style::cursor:
      return {COLOR_CYAN, -1, A_REVERSE, A_REVERSE};
    case Style::illegal:
      return {COLOR_WHITE, COLOR_RED, A_BOLD, A_REVERSE | A_BOLD};
    case Style::doubtful:
      return {COLOR_YELLOW, -1, A_BOLD, A_UNDERLINE};
    case Style::allowed:
      return {COLOR_CYAN, -1, A_BOLD, A_UNDERLINE};
    case Style::advice:
      return {COLOR_BLUE, -1, A_BOLD, A_UNDERLINE};
  }
  return {-1, -1, A_NORMAL, A_NORMAL};
}

constexpr std::array all_styles{
#define X(id, letter) Style::id,
    ROUNDHOUSE_STYLES(X)
#undef X
};

Key key_of_code(wint_t code) {
  switch (code) {
    case KEY_LEFT:
      return {KeyKind::left};
    case KEY_RIGHT:
      return {KeyKind::right};
    case KEY_UP:
      return {KeyKind::up};
    case KEY_DOWN:
      return {KeyKind::down};
    case KEY_PPAGE:
      return {KeyKind::page_up};
    case KEY_NPAGE:
      return {KeyKind::page_down};
    case KEY_HOME:
      return {KeyKind::home};
    case KEY_END:
      return {KeyKind::end};
    case KEY_ENTER:
      return {KeyKind::enter};
    case KEY_BTAB:
      return {KeyKind::back_tab};
    case KEY_BACKSPACE:
      return {KeyKind::backspace};
    case KEY_DC:
      return {KeyKind::remove};
    case KEY_RESIZE:
      return {KeyKind::resized};
    default:
      return {};
  }
}

Key key_of_character(wint_t character) {
  switch (character) {
    case '\r':
    case '\n':
      return {KeyKind::enter};
    case '\t':
      return {KeyKind::tab};
    case 0x1B:
      return {KeyKind::escape};
    case 0x08:
    case 0x7F:
      return {KeyKind::backspace};
    default:
      return {KeyKind::character, static_cast<char32_t>(character)};
  }
}

}  // namespace

struct Terminal::State {
  SCREEN* screen = nullptr;
  std::array<int, 2> pipe{-1, -1};
  std::array<HandledSignal, handled_signals> handled{};
  std::size_t handled_count = 0;
  std::array<attr_t, all_styles.size()> attributes{};
  std::array<short, all_styles.size()> pairs{};
  bool shows_utf8 = false;
  int ended_by = 0;

  void handle(int signal, void (*handler)(int)) {
    struct sigaction before {};
    // If the parent process had this signal ignored, that stays.
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
    const bool is_fatal = contains(fatal_signals, signal);
    if (is_fatal && before.sa_handler != SIG_DFL) return;  // somebody watches for mistakes
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    if (sigaction(signal, &action, nullptr) == 0) handled[handled_count++] = {signal, before};
  }

  void choose_looks() {
    const bool coloured =
        paint_for_output() == dsl::Paint::colour && has_colors() && start_color() == OK && COLORS >= 8;
    if (coloured) use_default_colors();
    short next_pair = 1;
    for (const Style style : all_styles) {
      const auto i = static_cast<std::size_t>(style);
      const Looks looks = looks_of(style);
      attributes[i] = coloured ? looks.with_colours : looks.without;
      if (!coloured || looks.colour < 0) continue;
      if (init_pair(next_pair, looks.colour, looks.ground) == OK) pairs[i] = next_pair++;
    }
  }

  /// The terminal has perhaps another size.
  static void measure() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
      resize_term(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
  }

  /// Ctrl-Z: the terminal is the shell's until we are called back.
  void be_away() {
    endwin();
    struct sigaction own {};
    struct sigaction stop {};
    stop.sa_handler = SIG_DFL;
    sigemptyset(&stop.sa_mask);
    sigaction(SIGTSTP, &stop, &own);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &own, nullptr);
    come_back();
  }
  static void come_back() {
    reset_prog_mode();
    measure();
    refresh();
  }

  /// Those that came; absent: none.
  std::optional<Key> read_signals() {
    std::array<char, 64> bytes{};
    const ssize_t got = read(pipe[0], bytes.data(), bytes.size());
    std::optional<Key> key;
    for (ssize_t i = 0; i < got; ++i) {
      const int signal = bytes[static_cast<std::size_t>(i)];
      if (is_ending(signal)) {
        ended_by = signal;
        return Key{KeyKind::ended};
      }
      if (signal == SIGTSTP) be_away();
      if (signal == SIGCONT) come_back();
      if (signal == SIGWINCH) measure();
      key = Key{KeyKind::resized};
    }
    return key;
  }
};

bool Terminal::can_open() {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return false;
  const char* name = std::getenv("TERM");
  if (name == nullptr || std::string_view(name) == "dumb") return false;
  int error = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return false;
  const bool moves = !description("cup").empty() && !description("clear").empty();
  del_curterm(cur_term);
  return moves;
}

Terminal::Terminal() : state_(std::make_unique<State>()) {
  std::setlocale(LC_CTYPE, "");
  state_->shows_utf8 = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  tcgetattr(STDIN_FILENO, &modes_before);
  if (pipe2(state_->pipe.data(), O_CLOEXEC | O_NONBLOCK) == 0) signal_pipe = state_->pipe[1];
  // Before ncurses, which then leaves these signals alone.
  for (const int signal : ending_signals) state_->handle(signal, note_signal);
  for (const int signal : other_signals) state_->handle(signal, note_signal);
  state_->screen = newterm(nullptr, stdout, stdin);
  if (state_->screen == nullptr) throw std::runtime_error("the terminal cannot be opened");
  std::string leave(description("rmcup"));
  leave += description("cnorm");
  leave += description("sgr0");
  leave_length = std::min(leave.size(), leave_text.size());
  std::memcpy(leave_text.data(), leave.data(), leave_length);
  for (const int signal : fatal_signals) state_->handle(signal, leave_and_die);
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(escape_milliseconds);
  curs_set(0);
  state_->choose_looks();
}

Terminal::~Terminal() {
  if (state_->screen != nullptr) {
    curs_set(1);
    endwin();
    delscreen(state_->screen);
  }
  while (state_->handled_count > 0) {
    const HandledSignal& last = state_->handled[--state_->handled_count];
    sigaction(last.signal, &last.before, nullptr);
  }
  signal_pipe = -1;
  for (const int end : state_->pipe)
    if (end >= 0) close(end);
  std::setlocale(LC_CTYPE, "C");
}

int Terminal::rows() const { return std::max(getmaxy(stdscr), 1); }
int Terminal::columns() const { return std::max(getmaxx(stdscr), 1); }
int Terminal::ended_by() const { return state_->ended_by; }

void Terminal::show(const replay::Screen& screen) {
  erase();
  const int rows_seen = std::min(rows(), screen.rows());
  const int columns_seen = std::min(columns(), screen.columns());
  for (int row = 0; row < rows_seen; ++row) {
    for (int column = 0; column < columns_seen; ++column) {
      const replay::Cell& cell = screen.at(row, column);
      if (cell.text.empty()) continue;
      const auto i = static_cast<std::size_t>(cell.style);
      attr_set(state_->attributes[i], state_->pairs[i], nullptr);
      const bool plain = state_->shows_utf8 || (cell.text.size() == 1 && cell.text.front() > 0);
      // By its place, so that a terminal which takes a character for wider than we do is put right.
      mvaddstr(row, column, plain ? cell.text.c_str() : cell.text == "─" ? "-" : "?");
    }
  }
  attr_set(A_NORMAL, 0, nullptr);
  const bool has_cursor = screen.cursor_row >= 0 && screen.cursor_row < rows_seen &&
                          screen.cursor_column >= 0 && screen.cursor_column < columns_seen;
  curs_set(has_cursor ? 1 : 0);
  if (has_cursor) move(screen.cursor_row, screen.cursor_column);
  refresh();
}

Key Terminal::read_key(int milliseconds) {
  for (;;) {
    // Some may wait inside ncurses already.
    wint_t got = 0;
    const int kind = get_wch(&got);
    if (kind == KEY_CODE_YES || kind == OK) {
      const Key key = kind == OK ? key_of_character(got) : key_of_code(got);
      if (key.kind != KeyKind::none) {
        if (key.is(0x0C)) {  // Ctrl-L
          clearok(curscr, TRUE);
          return {KeyKind::resized};
        }
        return key;
      }
      continue;
    }
    std::array<pollfd, 2> waiting{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{state_->pipe[0], POLLIN, 0}};
    const int ready = poll(waiting.data(), waiting.size(), milliseconds);
    if (ready == 0) return {};
    if (ready < 0 && errno != EINTR) return {KeyKind::ended};
    if (const auto key = state_->read_signals()) return *key;
    if (ready < 0) continue;
    if ((waiting[0].revents & POLLIN) == 0) {
      if (waiting[0].revents != 0) return {KeyKind::ended};  // it is gone
      continue;
    }
    int bytes = 0;
    if (ioctl(STDIN_FILENO, FIONREAD, &bytes) != 0 || bytes == 0) return {KeyKind::ended};
  }
}

void end_by_signal(int signal) {
  flush();
  ::signal(signal, SIG_DFL);
  raise(signal);
  std::_Exit(128 + signal);
}

}  // namespace roundhouse::cli
