#pragma once
// The lines of a position as notation: read from a cursor, written back in one form. Knows no rules: whether
// there is such a train, fact or tile is asked later. Not installed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/record/line_cursor.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The words with which the lines of a position begin, and an example of each.
// X(enumerator, word, example)
#define ROUNDHOUSE_POSITION_WORDS(X)                        \
  X(train, "train", "train Ann: 12-5 5-8 marker")           \
  X(debt, "debt", "debt 9-9 Ann")                           \
  X(fact, "fact", "fact Ann.knocked, or: fact opened 2")    \
  X(boneyard, "boneyard", "boneyard 34")                    \
  X(turn, "turn", "turn Ben, or: turn Ben after Ann lap 3") \
  X(turns, "turns", "turns Ann 3 Ben 2")                    \
  X(scored, "scored", "scored Ann 5 Ben 0")                 \
  X(starter, "starter", "starter Ann")                      \
  X(won, "won", "won Ann")                                  \
  X(kept, "kept", "kept Ann")                               \
  X(nothing, "nothing", "nothing else")

enum class PositionWord : std::uint8_t {
#define X(id, word, example) id,
  ROUNDHOUSE_POSITION_WORDS(X)
#undef X
};

/// Absent: no line of a position begins with this word.
std::optional<PositionWord> find_position_word(std::string_view word);
std::string_view position_example(PositionWord word);

/// Reads what stands behind the word. False: see the cursor's complaint.
bool read_position_line(LineCursor& cursor, const Header& header, PositionWord word, Line& line);

/// The pieces of `position ...; ...`, a position in one line, each a line of its own. Empty: it is no such
/// line.
std::vector<LineCursor> position_pieces(const LineCursor& line);

std::string write_position_line(const Header& header, const PositionLine& line);

}  // namespace roundhouse::replay
