#pragma once
// The record of a game that is being played, in a file.

#include <filesystem>
#include <string>
#include <utility>

namespace roundhouse::cli {

class KeptRecord {
 public:
  /// `held`: what the file holds; a new one is made if `is_new`.
  KeptRecord(std::filesystem::path path, std::string held, bool is_new)
      : path_(std::move(path)), held_(std::move(held)), is_new_(is_new) {}

  const std::filesystem::path& path() const { return path_; }
  /// When this comes back, the text is on the disk, or the reason why not comes back.
  std::string keep(const std::string& text);

 private:
  std::filesystem::path path_;
  std::string held_;
  bool is_new_;
};

}  // namespace roundhouse::cli
