#pragma once
// A match that goes on by other rules, or with more players: what is taken over between two rounds. Asks for
// no reason; that rules change and when is the record's to say.

#include <bitset>
#include <span>

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The position with its seats and its facts where `after` has them: points, used doubles, who was first, who
/// won and who went out, facts that these rules keep, too. `position`: a match begun, or a round over, by
/// `before`. `seats`: by seat of before the seat of now; players of other seats have no points, no age, no
/// facts. Of the table of the round that is over (tiles, trains, turns) nothing stays.
Position carry_over(const Rules& before, const Rules& after, const Position& position,
                    std::span<const Seat> seats);

/// As above, for places of facts.
std::bitset<max_facts> carry_over(const Rules& before, const Rules& after,
                                  const std::bitset<max_facts>& facts, std::span<const Seat> seats);

/// The points with which somebody joins a match that stands here, by match.joins; 0 where it is not given or
/// absent. Within a thousand million either way, as all points are.
std::int32_t joining_points(const Rules& program, const Position& position);

}  // namespace roundhouse::engine
