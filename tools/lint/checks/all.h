#pragma once
// The list of all checks, in the order of the alphabet, as docs and findings show them. Each is a constant
// that is defined in the file of its theme.

#include "tools/lint/lint.h"

#define ROUNDHOUSE_LINT_CHECKS                                                                         \
  absent_word, alike_choices, always_lifted, cleared_fact, compares_itself, conflicting_effects,       \
      constant_condition, constant_fact, dead_except, deal_too_large, empty_range, engine_not_in_set,  \
      forbidden_by_law, idle_advice, idle_except, idle_option, idle_permit, lost_update, missing_says, \
      never_as_set, never_covered, never_legal, never_over, never_set_fact, no_boneyard, no_engine,    \
      old_edition, over_at_once, own_name, repeated_condition, repeated_row, shadowed_rules,           \
      shared_sentence, stuck_player, too_many_rounds, uncoverable_double, unreachable_rules,           \
      unreachable_step, unused_fact, unused_option, unused_word, write_only_fact

namespace roundhouse::dsl {

extern const LintCheck ROUNDHOUSE_LINT_CHECKS;

}  // namespace roundhouse::dsl
