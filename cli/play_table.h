#pragma once
// A game at a table of people and computers: who is asked, what each may see, and
// the record that is on the disk before anybody is asked anything.

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/exit_status.h"
#include "cli/line_input.h"
#include "dsl/base/source.h"
#include "replay/play/game.h"
#include "replay/play/moves.h"

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

/// What somebody at the table is asked.
struct TableQuestion {
  std::string prompt;
  /// Whose eyes the table is for; no_seat: nobody's, so no hand is shown.
  replay::Seat viewer = engine::no_seat;
  std::vector<replay::LegalMove> moves;  ///< to choose from; empty: anything is typed
  bool shows_table = true;               ///< false: nothing of the game is to be seen
  std::string title{};                   ///< round and turn
};

/// The way in which the table speaks with the people at it: over lines, or on a full screen.
struct TableTalk {
  std::function<void(std::string_view text)> say;
  std::function<TypedLine(const TableQuestion& question)> ask;
  /// Nothing that was said can be read any more; false: it still can.
  std::function<bool()> wipe;
  bool paints_table = false;  ///< the table is to be seen with each question
};

/// Over standard input and output. `stop`: set by Ctrl-C.
TableTalk talk_over_lines(LineInput& input);

/// Plays until the match is over, or nobody goes on. `variant`: the name of the rules, for score sheets.
/// `stop`: set by Ctrl-C while nobody is asked.
Exit play_at_table(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                   const std::string& variant, const TableTalk& talk, const std::atomic<bool>& stop);

}  // namespace roundhouse::cli
