#include "dsl/lint/checks/all.h"

namespace roundhouse::dsl {

std::span<const LintCheck> all_lint_checks() {
  // In the order of the alphabet, as docs and findings show them.
  static const LintCheck checks[] = {
      absent_word,        cleared_fact,   compares_itself,   conflicting_effects, constant_condition,
      dead_except,        deal_too_large, empty_range,       missing_says,        never_set_fact,
      repeated_condition, shadowed_rules, unreachable_rules, unreachable_step,    unused_fact,
      unused_option,      unused_word,    write_only_fact,
  };
  return checks;
}

}  // namespace roundhouse::dsl
