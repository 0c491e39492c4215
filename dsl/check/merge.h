#pragma once
// Overlays a child on its parent and reports conflicts. Options, words, facts, trains and acts are merged by
// entry, setup and match by key, rows by id. Conflicts are values for options that are not there, `none` and
// `remove` of what is not there, and rows that change their shape.

#include <functional>
#include <set>
#include <string>

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

/// Lays `child` over `base`, which is what its parents made together (or nothing).
void lay_over(Draft& base, Draft child, Findings& findings);

using NameSet = std::set<std::string, std::less<>>;
/// Returns all that an exception or `carries` can name.
NameSet all_names(const Draft& draft);

/// Complains about names that mean two things in one file, in the finished draft.
void check_names(Draft& draft, Findings& findings);

}  // namespace roundhouse::dsl
