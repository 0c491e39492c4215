#pragma once
// Ctrl-C while something long is done: the first asks for an end, so that what was finished can be printed;
// the second ends the program at once.

#include <atomic>

namespace roundhouse::cli {

/// While it lives, Ctrl-C sets `stop`. One at a time.
class Interrupt {
 public:
  explicit Interrupt(std::atomic<bool>& stop);
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();
};

}  // namespace roundhouse::cli
