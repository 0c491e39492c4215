#pragma once
// The complaints about comments that allow what the lint warns of: one list. They cannot be allowed
// themselves.

#include <string_view>

namespace roundhouse::dsl {

// X(constant, code, sentence)
#define ROUNDHOUSE_ALLOW_CODES(X)                                                                        \
  X(bad_allow, "bad-allow", "A comment that allows a warning says which and why, on a line of its own.") \
  X(needless_allow, "needless-allow", "A comment allows what nothing is warned of.")                     \
  X(unknown_check, "unknown-check", "A comment allows what is no warning: there is none of this name.")

#define X(id, code, sentence) inline constexpr std::string_view id##_code = code;
ROUNDHOUSE_ALLOW_CODES(X)
#undef X

}  // namespace roundhouse::dsl
