#pragma once
// The program on a terminal of its own, as somebody sits before it: what it shows can be waited for, and keys
// can be pressed.

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roundhouse::tests {

struct TerminalSize {
  int columns = 80;
  int lines = 24;
};

class PseudoTerminal {
 public:
  /// Starts the program there, with no more of an environment than run_program gives it and TERM.
  PseudoTerminal(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                 TerminalSize size = {},
                 const std::vector<std::pair<std::string, std::string>>& environment = {});
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;
  /// Ends the program if it still runs.
  ~PseudoTerminal();

  /// Waits until something new is shown that ends in `text`; false: the program ended, or half a minute went
  /// by.
  bool wait_for(std::string_view text);
  /// Types this; a line is entered with "\n", Ctrl-C is "\x03", Ctrl-D "\x04".
  void type(std::string_view keys);
  /// Waits for the end. The exit status, or minus the signal that ended it.
  int finish();

  /// All that was shown so far, keys that were echoed included, with line feeds alone as line ends.
  const std::string& shown() const { return shown_; }

 private:
  bool take();

  int descriptor_ = -1;
  pid_t child_ = -1;
  int status_ = 0;
  bool ended_ = false;
  std::size_t seen_ = 0;  ///< what was waited for
  std::string shown_;
};

}  // namespace roundhouse::tests
