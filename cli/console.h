#pragma once
// Standard output and standard error, as commands use them. The only files that print are in cli/.
//
// All that is printed goes through here, and here is the net for what strangers write into files, names of
// files and shards: no control character reaches the terminal that this program did not make itself, which
// are line feeds, the line ends of CSV, and the colours of print_painted.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"

namespace roundhouse::cli {

// The meaning of the program's exit statuses, everywhere. Of several files the worst counts.

// X(enumerator, status, meaning)
#define ROUNDHOUSE_EXITS(X)                                                                              \
  X(fine, 0, "fine")                                                                                     \
  X(found, 1,                                                                                            \
    "findings, a wish without a recipe, an illegal or broken-off record, a wrong claimed score, a "      \
    "difference, or games without an "                                                                   \
    "end")                                                                                               \
  X(usage, 2, "the command line is wrong")                                                               \
  X(unreadable, 3,                                                                                       \
    "not to be read, no variant or record at all, broken rules, other rules' hash, or output not to be " \
    "written")                                                                                           \
  X(undecided, 4, "a record that cannot be decided")                                                     \
  X(bug, 70, "a mistake of ours")                                                                        \
  X(interrupted, 130, "interrupted, after what was finished was printed")

enum class Exit : int {
#define X(id, status, meaning) id = status,
  ROUNDHOUSE_EXITS(X)
#undef X
};

/// The worse of two: 70, 2, 3, 1, 4, 0; an interruption before all.
constexpr Exit worse(Exit a, Exit b) {
  constexpr std::array order{Exit::fine,  Exit::undecided, Exit::found,      Exit::unreadable,
                             Exit::usage, Exit::bug,       Exit::interrupted};
  const auto rank = [&](Exit e) { return std::find(order.begin(), order.end(), e) - order.begin(); };
  return rank(a) < rank(b) ? b : a;
}

/// To be called first. If a standard stream was closed before the program began, its use fails, and no file
/// that is opened later takes its place.
void hold_standard_streams();

/// Writes to standard output. When its reader has gone nothing more is written, and the command goes on to
/// its status; anything else that stands in the way (a full disk) ends the program.
void print(std::string_view text);
/// As above, and tabs stay: a patch has to have the lines as they stand.
void print_with_tabs(std::string_view text);
/// Text with colours, in which what strangers wrote has been made printable piece by piece.
void print_painted(std::string_view text);
/// Writes to standard error. Without effect where that is not possible: there is nobody to report to.
void print_error(std::string_view text);
void print_painted_error(std::string_view text);
/// Clears the terminal, so that nothing that was on it can be read any more. Returns false if output is no
/// terminal.
bool clear_terminal();
/// Draws over the line of standard error on which the cursor is.
void draw_over(std::string_view line);
void flush();

/// While it lives, what this thread writes to standard error is kept, so that somebody else can print it when
/// its turn comes, with print_painted_error. One at a time in a thread.
class KeptErrors {
 public:
  KeptErrors();
  KeptErrors(const KeptErrors&) = delete;
  KeptErrors& operator=(const KeptErrors&) = delete;
  ~KeptErrors();

  std::string take();

 private:
  std::string text_;
};

/// "; did you mean 'deal'?"; empty where none of the names is near.
std::string did_you_mean(const std::string& misspelt, const std::vector<std::string>& names);

/// Says on standard error why the command ends here, and gives the status that it ends with.
Exit refuse(Exit exit, std::string_view why);

/// Prints what render_diagnostics makes of them, and an empty line, to standard error.
void print_complaints(const dsl::SourceMap& sources, const dsl::Diagnostics& complaints);
/// Prints them and says that the command has nothing to go on with.
Exit refuse(const dsl::SourceMap& sources, const dsl::Diagnostics& complaints);

/// For `--color`: as below, on everything, on nothing.
enum class ColourWish : std::uint8_t { by_terminal, always, never };
void wish_for_colour(ColourWish wish);
/// Colour only on a terminal that is not dumb, and not with NO_COLOR or CLICOLOR=0. A wish goes before.
dsl::Paint paint_for_output();
dsl::Paint paint_for_errors();
enum class Stream : std::uint8_t { output, errors };
/// The fewest and the most columns that sentences are broken to.
constexpr std::uint64_t least_width = 20;
constexpr std::uint64_t most_width = 1000;
/// Returns the columns to which sentences on this stream keep: what COLUMNS says, or those of its
/// terminal; 0: it is none, and they are as long as they are.
std::size_t sentence_width(Stream stream = Stream::output);
/// Prints lines for people, the longer ones broken at their words to that width.
void print_lines(std::string_view text);
/// The same lines, as they would be printed.
std::string lines_as_shown(std::string_view text);

/// Returns the columns of the terminal that this stream goes to; absent: it goes to none, or it does not say.
std::optional<std::size_t> terminal_columns(Stream stream);
/// True if a line may be drawn over on standard error: it is a terminal that is not dumb.
bool errors_take_progress();

}  // namespace roundhouse::cli
