#pragma once
// The parts of a program that are made before its conditions can be compiled: the set, the trains on the
// table and the places of the facts.

#include <optional>

#include "dsl/check/checked_rules.h"
#include "dsl/program.h"

namespace roundhouse::dsl {

/// A program without nodes that count: players, set, trains, facts, tables and names. `round`: see
/// ExpressionCompiler.
Program program_skeleton(const CheckedRules& rules, int players);

/// The constant value of an expression that must not depend on the game (Site::option); absent where it
/// is absent all the same, as a table outside of its keys is.
std::optional<std::int32_t> constant_of(const CheckedRules& rules, const Program& skeleton,
                                        const TypedExpr& expression, std::optional<int> round = std::nullopt);

}  // namespace roundhouse::dsl
