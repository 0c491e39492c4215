#pragma once
// A computer player: a name, a sentence and a function. It sees what the loop shows it and answers with
// one of the legal acts; it changes nothing and keeps nothing.

#include <optional>
#include <span>
#include <string_view>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The view that a player is shown when asked.
struct Sight {
  const Rules& program;
  const Position& position;     ///< as the seat may see it (seen_by)
  Seat seat = no_seat;          ///< who is asked; no_seat: the referee
  std::span<const Act> acts;    ///< what this seat may do now, in the pinned order
  std::span<const Act> played;  ///< declared acts of this turn, by anybody
  double declared = 0;          ///< how likely a declared act is that need not be
};

/// Absent: the player does nothing, which only somebody may whose turn it is not.
struct Player {
  std::string_view name;
  std::string_view sentence;
  std::optional<Act> (*choose)(const Sight& sight, Random& random);
};

}  // namespace roundhouse::engine
