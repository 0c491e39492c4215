#include "cli/console.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"

namespace roundhouse::cli {
namespace {

thread_local std::string* kept_errors = nullptr;
/// The reader of standard output has gone.
bool output_is_unread = false;
ColourWish colour_wish = ColourWish::by_terminal;

[[noreturn]] void give_up() {
  // A full disk must not pass for success.
  std::fputs("roundhouse: the output cannot be written\n", stderr);
  std::_Exit(static_cast<int>(Exit::unreadable));
}

void note_trouble() {
  if (errno != EPIPE) give_up();
  output_is_unread = true;
}

void write_output(std::string_view text) {
  if (output_is_unread) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) note_trouble();
}

void write_error(std::string_view text) {
  if (kept_errors != nullptr)
    *kept_errors += text;
  else
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

bool is_plain(char c) { return c == '\n' || (c >= 0x20 && c < 0x7F); }

std::string without_controls(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (is_plain(text[i]) || text.substr(i).starts_with("\r\n"))
      shown += text[i++];
    else
      i += dsl::append_shown(shown, text, i);
  }
  return shown;
}

bool is_clever_terminal(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb" && isatty(descriptor) != 0;
}

dsl::Paint paint_for(int descriptor) {
  if (colour_wish == ColourWish::always) return dsl::Paint::colour;
  if (colour_wish == ColourWish::never) return dsl::Paint::plain;
  const char* cli_colour = std::getenv("CLICOLOR");
  if (cli_colour != nullptr && std::string_view(cli_colour) == "0") return dsl::Paint::plain;
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return dsl::Paint::plain;
  return is_clever_terminal(descriptor) ? dsl::Paint::colour : dsl::Paint::plain;
}

}  // namespace

void hold_standard_streams() {
  // Opened for the wrong direction, so that using it fails as it does with a closed one.
  constexpr int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = 0; stream < 3; ++stream)
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) (void)open("/dev/null", modes[stream]);
}

void print(std::string_view text) {
  if (all_of(text, is_plain))
    write_output(text);
  else
    write_output(without_controls(text));
}

void print_with_tabs(std::string_view text) {
  for (std::size_t tab = text.find('\t'); tab != std::string_view::npos; tab = text.find('\t')) {
    print(text.substr(0, tab));
    write_output("\t");
    text.remove_prefix(tab + 1);
  }
  print(text);
}

void print_painted(std::string_view text) {
  if (paint_for_output() == dsl::Paint::colour)
    write_output(text);
  else
    print(text);
}

void print_error(std::string_view text) {
  const std::size_t width = sentence_width(Stream::errors);
  write_error(without_controls(width == 0 ? std::string(text) : dsl::filled_lines(text, width)));
}

void print_painted_error(std::string_view text) {
  write_error(paint_for_errors() == dsl::Paint::colour ? std::string(text) : without_controls(text));
}

bool clear_terminal() {
  if (!is_clever_terminal(STDOUT_FILENO)) return false;
  // Clears the lines that have scrolled away, too.
  write_output("\033[H\033[2J\033[3J");
  return true;
}

void draw_over(std::string_view line) { write_error("\r" + dsl::printable_line(line)); }

void print_complaints(const dsl::SourceMap& sources, const dsl::Diagnostics& complaints) {
  print_painted_error(
      dsl::render_diagnostics(sources, complaints, {paint_for_errors(), sentence_width(Stream::errors)}) +
      "\n");
}

Exit refuse(const dsl::SourceMap& sources, const dsl::Diagnostics& complaints) {
  print_complaints(sources, complaints);
  return Exit::unreadable;
}

std::string did_you_mean(const std::string& misspelt, const std::vector<std::string>& names) {
  const auto nearest = dsl::nearest_name(misspelt, names);
  return nearest ? fmt::format("; did you mean '{}'?", *nearest) : std::string();
}

Exit refuse(Exit exit, std::string_view why) {
  print_error("roundhouse: " + std::string(why) + "\n");
  return exit;
}

KeptErrors::KeptErrors() { kept_errors = &text_; }
KeptErrors::~KeptErrors() { kept_errors = nullptr; }
std::string KeptErrors::take() { return std::exchange(text_, {}); }

void flush() {
  if (!output_is_unread && std::fflush(stdout) != 0) note_trouble();
}

void wish_for_colour(ColourWish wish) { colour_wish = wish; }
dsl::Paint paint_for_output() { return paint_for(STDOUT_FILENO); }
dsl::Paint paint_for_errors() { return paint_for(STDERR_FILENO); }
std::size_t sentence_width(Stream stream) {
  const std::optional<std::size_t> terminal = terminal_columns(stream);
  if (!terminal) return 0;
  const char* columns = std::getenv("COLUMNS");
  const auto said =
      columns == nullptr ? std::nullopt : dsl::whole_number<std::uint64_t>(columns, least_width, most_width);
  return std::max<std::size_t>(said.value_or(*terminal), least_width);
}

std::string lines_as_shown(std::string_view text) {
  const std::size_t width = sentence_width();
  return width == 0 ? std::string(text) : dsl::filled_lines(text, width);
}

void print_lines(std::string_view text) { print(lines_as_shown(text)); }

std::optional<std::size_t> terminal_columns(Stream stream) {
  winsize size{};
  const int descriptor = stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}
bool errors_take_progress() { return is_clever_terminal(STDERR_FILENO); }

}  // namespace roundhouse::cli
