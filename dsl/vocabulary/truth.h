#pragma once
// Truth where not everything is known: three values, after Kleene. One false part decides an `and`, one true
// part an `or`, whatever the others are.

#include <cstdint>

#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

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

}  // namespace roundhouse::dsl
