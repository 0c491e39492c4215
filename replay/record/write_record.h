#pragma once
// The canonical writer of train notation: one byte form for a record. Comments stay where they are.

#include <string>

#include "replay/record/record.h"

namespace roundhouse::replay {

std::string write_record(const Record& record);
/// The lossless twin of train notation in JSON lines: the header first, then an object a line of the record,
/// or an object an act for turn lines (they share `turn`, the number of their line in its round).
std::string write_record_json(const Record& record);

// Its parts; lines end in a newline, the others are pieces of a line.
std::string write_header(const Header& header);
/// `header`: as the rounds before have left it. `before`: something stands above this round, so it begins
/// with an empty line.
std::string write_round(const Header& header, const RecordRound& round, bool before);
/// The line without its comment and without a newline.
std::string write_line(const Header& header, const Line& line);
std::string write_act(const WrittenAct& act);
std::string write_reference(const Reference& reference);

}  // namespace roundhouse::replay
