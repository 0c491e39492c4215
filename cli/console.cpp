#include "cli/console.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "cli/exit_status.h"

namespace roundhouse::cli {
namespace {

thread_local std::string* kept_errors = nullptr;

[[noreturn]] void give_up() {
  // EPIPE: whoever read has gone. Anything else (a full disk) must not pass for success.
  if (errno == EPIPE) std::_Exit(static_cast<int>(Exit::fine));
  std::fputs("roundhouse: the output cannot be written\n", stderr);
  std::_Exit(static_cast<int>(Exit::unreadable));
}

void write_to(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size()) give_up();
}

bool is_clever_terminal(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb" && isatty(descriptor) != 0;
}

dsl::Paint paint_for(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return dsl::Paint::plain;
  return is_clever_terminal(descriptor) ? dsl::Paint::colour : dsl::Paint::plain;
}

}  // namespace

void print(std::string_view text) { write_to(stdout, text); }

void print_error(std::string_view text) {
  if (kept_errors != nullptr) {
    *kept_errors += text;
  } else {
    write_to(stderr, text);
  }
}

KeptErrors::KeptErrors() { kept_errors = &text_; }
KeptErrors::~KeptErrors() { kept_errors = nullptr; }
std::string KeptErrors::take() { return std::exchange(text_, {}); }

void flush() {
  if (std::fflush(stdout) != 0) give_up();
}

dsl::Paint paint_for_output() { return paint_for(STDOUT_FILENO); }
dsl::Paint paint_for_errors() { return paint_for(STDERR_FILENO); }
bool errors_take_progress() { return is_clever_terminal(STDERR_FILENO); }

}  // namespace roundhouse::cli
