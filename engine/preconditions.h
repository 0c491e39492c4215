#pragma once
// The engine's border. Inside it acts index hands, tables and sets by their tile and their seats, and nothing
// asks again. What comes from outside was made of checked values (replay/record/tiles.h,
// replay/record/names.h); an act that is none of this game is a mistake of the caller's, and it ends here
// before it spoils memory.

#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Stops here rather than anywhere else: a mistake of ours, as an assertion that stays in the release.
[[noreturn]] inline void check_failed() { __builtin_trap(); }

/// True if the tile is one of the set, or no_tile; the seats are players of this game, or nobody.
inline bool is_of_game(const Rules& program, const Act& act) {
  const auto is_seat = [&](Seat seat) { return seat >= no_seat && seat < program.players; };
  return (act.tile == no_tile || act.tile < program.tile_kinds) && is_seat(act.actor) && is_seat(act.whom);
}

/// True if chance has decided such a fact with one of its values, or nobody knows with which.
inline bool is_cast_of_game(const Rules& program, const Act& act) {
  if (act.declared >= program.facts.size()) return false;
  const dsl::FactSlot& fact = program.facts[act.declared];
  return fact.by_chance() &&
         ((act.amount >= fact.least && act.amount <= fact.greatest) || act.amount == absent);
}

/// Stops the program if the act is not one of this game.
inline void require_of_game(const Rules& program, const Act& act) {
  if (act.kind == ActKind::cast && !is_cast_of_game(program, act)) check_failed();
  if (!is_of_game(program, act) || (act.actor == no_seat && row(act.kind).by == DoneBy::player))
    check_failed();
}

}  // namespace roundhouse::engine
