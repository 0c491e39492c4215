#pragma once
// Takes out of the lint's findings what comments of the file allow, and says where such a comment is of no
// use.

#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/syntax/allow_comments.h"
#include "tools/lint/lint.h"

namespace roundhouse::dsl {

/// Only warnings of the checks of all_lint_checks() in what a comment covers go; errors never do. Every
/// comment that allows nothing, cannot be read or names no check becomes a finding itself.
void apply_allows(const std::vector<AllowComment>& allows, Diagnostics& findings);

}  // namespace roundhouse::dsl
