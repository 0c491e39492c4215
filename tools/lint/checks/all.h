#pragma once
// The lists of the checks by theme: each stands at the end of the file of its theme, in the order of the
// alphabet.

#include "tools/lint/lint.h"

namespace roundhouse::dsl {

extern const LintCheck conditions_checks[5], effects_checks[2], exceptions_checks[3], facts_checks[6],
    names_checks[6], options_checks[4], rows_checks[8], setup_checks[7], turns_checks[6];

}  // namespace roundhouse::dsl
