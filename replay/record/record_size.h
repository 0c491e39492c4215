#pragma once
// How many things a record holds: what a short text may stand for is bounded by them, and so is what is held.

#include <cstddef>

#include "replay/record/record.h"

namespace roundhouse::replay {

/// A line, with the acts and tiles on it; each takes some 200 bytes.
std::size_t entries_of(const Line& line);
/// The lines of a round, with the acts and tiles on them.
std::size_t entries_of(const RecordRound& round);

}  // namespace roundhouse::replay
