#pragma once
// A draft of several files made sayable in one: names that mean one thing in a child and another in its
// parent become two names, and what parents ask for of what a child took away goes.

#include <deque>

#include "dsl/check/draft.h"

namespace roundhouse::dsl {

/// `texts` keeps sentences that are changed, and has to live as long as the draft. An expression that is
/// changed has no place any more.
void settle_draft(Draft& draft, std::deque<YamlNode>& texts);

}  // namespace roundhouse::dsl
