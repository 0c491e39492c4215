#pragma once
// A game at a table of people and computers, over lines that are typed: who is asked, what each may see, and
// the record that is on the disk before anybody is asked anything.

#include <filesystem>
#include <string>

#include "cli/exit_status.h"
#include "dsl/base/source.h"
#include "replay/play/game.h"

namespace roundhouse::cli {

/// The record of a game as it is kept in a file.
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

/// Plays until the match is over, or nobody goes on. `variant`: the name of the rules, for score sheets.
Exit play_at_table(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                   const std::string& variant);

}  // namespace roundhouse::cli
