#pragma once
// While something long is done: its progress, and Ctrl-C.
//
// The progress is a line on a terminal that is drawn over and over, with rate and time left. In a pipe, a
// file or on a dumb terminal there is none. It is plain text, so NO_COLOR makes no difference.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

#include "dsl/base/joined_threads.h"

namespace roundhouse::cli {

/// 12,345,678
std::string grouped(std::uint64_t number);

/// The text of that line; `done` of `all` (0: it is not known how many) things after so many seconds.
std::string progress_line(std::uint64_t done, std::uint64_t all, double seconds, const std::string& things,
                          int width);

class ProgressBar {
 public:
  enum class When : std::uint8_t {
    always,
    output_is_elsewhere,  ///< where something is printed meanwhile: not if that goes to a terminal, too
  };
  /// Draws until it goes; then it wipes the line away. `done` has to live as long.
  ProgressBar(const std::atomic<std::uint64_t>& done, std::uint64_t all, std::string things,
              When when = When::always);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

 private:
  void draw_until_gone();

  const std::atomic<std::uint64_t>& done_;
  std::uint64_t all_;
  std::string things_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool gone_ = false;
  dsl::JoinedThreads drawer_;  ///< last, because it uses all the others
};

/// While it lives, Ctrl-C sets `stop`, so that what was finished can be printed; the second one ends the
/// program at once. One at a time.
class Interrupt {
 public:
  explicit Interrupt(std::atomic<bool>& stop);
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();
};

}  // namespace roundhouse::cli
