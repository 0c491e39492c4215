#pragma once
// One line of a record, below the header. Not installed.

#include <optional>
#include <string>
#include <string_view>

#include "replay/record/line_cursor.h"
#include "replay/record/line_fields.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// Reads the line at the cursor. False: see the cursor's complaint.
bool read_line(LineCursor& cursor, const Header& header, Line& line);

/// Reads the acts behind `NAME:`.
bool read_acts(LineCursor& cursor, const Header& header, TurnLine& line);

/// A player's name. Complains where nobody or more than one is meant.
std::optional<Seat> read_player(LineCursor& cursor, const Header& header);

/// A number in its bounds. Complains where it is another one, or none.
bool read_number(LineCursor& cursor, std::int32_t& number, const NumberForm& form);

/// Reads what follows a complete line: nothing, or a comment.
bool read_end(LineCursor& cursor);

class Vocabulary;

/// The line as it probably should be, in its canonical form: one that can be read, with no word that nobody
/// knows. Absent where nothing simple fixes it. `vocabulary`: nullptr where no rules are known.
std::optional<std::string> mended_line(const Header& header, Vocabulary* vocabulary, std::string_view text);

/// True if the line with the complaint's replacement in it gives no complaint up to there: then the
/// replacement may be shown, though the rest of the line is not mended.
bool replacement_holds(const Header& header, Vocabulary* vocabulary, std::string_view text,
                       const Complaint& complaint);

/// The kind of line that begins with this word, also in the plural; in small letters. nullptr: none that
/// people scribble.
const LineKind* scribbled_kind(std::string_view small);

/// "write it like ..." for the kind of line that this seems to be.
std::string example_for(std::string_view text);

}  // namespace roundhouse::replay
