#pragma once
// The rows that an act has to pass, and the moment in which they are asked: look-ups that all parts of the
// referee share. Judges nothing by itself.

#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

/// nullptr for acts of chance, which break no row.
const dsl::ActRules* rules_of(const engine::Rules& program, const engine::Act& act);

/// True of laying and leading: the tile leaves the hand.
bool lays_a_tile(const engine::Act& act);

/// The moment in which the rows of an act are asked, before it is done.
engine::Moment moment_before(const engine::Position& position, const engine::Act& act);

bool row_holds(const engine::Rules& program, const engine::Position& position, const engine::Moment& moment,
               const dsl::ForbidRow& row);
bool any_permit(const engine::Rules& program, const engine::Position& position, const engine::Moment& moment,
                const dsl::ActRules& rules);

}  // namespace roundhouse::replay
