#pragma once
// A terminal that can be read: tmux takes what a program sends, and says what stands on its screen then.

#include <filesystem>
#include <functional>
#include <string>

#include "tests/support/pseudo_terminal.h"

namespace roundhouse::tests {

class TmuxTerminal {
 public:
  /// Runs a line of shell there, in which `roundhouse` is the program built. Behind it stands `ended` with
  /// its status. The test fails where tmux is missing.
  TmuxTerminal(const std::string& command, const std::filesystem::path& folder, TerminalSize size = {});
  TmuxTerminal(const TmuxTerminal&) = delete;
  TmuxTerminal& operator=(const TmuxTerminal&) = delete;
  ~TmuxTerminal();

  /// Keys as keys_from has them; `Ctrl-Z`, `Ctrl-C` besides.
  void press(const std::string& keys);
  /// As it is typed.
  void type(const std::string& text);
  void resize(TerminalSize size);

  /// The screen, without blanks at the ends of lines.
  std::string screen() const;
  /// With the escape sequences of its colours.
  std::string painted() const;
  /// True while a full screen is open.
  bool is_full_screen() const;
  bool shows_cursor() const;

  /// Looks again and again, for half a minute at most. What is shown in the end.
  std::string wait_until(const std::function<bool(const std::string&)>& is_there) const;
  std::string wait_for(const std::string& text) const;

 private:
  std::string tmux(const std::string& words) const;

  std::filesystem::path folder_;
  std::string socket_;
};

}  // namespace roundhouse::tests
