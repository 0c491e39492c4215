#include "dsl/lint/lint.h"

namespace roundhouse::dsl {

std::span<const LintCheck> all_lint_checks() { return {}; }

}  // namespace roundhouse::dsl
