#pragma once
// Symmetries of a small table under its rules: all seats moved on by the same number, and numbers of pips
// exchanged. Decided from the program's nodes. In
// doubt there is none.
//
// Of the end of a round (ending, counting, scored, round-over) nothing is asked for numbers: it may count
// pips. A search has each round end once for each way to exchange numbers (numbers_at_the_end).

#include <array>
#include <cstdint>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

struct Symmetry {
  /// From the first turn on the table may be turned. Setup deals by seat and is never turned.
  bool turns = false;
  bool ranks_by_seats = false;  ///< seats may decide who ranks before whom, though not what is played
  /// At every time these may be exchanged with each other; empty: none may.
  std::vector<std::uint8_t> numbers;
};

/// Of the first round of a match.
Symmetry symmetry_of(const WatchedRules& rules);

/// Numbers of pips by the numbers that they become.
using Numbers = std::array<std::uint8_t, engine::max_highest + 1>;
/// All ways to exchange them; the first one leaves all as it is.
std::vector<Numbers> exchanges(const Symmetry& symmetry);

/// A table turned by so many seats, and its numbers exchanged.
struct Renaming {
  int seats = 0;
  Numbers numbers{};
};
engine::TileId renamed(engine::TileId tile, const Numbers& numbers);
engine::Position renamed(const engine::Rules& program, const engine::Position& position,
                         const Renaming& renaming);
/// An act that comes next in this position.
engine::Act renamed(const engine::Rules& program, const engine::Position& position, const engine::Act& act,
                    const Renaming& renaming);
/// By train: the train of the same kind and number whose owner sits so many seats further.
std::vector<std::uint8_t> turned_trains(const engine::Rules& program, int seats);

}  // namespace roundhouse::replay
