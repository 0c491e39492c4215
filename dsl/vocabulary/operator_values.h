#pragma once
// The values of operators: of conditions where not everything is known, of arithmetic and comparisons, and
// what they come to of numbers within limits.

#include <algorithm>
#include <cstdint>

#include "dsl/base/arithmetic.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

// Truth where not everything is known: three values, after Kleene. One false part decides an `and`, one true
// part an `or`, whatever the others are.

enum class Truth : std::uint8_t { no, yes, undecided };

constexpr Truth known_truth(bool known) { return known ? Truth::yes : Truth::no; }

constexpr Truth negated(Truth truth) {
  return truth == Truth::undecided ? truth : known_truth(truth == Truth::no);
}

constexpr Truth both(Truth a, Truth b) {
  if (a == Truth::no || b == Truth::no) return Truth::no;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::undecided;
}

constexpr Truth either(Truth a, Truth b) { return negated(both(negated(a), negated(b))); }

/// Truth of an `and` or an `or` of so many parts; `of(i)` returns the truth of a part. Asks for none behind
/// one that decides it.
template <class Of>
Truth junction(Op op, int parts, const Of& of) {
  const Truth decisive = known_truth(op == Op::logical_or);
  Truth found = negated(decisive);
  for (int i = 0; i < parts; ++i) {
    const Truth part = of(i);
    if (part == decisive) return decisive;
    if (part == Truth::undecided) found = part;
  }
  return found;
}

/// Truth of "this row stands": its condition, and none of its exceptions. `of(when)` returns the truth of a
/// condition.
template <class Row, class Of>
Truth row_stands(const Row& row, const Of& of) {
  Truth truth = of(row.when);
  for (const auto& except : row.excepts) {
    if (truth == Truth::no) break;
    truth = both(truth, negated(of(except.when)));
  }
  return truth;
}

// X(enumerator, its value)
#define ROUNDHOUSE_ARITHMETIC_VALUES(X) \
  X(add, sum_of)                        \
  X(subtract, difference_of)            \
  X(multiply, product_of)               \
  X(divide, quotient_of)                \
  X(modulo, remainder_of)

// X(enumerator, its truth in C++, `a OP b` is not `a THIS b`, `a OP b` is `b THIS a`)
#define ROUNDHOUSE_COMPARISON_VALUES(X)     \
  X(equal, ==, not_equal, equal)            \
  X(not_equal, !=, equal, not_equal)        \
  X(less, <, greater_equal, greater)        \
  X(less_equal, <=, greater, greater_equal) \
  X(greater, >, less_equal, less)           \
  X(greater_equal, >=, less, less_equal)

/// The numbers of operators are those of their values.
#define ROUNDHOUSE_ONE_MORE(...) +1
static_assert(ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_ONE_MORE) ==
              ROUNDHOUSE_ARITHMETIC_VALUES(ROUNDHOUSE_ONE_MORE));
static_assert(ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_ONE_MORE) ==
              ROUNDHOUSE_COMPARISON_VALUES(ROUNDHOUSE_ONE_MORE));
#undef ROUNDHOUSE_ONE_MORE

/// The value of an operator of ROUNDHOUSE_ARITHMETIC.
constexpr std::int32_t calculated(Op arithmetic, std::int32_t a, std::int32_t b) {
#define X(op, value) \
  if (arithmetic == Op::op) return value(a, b);
  ROUNDHOUSE_ARITHMETIC_VALUES(X)
#undef X
  return 0;
}

/// Returns the truth of a comparison of two numbers or names that are there.
constexpr bool compares(Op comparison, std::int32_t a, std::int32_t b) {
#define X(op, sign, opposite, mirrored) \
  if (comparison == Op::op) return a sign b;
  ROUNDHOUSE_COMPARISON_VALUES(X)
#undef X
  return false;
}

/// a OP b is not a opposite_of(OP) b, where both are there.
constexpr Op opposite_of(Op comparison) {
#define X(op, sign, opposite, mirrored) \
  if (comparison == Op::op) return Op::opposite;
  ROUNDHOUSE_COMPARISON_VALUES(X)
#undef X
  return comparison;
}

/// a OP b is b mirrored(OP) a. Anything but an order is the same from both sides.
constexpr Op mirrored(Op comparison) {
#define X(op, sign, opposite, mirrored) \
  if (comparison == Op::op) return Op::mirrored;
  ROUNDHOUSE_COMPARISON_VALUES(X)
#undef X
  return comparison;
}

// Interval arithmetic: limits of numbers, and what operators make of them. A value may be absent, too: what
// is absent has no number, makes a comparison false (`!=` true) and a result absent.

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
