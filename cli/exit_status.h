#pragma once
// The meaning of the program's exit statuses, everywhere. Of several files the worst counts.

#include <algorithm>
#include <array>

namespace roundhouse::cli {

// X(enumerator, status, meaning)
#define ROUNDHOUSE_EXITS(X)                                                                              \
  X(fine, 0, "fine")                                                                                     \
  X(found, 1,                                                                                            \
    "findings, a wish without a recipe, an illegal or broken-off record, a wrong claimed score, a "      \
    "difference, or games without an "                                                                   \
    "end")                                                                                               \
  X(usage, 2, "the command line is wrong")                                                               \
  X(unreadable, 3,                                                                                       \
    "not to be read, no variant or record at all, broken rules, other rules' hash, or output not to be " \
    "written")                                                                                           \
  X(undecided, 4, "a record that cannot be decided")                                                     \
  X(bug, 70, "a mistake of ours")                                                                        \
  X(interrupted, 130, "interrupted, after what was finished was printed")

enum class Exit : int {
#define X(id, status, meaning) id = status,
  ROUNDHOUSE_EXITS(X)
#undef X
};

/// The worse of two: 70, 2, 3, 1, 4, 0; an interruption before all.
constexpr Exit worse(Exit a, Exit b) {
  constexpr std::array order{Exit::fine,  Exit::undecided, Exit::found,      Exit::unreadable,
                             Exit::usage, Exit::bug,       Exit::interrupted};
  const auto rank = [&](Exit e) { return std::find(order.begin(), order.end(), e) - order.begin(); };
  return rank(a) < rank(b) ? b : a;
}

}  // namespace roundhouse::cli
