#pragma once
// An entry that a file takes away with `none` while a parent's row, or its own, still asks for it. The
// mistake is where it was taken away: the parent is not the reader's to change.

#include <string_view>

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

/// The entry of this name, or the one whose choice it was, that some file took away; nullptr: none was.
const TakenAway* find_taken_away(const Draft& draft, std::string_view name);

/// Complains, once for each that was taken away, with the places that ask for it. False: it was not taken
/// away.
bool reported_as_removed(const Draft& draft, std::string_view name, Span asked, Findings& findings);

}  // namespace roundhouse::dsl
