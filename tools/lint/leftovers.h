#pragma once
// Inherited rules that are unreachable under the options in force: rows that never apply, acts that are never
// legal, facts and options that nothing in force reads. No mistake, so the lint does not speak of
// them unless it is asked. `roundhouse list` leaves such options out.

#include "dsl/base/diagnostic.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Notes, each at the inherited entry, in the order of rules, acts, facts and options, each with
/// the options that decide it, or what else does. Of rules without errors only. `file`: the one whose
/// parents' entries are looked at.
Diagnostics leftovers(const CheckedRules& rules, FileId file);

}  // namespace roundhouse::dsl
