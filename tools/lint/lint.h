#pragma once
// The lint: what is probably a mistake in rules that check. One file a theme in tools/lint/checks/, with the
// list of its checks at its end. A false alarm is a bug; a missed case is not. No settings.

#include <functional>
#include <span>
#include <string>
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
  Diagnostics& findings;

  bool is_own(Span where) const { return where.file == file; }
  /// Adds a warning of the check that looks, and returns it: for what else there is to be said.
  Diagnostic& warn(Span where, std::string message, std::string help = {}) const;
};

struct LintCheck {
  std::string_view name;      ///< reads well after "allow": `unreachable-rules`
  std::string_view sentence;  ///< the finding in a sentence, for docs/checks.md
  void (*find)(const Linted& linted);
};

/// Sorted by name.
std::span<const LintCheck> all_lint_checks();

/// Runs all checks on rules without errors; returns findings sorted by place. `file`: the one asked about.
Diagnostics lint(const CheckedRules& rules, FileId file);

// Comments that allow what the lint warns of.

// The complaints about such comments: one list. They cannot be allowed themselves.
// X(constant, code, sentence)
#define ROUNDHOUSE_ALLOW_CODES(X)                                                                        \
  X(bad_allow, "bad-allow", "A comment that allows a warning says which and why, on a line of its own.") \
  X(needless_allow, "needless-allow", "A comment allows what nothing is warned of.")                     \
  X(unknown_check, "unknown-check", "A comment allows what is no warning: there is none of this name.")

#define X(id, code, sentence) inline constexpr std::string_view id##_code = code;
ROUNDHOUSE_ALLOW_CODES(X)
#undef X

/// For a text that a program has written out of other files: returns the rule file with a comment above each
/// entry that is warned of, but for what is `known`, and without comments that allow nothing. `look` gives
/// the findings in a text, which has the number 0.
std::string settle_allows(std::string text, std::string_view because, const Diagnostics& known,
                          const std::function<Diagnostics(const std::string& text)>& look);

}  // namespace roundhouse::dsl
