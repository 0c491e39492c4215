#pragma once
// The limits of the language (dsl/vocabulary/limits.h), as far as a file and its parents pass them together.
// Called once all are laid over each other; what is only known with values worked out is bounds.cpp's.

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

/// Reports the first entry over each limit and drops it with the rest, so that nothing that is made of the
/// draft has more. Names that are dropped are `broken`, so that nobody complains of them again.
void enforce_limits(Draft& draft, Findings& findings);

}  // namespace roundhouse::dsl
