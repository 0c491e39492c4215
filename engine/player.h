#pragma once
// A computer player: a name, a sentence and a function. It sees what the loop shows it and answers with
// one of the legal acts; it changes nothing and keeps nothing.

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// A round so far as a seat has seen it: how it began, and all acts, without the tiles that only others saw.
struct SeenRound {
  Position begun;
  std::span<const Act> acts;
};

/// The view that a player is shown when asked.
struct Sight {
  const Rules& program;
  const Position& position;          ///< as the seat may see it (seen_by)
  Seat seat = no_seat;               ///< the seat that is asked; no_seat: the referee
  std::span<const Act> acts;         ///< the acts that this seat may do now, in the pinned order
  std::span<const Act> played;       ///< declared acts of this turn, by anybody
  double declared = 0;               ///< the probability of a declared act that need not be
  const SeenRound* round = nullptr;  ///< for players that ask for it; nullptr: they have to do without
};

/// Absent: the player does nothing, which only somebody may whose turn it is not.
struct Player {
  std::string_view name;
  std::string_view sentence;
  std::optional<Act> (*choose)(const Sight& sight, Random& random);
  bool asks_for_round = false;  ///< it wants Sight::round
  std::string_view level{};     ///< how strong it is, for people who choose by that; empty: not offered so
};

/// Chooses at random; plays wherever nobody else is named.
extern const Player random_player;

/// The act as this seat has seen it: what others take from the boneyard into their hands it does not know.
inline Act seen_by(const Act& act, Seat seat) {
  Act seen = act;
  if (row(act.kind).move == TileMove::arrives && act.actor != seat) seen.tile = no_tile;
  return seen;
}

/// The act with one of the amounts with which it is legal, each as likely; without a choice it is what it is.
Act with_any_amount(const Rules& program, const Position& position, Act act, Random& random);

// Optional acts of computer players: an act that a game declares is taken with the
// probability that was asked for, and never twice in a turn. Internal to the players.

inline bool was_played(const Sight& sight, const Act& act) {
  return std::any_of(sight.played.begin(), sight.played.end(), [&](const Act& before) {
    return before.declared == act.declared && before.actor == act.actor;
  });
}

/// The declared act that is taken before anything else; absent: none is. Each gets its chance in the pinned
/// order. Where each is certain the first would hide the others, so that it is any of them.
inline std::optional<Act> announce(const Sight& sight, Random& random) {
  const auto may_be_taken = [&](const Act& act) {
    return act.kind == ActKind::declared && !was_played(sight, act);
  };
  if (sight.declared >= 1) {
    auto left = static_cast<std::uint32_t>(std::count_if(sight.acts.begin(), sight.acts.end(), may_be_taken));
    if (left > 1) left = random.below(left) + 1;
    for (const Act& act : sight.acts)
      if (may_be_taken(act) && --left == 0) return act;
    return std::nullopt;
  }
  for (const Act& act : sight.acts)
    if (may_be_taken(act) && random.happens(sight.declared)) return act;
  return std::nullopt;
}

/// True if nothing is left but declared acts: the player in turn has to take one.
inline bool must_announce(const Sight& sight) {
  return sight.seat != no_seat && sight.seat == sight.position.turn_player;
}

}  // namespace roundhouse::engine
