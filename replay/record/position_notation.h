#pragma once
// The lines of a position as notation: read from a cursor, written back in one form. Knows no rules: whether
// there is such a train, fact or tile is asked later. Not installed.

#include <string>
#include <vector>

#include "replay/record/line_cursor.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// Reads what stands behind the word of a train, debt, fact, turn or of `nothing`, which have forms of their
/// own. False: see the cursor's complaint.
template <class L>
bool read_own_form(LineCursor& cursor, const Header& header, L& line);

// The same as it is written, with a space in front.
std::string own_form(const Header& header, const TrainLine& line);
std::string own_form(const Header& header, const DebtLine& line);
std::string own_form(const Header& header, const FactLine& line);
std::string own_form(const Header& header, const TurnNowLine& line);
std::string own_form(const Header& header, const NothingElseLine& line);

/// The pieces of `position ...; ...`, a position in one line, each a line of its own. Empty: it is no such
/// line.
std::vector<LineCursor> position_pieces(const LineCursor& line);

}  // namespace roundhouse::replay
