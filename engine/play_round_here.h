#pragma once
// One round by the instructions of the processor that a unit of the engine is compiled for. The unit is
// compiled twice where that pays (CMakeLists.txt), and play_round.cpp chooses between the two.

#include "engine/play.h"

namespace roundhouse::engine {

/// As play_round, by the instructions that every processor has.
Outcome play_round_here(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                        const Observer& observer);

/// The same by those of x86-64-v3: the one door of that unit.
extern "C" Outcome roundhouse_play_round_v3(const Rules& program, Position& position, Random& random,
                                            const PlayOptions& options, const Observer& observer);

}  // namespace roundhouse::engine
