#pragma once
// Evaluates a position for the seat that sees it, by the tiles in hand and its own trains.
// Names no rule: what a marker or an open double does is left to the acts that the rules allow. Internal to
// the players.

#include "engine/player.h"
#include "tools/players/trail.h"

namespace roundhouse::engine {

/// Trains by bits, as they are while no marker stands on them.
struct Reach {
  std::uint64_t alone = 0;  ///< on which the seat lays and nobody else may
  std::uint64_t open = 0;   ///< on which it lays, and others do
};
/// Asked of the rules, at the numbers that lie there.
Reach reach_of(const Rules& program, const Position& position, Seat seat);

constexpr Worth one_point = 256;

/// About how many points fewer than the others the seat will have of this round, beside what is the same
/// whatever it does now; in 256ths of a point. The position is as the seat sees it.
Worth outlook(const Rules& program, const Position& position, Seat seat, const Reach& reach);

/// The outlook after an act of the seat's own, whatever follows of it by the rules.
Worth outlook_after(const Rules& program, const Position& position, const Act& act, const Reach& reach);

}  // namespace roundhouse::engine
