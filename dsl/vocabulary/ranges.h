#pragma once
// Interval arithmetic: limits of numbers, and what operators make of them. A value may be absent, too: what
// is absent has no number, makes a comparison false (`!=` true) and a result absent.

#include <algorithm>
#include <cstdint>

#include "dsl/vocabulary/operator_values.h"
#include "dsl/vocabulary/truth.h"

namespace roundhouse::dsl {

/// A number lies in here whenever it is not absent.
struct NumberRange {
  std::int64_t low = -std::int64_t{greatest_number};
  std::int64_t high = std::int64_t{greatest_number};

  constexpr bool is_exact() const { return low == high; }
  constexpr bool operator==(const NumberRange&) const = default;
};

constexpr NumberRange any_number;

constexpr NumberRange exactly(std::int64_t number) { return {number, number}; }

constexpr NumberRange hull(NumberRange a, NumberRange b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// Cut to the numbers that there are.
constexpr NumberRange within_limits(std::int64_t low, std::int64_t high) {
  return {std::clamp(low, any_number.low, any_number.high),
          std::clamp(high, any_number.low, any_number.high)};
}

constexpr NumberRange product(NumberRange a, NumberRange b) {
  const auto [least, most] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return within_limits(least, most);
}

/// Limits of the value of an operator of ROUNDHOUSE_ARITHMETIC.
constexpr NumberRange calculated(Op arithmetic, NumberRange a, NumberRange b) {
  if (a.is_exact() && b.is_exact())
    return exactly(
        calculated(arithmetic, static_cast<std::int32_t>(a.low), static_cast<std::int32_t>(b.low)));
  if (arithmetic == Op::add) return within_limits(a.low + b.low, a.high + b.high);
  if (arithmetic == Op::subtract) return within_limits(a.low - b.high, a.high - b.low);
  if (arithmetic == Op::multiply) return product(a, b);
  const bool by_positive = b.is_exact() && b.low > 0;
  if (arithmetic == Op::divide && by_positive) return {a.low / b.low, a.high / b.low};
  if (arithmetic == Op::modulo && by_positive && a.low >= 0) return {0, std::min(a.high, b.low - 1)};
  return any_number;
}

/// Truth of a comparison of two numbers that are there.
constexpr Truth compared(Op comparison, NumberRange a, NumberRange b) {
  if (comparison == Op::greater || comparison == Op::greater_equal)
    return compared(mirrored(comparison), b, a);
  if (comparison == Op::less)
    return a.high < b.low ? Truth::yes : a.low >= b.high ? Truth::no : Truth::undecided;
  if (comparison == Op::less_equal)
    return a.high <= b.low ? Truth::yes : a.low > b.high ? Truth::no : Truth::undecided;
  const bool apart = a.high < b.low || b.high < a.low;
  const Truth same = apart ? Truth::no : a.is_exact() && b.is_exact() ? Truth::yes : Truth::undecided;
  return comparison == Op::equal ? same : negated(same);
}

enum class There : std::uint8_t { sure, maybe, never };

/// The presence of a thing that is there only if both are.
constexpr There both(There a, There b) {
  if (a == There::never || b == There::never) return There::never;
  return a == There::sure && b == There::sure ? There::sure : There::maybe;
}

/// Truth of a comparison of which `sure` is the truth where both sides are there.
constexpr Truth if_there(Op comparison, There there, Truth sure) {
  const Truth of_absent = known_truth(comparison == Op::not_equal);
  if (there == There::never) return of_absent;
  return there == There::sure || sure == of_absent ? sure : Truth::undecided;
}

}  // namespace roundhouse::dsl
