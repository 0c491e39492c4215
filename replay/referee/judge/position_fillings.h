#pragma once
// A position of which a few parts are not written, each of which can only be one of a few things: every way
// in which it may have been, written out as a round.

#include <optional>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// So many ways of a position are judged at most.
constexpr std::size_t most_fillings = 128;

/// A line of a position of which a part is not written, with all that it may have said.
struct OpenLine {
  std::size_t item = 0;
  bool is_missing = false;  ///< no line says it: the ways go in before this item
  std::vector<Line> ways;
};

/// The open lines of a round that begins with a position. Empty: nothing is open, or something of which all
/// that it may be cannot be listed, or there are too many ways. `position`: as before the round.
std::vector<OpenLine> open_lines(const engine::Rules& program, const Header& header, const RecordRound& round,
                                 bool first_of_file, const engine::Position& position);

/// The number of ways, and the round with one of them. Each way's digits, the first open line's lowest, are
/// the places of its lines in `ways`.
std::size_t number_of_fillings(const std::vector<OpenLine>& open);
RecordRound filled(const RecordRound& round, const std::vector<OpenLine>& open, std::size_t way);

/// The open line in which alone two ways differ; nullptr: they differ in more.
const OpenLine* difference_of(const std::vector<OpenLine>& open, std::size_t a, std::size_t b);
/// The line in this way.
const Line& line_in(const std::vector<OpenLine>& open, const OpenLine& line, std::size_t way);

/// For each double at an open end of a train that is written, and that may still be to be covered though no
/// line says so: that line, without who owes it.
std::vector<DebtLine> debts_not_written(const engine::Rules& program, const RecordRound& round);

}  // namespace roundhouse::replay
