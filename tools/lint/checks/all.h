#pragma once
// One constant a check, each defined in the file of its name.

#include "tools/lint/lint.h"

namespace roundhouse::dsl {

extern const LintCheck absent_word;
extern const LintCheck alike_choices;
extern const LintCheck always_lifted;
extern const LintCheck cleared_fact;
extern const LintCheck compares_itself;
extern const LintCheck conflicting_effects;
extern const LintCheck constant_condition;
extern const LintCheck constant_fact;
extern const LintCheck dead_except;
extern const LintCheck deal_too_large;
extern const LintCheck empty_range;
extern const LintCheck engine_not_in_set;
extern const LintCheck forbidden_by_law;
extern const LintCheck idle_advice;
extern const LintCheck idle_except;
extern const LintCheck idle_option;
extern const LintCheck idle_permit;
extern const LintCheck lost_update;
extern const LintCheck missing_says;
extern const LintCheck never_as_set;
extern const LintCheck never_covered;
extern const LintCheck never_legal;
extern const LintCheck never_over;
extern const LintCheck never_set_fact;
extern const LintCheck no_boneyard;
extern const LintCheck no_engine;
extern const LintCheck old_edition;
extern const LintCheck over_at_once;
extern const LintCheck own_name;
extern const LintCheck repeated_condition;
extern const LintCheck repeated_row;
extern const LintCheck shadowed_rules;
extern const LintCheck shared_sentence;
extern const LintCheck stuck_player;
extern const LintCheck too_many_rounds;
extern const LintCheck uncoverable_double;
extern const LintCheck unreachable_rules;
extern const LintCheck unreachable_step;
extern const LintCheck unused_fact;
extern const LintCheck unused_option;
extern const LintCheck unused_word;
extern const LintCheck write_only_fact;

}  // namespace roundhouse::dsl
