#pragma once
// A complaint about a text, as a value. It is collected and sorted here and shown by somebody else
// (render_diagnostics below makes the text; only cli/ prints it).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/source.h"

namespace roundhouse::dsl {

enum class Severity : std::uint8_t { note, warning, error };

/// Another place that belongs to a complaint: "first given here".
struct Label {
  Span where;
  std::string message;
  bool operator==(const Label&) const = default;
};

/// A text that a help proposes, and the help that shows it.
struct FixIt {
  Span where;  ///< the text that it replaces
  std::string text;
  std::string help;  ///< "did you mean 'end.pip'?"
  bool operator==(const FixIt&) const = default;
};

struct Diagnostic {
  std::string code;  ///< "unknown-word": stable, documented, what tests assert on
  Severity severity = Severity::error;
  Span where;                 ///< the smallest span that shows the problem
  std::string message;        ///< the mistake; begins small, no full stop, no advice
  std::vector<Label> labels;  ///< the other half of a conflict
  std::string why;            ///< the reason, where the message alone does not show it; may be empty
  std::string help;           ///< the cure; may be empty
  /// The likeliest first. The check of the whole file tries them (check/try_fixes.h) and shows the first that
  /// holds; until then `help` is that of the first.
  std::vector<FixIt> fixes{};
  std::string otherwise{};  ///< the help if none of them holds; may be empty
  /// The one of them that `help` shows, once it was tried: with it the complaint is gone and no other has
  /// come.
  std::optional<FixIt> cure{};

  bool operator==(const Diagnostic&) const = default;

  // Made once, in the source: hundreds of units copy and move it.
  Diagnostic();
  ~Diagnostic();
  Diagnostic(const Diagnostic&);
  Diagnostic(Diagnostic&&) noexcept;
  Diagnostic& operator=(const Diagnostic&);
  Diagnostic& operator=(Diagnostic&&) noexcept;
};

using Diagnostics = std::vector<Diagnostic>;

/// One more text that may mend it. What `help` said until the first is the help if none holds.
void suggest_fix(Diagnostic& diagnostic, FixIt mend);

bool has_errors(const Diagnostics& diagnostics);

/// In order of file and place, exact doubles removed, cut at `limit` (200) with a last note that says so.
void sort_diagnostics(Diagnostics& diagnostics, std::size_t limit = 200);

enum class Paint : std::uint8_t { plain, colour };

/// One diagnostic as a user sees it, several lines, ending in a newline:
///
///     error[unknown-word]: there is no word 'end.pips'
///       --> family.yaml:14:11
///        |
///     14 |     when: end.pips == 3
///        |           ^^^^^^^^ not a member of an end
///        = why: ...
///        = help: did you mean 'end.pip'?
std::string render_diagnostic(const SourceMap& sources, const Diagnostic& diagnostic,
                              Paint paint = Paint::plain);

/// The layout of a page of complaints.
struct PageLayout {
  Paint paint = Paint::plain;
  std::size_t width = 0;  ///< columns that sentences keep to, lines of files do not; 0: they are not broken
};
std::string render_diagnostic(const SourceMap& sources, const Diagnostic& diagnostic,
                              const PageLayout& layout);
std::string render_diagnostics(const SourceMap& sources, const Diagnostics& diagnostics,
                               const PageLayout& layout);

/// "2 errors and 1 warning"; notes are counted only where there is nothing else. Empty: there is nothing.
std::string count_findings(const Diagnostics& diagnostics);

/// "note", "warning", "error"
std::string_view severity_name(Severity severity);

/// All of them, an empty line between two.
std::string render_diagnostics(const SourceMap& sources, const Diagnostics& diagnostics,
                               Paint paint = Paint::plain);

/// A value together with what there was to complain about; no value where going on made no sense.
template <class T>
struct Checked {
  T value{};
  Diagnostics diagnostics;
  bool ok() const { return !has_errors(diagnostics); }
};

// The codes of complaints that belong to no stage of reading: one list.

// X(constant, code, sentence)
#define ROUNDHOUSE_DIAGNOSTIC_CODES(X) \
  X(too_many_findings, "too-many-findings", "More was found than is shown: the first 200 are.")

#define X(id, code, sentence) inline constexpr std::string_view id##_code = code;
ROUNDHOUSE_DIAGNOSTIC_CODES(X)
#undef X

}  // namespace roundhouse::dsl
