#pragma once
// Proofs about conditions without playing: can some of them ever hold together? Options
// count as open (any value they may take), a word by what it stands for, a taken-away kind of train as one
// that no train has. It proves little on purpose: what it says is so, and where it does not know it says no.

#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/base/arithmetic.h"
#include "dsl/check/checked_rules.h"
#include "dsl/lint/lint.h"

namespace roundhouse::dsl {

/// That a condition holds, or that it does not.
struct Claim {
  const TypedExpr* condition;
  bool holds = true;
};

/// True if it counts that a kind of train was taken away by this file or a parent.
enum class TrainsGone : std::uint8_t { open, counted };

/// True where it is certain that the claims never hold all at once, whatever the game and the options.
bool impossible(const Linted& linted, const std::vector<Claim>& claims,
                TrainsGone gone = TrainsGone::counted);

bool never_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone = TrainsGone::counted);
bool always_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone = TrainsGone::counted);

/// The claims that have to hold for a row to apply: its condition. A row without one adds nothing.
std::vector<Claim> claims_of(const Rule& rule);

/// The rows that lift this one.
std::vector<const Rule*> exceptions_of(const CheckedRules& rules, std::size_t rule);

/// Written alike, places apart.
bool same_expression(const TypedExpr& a, const TypedExpr& b);

/// A number lies in here whenever it is not absent.
struct NumberRange {
  std::int64_t low = -greatest_number;
  std::int64_t high = greatest_number;
};
NumberRange range_of(const Linted& linted, const TypedExpr& number);

/// The value can be absent in no position, so that a comparison and its opposite are opposites.
bool never_absent(const TypedExpr& value);

}  // namespace roundhouse::dsl
