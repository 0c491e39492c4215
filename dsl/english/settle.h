#pragma once
// Expressions with the options woven in: options become their values, what is decided by them is worked
// out, and what cannot matter any more goes. What rests on the game alone stays as it was written.

#include <cstdint>
#include <optional>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// What is known besides the rules.
struct Known {
  std::optional<std::int32_t> players;
  std::optional<std::int32_t> round;  ///< the number of the round
  enum class Values : std::uint8_t { in_force, declared } values = Values::in_force;  ///< of options
};

/// What is absent for good is Op::absent with the type it would have had.
TypedExpr settle(const TypedExpr& expression, const CheckedRules& rules, const Known& known);

bool is_settled(const TypedExpr& settled);  ///< a number, a truth, a name or absent
bool is_true(const TypedExpr& settled);
bool is_false(const TypedExpr& settled);

/// There can be no train of this kind.
bool is_without_trains(const TrainKind& kind, const CheckedRules& rules, const Known& known);

/// Equal but for places and numbers.
bool same_shape(const TypedExpr& a, const TypedExpr& b);
/// Equal but for places.
bool same_settled(const TypedExpr& a, const TypedExpr& b);

}  // namespace roundhouse::dsl
