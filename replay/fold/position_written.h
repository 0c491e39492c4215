#pragma once
// A table in the midst of play as the lines of a position (position_begin.h reads them back): so that a
// record can begin there.

#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/drawing/laid_tile.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// True of a position that lines can say: play goes on, and no tile has still to be taken.
bool can_be_written(const engine::Position& position);

/// Writes the position as lines, with the known tiles of hands. `laid`: every tile on a train, a parent
/// before what lies at it.
std::vector<Line> position_lines(const engine::Rules& program, const Header& header,
                                 const engine::Position& position, const std::vector<LaidTile>& laid);

/// A record of nothing but this position: the header says what came before the round, of its variant and
/// players what `header` says.
Record record_at(const engine::Rules& program, const Header& header, const engine::Position& position,
                 const std::vector<LaidTile>& laid);

/// The same position in one line, to be read below a header and a `round` line: `position ...; ...`.
std::string position_in_one_line(const Header& header, const std::vector<Line>& lines);

}  // namespace roundhouse::replay
