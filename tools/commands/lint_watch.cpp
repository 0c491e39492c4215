#include "tools/commands/lint_watch.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "dsl/base/search.h"

namespace roundhouse::cli {
namespace {

// Often enough for somebody who saves and looks; rare enough that nobody hears the fan.
constexpr std::chrono::milliseconds between_looks{100};
// Editors write a file in several steps; it is read when nothing has moved for so long.
constexpr std::chrono::milliseconds until_quiet{50};

std::string seen_of(const std::filesystem::path& path) {
  struct stat now {};
  if (stat(path.c_str(), &now) != 0) return {};
  return fmt::format("{}.{} {} {}", now.st_mtim.tv_sec, now.st_mtim.tv_nsec, now.st_size, now.st_ino);
}

}  // namespace

WatchedFiles::WatchedFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) seen_.emplace_back(path, seen_of(path));
}

bool WatchedFiles::have_changed() const {
  return any_of(seen_, [](const auto& file) { return seen_of(file.first) != file.second; });
}

bool WatchedFiles::wait_for_change(const std::atomic<bool>& stop) const {
  while (!stop) {
    if (have_changed()) {
      std::this_thread::sleep_for(until_quiet);
      return !stop;
    }
    std::this_thread::sleep_for(between_looks);
  }
  return false;
}

}  // namespace roundhouse::cli
