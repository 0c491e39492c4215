#pragma once
// Truth where not all is known: three values, after Kleene. One false part decisive an `and`, one true part
// an `or`, whatever the others are.

#include <cstdint>

#include "engine/rules.h"

namespace roundhouse::engine {

enum class Truth : std::uint8_t { no, yes, open };

constexpr Truth known_truth(bool known) { return known ? Truth::yes : Truth::no; }

constexpr Truth negated(Truth truth) {
  return truth == Truth::open ? truth : known_truth(truth == Truth::no);
}

constexpr Truth both(Truth a, Truth b) {
  if (a == Truth::no || b == Truth::no) return Truth::no;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::open;
}

/// Of an `and` or an `or` of so many parts; `of(i)` says what a part is. Asks none behind one that
/// decides it.
template <class Of>
Truth junction(dsl::Op op, int parts, const Of& of) {
  const Truth decisive = known_truth(op == dsl::Op::logical_or);
  Truth found = negated(decisive);
  for (int i = 0; i < parts; ++i) {
    const Truth part = of(i);
    if (part == decisive) return decisive;
    if (part == Truth::open) found = part;
  }
  return found;
}

/// "This row stands": its condition, and none of its exceptions. `of(NodeRef)` says what a condition is.
template <class Row, class Of>
Truth row_stands(const Row& row, const Of& of) {
  Truth truth = of(row.when);
  for (const dsl::ExceptRow& except : row.excepts) {
    if (truth == Truth::no) break;
    truth = both(truth, negated(of(except.when)));
  }
  return truth;
}

}  // namespace roundhouse::engine
