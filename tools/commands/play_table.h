#pragma once
// A game at a table of people and computers: who is asked, and what each may see. Its record is on the disk
// before anybody is asked anything.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_status.h"
#include "dsl/base/source.h"
#include "tools/commands/kept_record.h"
#include "tools/commands/line_input.h"
#include "tools/play/game.h"
#include "tools/play/moves.h"

namespace roundhouse::cli {

/// A question to somebody at the table.
struct TableQuestion {
  std::string prompt;
  /// The seat that the table is shown to; no_seat: to nobody, so no hand is shown.
  replay::Seat viewer = engine::no_seat;
  std::vector<replay::LegalMove> moves;  ///< to choose from; empty: anything is typed
  bool shows_table = true;               ///< false: nothing of the game is to be seen
  std::string title{};                   ///< round and turn
};

/// The way in which the table speaks with the people at it: over lines, or on a full screen.
struct TableTalk {
  std::function<void(std::string_view text)> say;   ///< an answer
  std::function<void(std::string_view text)> tell;  ///< what happened
  std::function<TypedLine(const TableQuestion& question)> ask;
  /// Nothing that was said can be read any more; false: it still can.
  std::function<bool()> wipe;
  bool paints_table = false;  ///< the table is to be seen with each question
  /// Shows what a computer has just done for as long as it takes to see it; none: nothing is shown before the
  /// next question.
  std::function<void(const TableQuestion& seen)> pause{};
};

/// Over standard input and output. `stop`: set by Ctrl-C.
TableTalk talk_over_lines(LineInput& input);

/// Plays until the match is over, or nobody goes on. `variant`: the name of the rules, for score sheets.
/// `stop`: set by Ctrl-C while nobody is asked.
Exit play_at_table(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                   const std::string& variant, const TableTalk& talk, const std::atomic<bool>& stop);

}  // namespace roundhouse::cli
