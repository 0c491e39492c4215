#pragma once
// One line of a record, below the header. Not installed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/record/line_cursor.h"
#include "replay/record/line_fields.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// Reads the line at the cursor. False: see the cursor's complaint.
bool read_line(LineCursor& cursor, const Header& header, Line& line);

/// Reads the acts behind `NAME:`.
bool read_acts(LineCursor& cursor, const Header& header, TurnLine& line);

/// True of words for acts that the notation keeps for itself, in whatever letters: neither a beginning of a
/// player's name nor a name of a variant is read for them.
bool is_own_word(std::string_view word);

/// A player's name. Complains where nobody or more than one is meant.
std::optional<Seat> read_player(LineCursor& cursor, const Header& header);

/// A number in its bounds. Complains where it is another one, or none.
bool read_number(LineCursor& cursor, std::int32_t& number, const NumberForm& form);

/// Reads what follows a complete line: nothing, or a comment.
bool read_end(LineCursor& cursor);

/// Reads what stands behind the word of a train, debt, fact, turn or of `nothing`, which have forms of their
/// own. False: see the cursor's complaint.
template <class L>
bool read_own_form(LineCursor& cursor, const Header& header, L& line);

/// The pieces of `position ...; ...`, a position in one line, each a line of its own. Empty: it is no such
/// line.
std::vector<LineCursor> position_pieces(const LineCursor& line);

/// The kind of line that begins with this word, also in the plural; in small letters. nullptr: none that
/// people scribble.
const LineKind* scribbled_kind(std::string_view small);

/// "write it like ..." for the kind of line that this seems to be.
std::string example_for(std::string_view text);

}  // namespace roundhouse::replay
