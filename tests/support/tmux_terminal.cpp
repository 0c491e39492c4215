#include "tests/support/tmux_terminal.h"

#include <chrono>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/run_program.h"
#include "tests/support/viewed_game.h"

namespace roundhouse::tests {
namespace {

constexpr auto screen_patience = std::chrono::seconds(30);

/// A server of its own for each, since one that was asked to end may still be there.
std::string next_socket() {
  static int sockets = 0;
  return "tmux-" + std::to_string(++sockets);
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

TmuxTerminal::TmuxTerminal(const std::string& command, const std::filesystem::path& folder, TerminalSize size)
    : folder_(folder), socket_(next_socket()) {
  // What is behind the command keeps the screen until it has been read.
  tmux("-f /dev/null new-session -d -x " + std::to_string(size.columns) + " -y " +
       std::to_string(size.lines) + " " + quoted(command + "; echo \"ended $?\"; exec cat"));
}

TmuxTerminal::~TmuxTerminal() {
  ProgramCall call;
  call.folder = folder_;
  run_shell("tmux -S " + socket_ + " kill-server", call);
}

std::string TmuxTerminal::tmux(const std::string& words) const {
  ProgramCall call;
  call.folder = folder_;
  const ProgramResult result = run_shell("tmux -u -S " + socket_ + " " + words, call);
  INFO("tmux " << words << "\n" << result.errors);
  REQUIRE(result.status == 0);
  return result.output;
}

void TmuxTerminal::press(const std::string& keys) {
  std::string words;
  for (const std::string& key : tmux_keys_from(keys)) words += " " + quoted(key);
  if (!words.empty()) tmux("send-keys" + words);
}

void TmuxTerminal::type(const std::string& text) { tmux("send-keys -l " + quoted(text)); }

void TmuxTerminal::resize(TerminalSize size) {
  tmux("resize-window -x " + std::to_string(size.columns) + " -y " + std::to_string(size.lines));
}

std::string TmuxTerminal::screen() const { return tmux("capture-pane -p"); }
std::string TmuxTerminal::painted() const { return tmux("capture-pane -p -e"); }
bool TmuxTerminal::is_full_screen() const { return tmux("display-message -p '#{alternate_on}'") == "1\n"; }
bool TmuxTerminal::shows_cursor() const { return tmux("display-message -p '#{cursor_flag}'") == "1\n"; }

std::string TmuxTerminal::wait_until(const std::function<bool(const std::string&)>& is_there) const {
  const auto end = std::chrono::steady_clock::now() + screen_patience;
  for (;;) {
    std::string shown = screen();
    if (is_there(shown) || std::chrono::steady_clock::now() > end) return shown;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::string TmuxTerminal::wait_for(const std::string& text) const {
  std::string shown = wait_until([&](const std::string& now) { return now.find(text) != std::string::npos; });
  INFO(shown);
  CHECK(shown.find(text) != std::string::npos);
  return shown;
}

}  // namespace roundhouse::tests
