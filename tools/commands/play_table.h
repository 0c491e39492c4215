#pragma once
// A game at a table of people and computers: who is asked, and what each may see. Its record is on the disk
// before anybody is asked anything.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cli/console.h"
#include "dsl/base/source.h"
#include "tools/commands/played_record.h"
#include "tools/play/game.h"
#include "tools/play/moves.h"
#include "tools/play/play_page.h"

namespace roundhouse::cli {

// Lines that somebody types, or a script: read as they come, of any bytes, and never longer than can be
// meant.

/// Longer lines are no acts.
constexpr std::size_t longest_typed_line = 4'096;

enum class Got : std::uint8_t {
  line,
  too_long,     ///< a line that was passed over
  end,          ///< of the input
  interrupted,  ///< Ctrl-C
};

struct TypedLine {
  Got got = Got::line;
  std::string text;  ///< without the line's end, and without spaces around it
};

/// Standard input, line by line.
class LineInput {
 public:
  /// `stop` is set by Ctrl-C (long_work.h).
  explicit LineInput(const std::atomic<bool>& stop) : stop_(stop) {}

  /// Prints the prompt and waits.
  TypedLine ask(std::string_view prompt);

 private:
  TypedLine read();

  const std::atomic<bool>& stop_;
  std::string waiting_;  ///< bytes read and not asked for
  bool ended_ = false;
};

using replay::TableQuestion;

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
