#pragma once
// The examples of a rule file, judged: does the referee say of each what the file says?

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/checked_rules.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

// Complaints about the examples of a rule file: one list.
// X(constant, code, sentence)
#define ROUNDHOUSE_EXAMPLE_CODES(X)                                                       \
  X(failing_example, "failing-example", "The referee says something else of an example.") \
  X(unreadable_example, "unreadable-example", "An example is no record that can be judged.")

#define X(id, code, sentence) inline constexpr std::string_view id##_code = code;
ROUNDHOUSE_EXAMPLE_CODES(X)
#undef X

/// The rules with these options ("deal=2") set; none where that cannot be.
using RulesFor =
    std::function<std::shared_ptr<const dsl::CheckedRules>(const std::vector<std::string>& settings)>;

/// An example and all that was made of it on the way.
struct JudgedExample {
  std::optional<dsl::Diagnostic> finding;  ///< absent: the referee says what the example says
  Record record;
  ReadyRules ready;  ///< no program: it is no record that can be judged
  Judgement judgement;
  std::vector<std::string> settings;  ///< of its options
};
JudgedExample judge_example(const dsl::Example& example, const RulesFor& rules_with);

/// Findings, at their places: `failing-example`, of which the referee says something else, and
/// `unreadable-example`, which is no record. A record without `[variant]` is judged by the file as it is;
/// `[variant this deal=2]` by the file with options set.
dsl::Diagnostics run_examples(const dsl::CheckedRules& rules, const RulesFor& rules_with);

}  // namespace roundhouse::replay
