#pragma once
// The number of things that a record holds: they bound what a short text may stand for, and the memory it
// takes.

#include <cstddef>

#include "replay/record/record.h"

namespace roundhouse::replay {

/// A line, with the acts and tiles on it; each takes some 200 bytes.
std::size_t entries_of(const Line& line);
/// The lines of a round, with the acts and tiles on them.
std::size_t entries_of(const RecordRound& round);

}  // namespace roundhouse::replay
