#pragma once
// The whole terminal for a program that paints it: pages are shown, keys are read. The one door to ncurses;
// one at a time. However the program ends, the terminal is left as it was found: the destructor restores it,
// and signals that end the program arrive as a key, so that it runs.

#include <memory>

#include "tools/screen/screen.h"

namespace roundhouse::cli {

using replay::Key;
using replay::KeyKind;

class Terminal {
 public:
  /// True if standard input and output are a terminal on which a cursor can be moved.
  static bool can_open();

  /// Asks for can_open(). Colours as paint_for_output() has it, and as the terminal can.
  Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  int rows() const;
  int columns() const;
  void show(const replay::Screen& screen);
  /// Waits for so long at most; below 0: for as long as it takes.
  Key read_key(int milliseconds = -1);

  /// The signal that asked for the end; 0: none. Once this is destroyed, `end_by_signal` ends the program as
  /// that signal would have done.
  int ended_by() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Ends the program by this signal, as if nobody had caught it.
[[noreturn]] void end_by_signal(int signal);

}  // namespace roundhouse::cli
