#pragma once
// Turns what people write at the table into the line of notation that it means. It is asked where a line is
// no notation, or has words that no rules know; what it makes is read like any other line, so that it can add
// no meaning of its own. Where more than one thing may be meant it says so and makes nothing. Not installed.

#include <optional>
#include <string>

#include "replay/record/line_cursor.h"
#include "replay/record/record.h"
#include "replay/record/vocabulary.h"

namespace roundhouse::replay {

/// A line that can be read, made of another; or the word on which that failed.
struct Scribble {
  std::optional<PlainLine> line;       ///< its origins are those of the original
  bool passed_over = false;            ///< a line to divide: it says nothing
  bool corrected = false;              ///< something in it was written and struck out
  std::optional<Complaint> complaint;  ///< offsets in the original
};

/// `vocabulary`: nullptr where no rules are known; then a word may be any act.
Scribble read_scribble(const PlainLine& plain, const Header& header, const Vocabulary* vocabulary);

/// A header field without its brackets, or with commas and colons: as one in brackets. Absent: it is none.
std::optional<PlainLine> read_header_scribble(const PlainLine& plain);

}  // namespace roundhouse::replay
