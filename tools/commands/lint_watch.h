#pragma once
// `lint --watch`: looks again whenever a file or one of its parents has changed.

#include <atomic>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace roundhouse::cli {

/// The state of files seen from outside: time, size and number, compared as a whole.
class WatchedFiles {
 public:
  /// Bundled names and what is not there are watched as well: they may become files.
  explicit WatchedFiles(const std::vector<std::string>& paths);

  bool have_changed() const;
  /// Waits until one of them has changed. False: `stop` was set before.
  bool wait_for_change(const std::atomic<bool>& stop) const;

 private:
  std::vector<std::pair<std::filesystem::path, std::string>> seen_;
};

}  // namespace roundhouse::cli
