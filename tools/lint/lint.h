#pragma once
// The lint: what is probably a mistake in rules that check. One file a theme in tools/lint/checks/, with the
// list of all checks in all.h. A false alarm is a bug; a missed case is not. No settings.

#include <span>
#include <string_view>

#include "dsl/base/diagnostic.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

struct GameBounds;  // game_bounds.h
struct Effort;      // the same: the steps that a check may still spend

/// The rules that are linted, as a whole, and which of their files. What stands in a parent is the
/// parent's concern.
struct Linted {
  const CheckedRules& rules;
  FileId file;
  const GameBounds& game;
  Effort& effort;

  bool is_own(Span where) const { return where.file == file; }
};

struct LintCheck {
  std::string_view name;      ///< reads well after "allow": `unreachable-rules`
  std::string_view sentence;  ///< the finding in a sentence, for docs/checks.md
  void (*find)(const Linted& linted, Diagnostics& findings);
};

std::span<const LintCheck> all_lint_checks();

/// Runs all checks on rules without errors; returns findings sorted by place. `file`: the one asked about.
Diagnostics lint(const CheckedRules& rules, FileId file);

}  // namespace roundhouse::dsl
