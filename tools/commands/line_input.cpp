#include "tools/commands/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "cli/console.h"
#include "dsl/base/plain_text.h"

namespace roundhouse::cli {
namespace {

/// Ctrl-C may come just before the wait begins, so no wait is longer.
constexpr int longest_wait = 200;  // milliseconds

}  // namespace

TypedLine LineInput::ask(std::string_view prompt) {
  print(prompt);
  flush();
  TypedLine line = read();
  // On a terminal it stands there already.
  if (line.got == Got::line && isatty(STDIN_FILENO) == 0) print(line.text + "\n");
  return line;
}

TypedLine LineInput::read() {
  bool too_long = false;
  while (true) {
    const std::size_t end = waiting_.find('\n');
    if (end != std::string::npos || (ended_ && !waiting_.empty())) {
      const std::string line = waiting_.substr(0, end);
      waiting_.erase(0, end == std::string::npos ? end : end + 1);
      if (too_long || line.size() > longest_typed_line) return {Got::too_long, {}};
      return {Got::line, std::string(dsl::trimmed(line))};
    }
    if (ended_) return {too_long ? Got::too_long : Got::end, {}};
    if (waiting_.size() > longest_typed_line) {
      too_long = true;
      waiting_.clear();
    }
    if (stop_) return {Got::interrupted, {}};
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&input, 1, longest_wait);
    if (ready < 0 && errno != EINTR) ended_ = true;
    if (ready <= 0) continue;
    std::array<char, 4'096> piece{};
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      ended_ = true;
    else
      waiting_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace roundhouse::cli
