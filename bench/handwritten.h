#pragma once
// The game of bench/ceiling.yaml once more, written by hand for this game alone: what it costs when nobody
// pays for rules being data. Clear rather than as fast as can be. Takes the same numbers as ceiling_game and
// has to come to the same result.

#include <cstdint>

#include "bench/ceiling_game.h"

namespace roundhouse::bench {

CeilingGame play_handwritten_game(std::uint64_t run_seed, std::uint64_t game);

std::uint64_t handwritten_checksum(std::uint64_t run_seed, std::uint64_t games);

}  // namespace roundhouse::bench
