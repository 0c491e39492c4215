#pragma once
// One constant a check, each defined in the file of its name.

#include "dsl/lint/lint.h"

namespace roundhouse::dsl {

extern const LintCheck absent_word;
extern const LintCheck cleared_fact;
extern const LintCheck compares_itself;
extern const LintCheck conflicting_effects;
extern const LintCheck constant_condition;
extern const LintCheck dead_except;
extern const LintCheck deal_too_large;
extern const LintCheck empty_range;
extern const LintCheck missing_says;
extern const LintCheck never_set_fact;
extern const LintCheck repeated_condition;
extern const LintCheck shadowed_rules;
extern const LintCheck unreachable_rules;
extern const LintCheck unreachable_step;
extern const LintCheck unused_fact;
extern const LintCheck unused_option;
extern const LintCheck unused_word;
extern const LintCheck write_only_fact;

}  // namespace roundhouse::dsl
