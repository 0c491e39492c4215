#pragma once
// The lint: what is probably a mistake in rules that check. One file a check in dsl/lint/checks/, one
// line a check in all_checks.cpp. A false alarm is a bug; a missed case is not. No settings.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "dsl/base/diagnostic.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// The steps that a check may still spend on proofs. Rule files come from strangers, and proofs can be made
/// to take long; when it is spent nothing more is certain, and findings are missed rather than waited for.
struct Effort {
  std::size_t left = 300'000;  ///< looks at two parts of conditions, about

  bool spend(std::size_t looks = 1) {
    left -= std::min(left, looks);
    return left > 0;
  }
};

/// The rules that are linted, as a whole, and which of their files. What stands in a parent is the
/// parent's concern.
struct Linted {
  const CheckedRules& rules;
  FileId file;
  Effort& effort;

  bool is_own(Span where) const { return where.file == file; }
};

struct LintCheck {
  std::string_view name;      ///< reads well after "allow": `unreachable-rules`
  std::string_view sentence;  ///< what it finds, for docs/checks.md
  void (*find)(const Linted& linted, Diagnostics& findings);
};

std::span<const LintCheck> all_lint_checks();

/// All checks over rules that have no errors; sorted. `file`: the one that was asked for.
Diagnostics lint(const CheckedRules& rules, FileId file);

}  // namespace roundhouse::dsl
