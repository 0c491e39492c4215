#pragma once
// The codes of complaints that belong to no stage of reading: one list.

#include <string_view>

namespace roundhouse::dsl {

// X(constant, code, sentence)
#define ROUNDHOUSE_DIAGNOSTIC_CODES(X) \
  X(too_many_findings, "too-many-findings", "More was found than is shown: the first 200 are.")

#define X(id, code, sentence) inline constexpr std::string_view id##_code = code;
ROUNDHOUSE_DIAGNOSTIC_CODES(X)
#undef X

}  // namespace roundhouse::dsl
