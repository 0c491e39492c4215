#pragma once
// Texts put into a file, and where the places of the file lie before and after: the file "as if" it were
// edited. Does not know what a text says.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"

namespace roundhouse::dsl {

/// True if the two cannot both be put into a text: they overlap, or say different things at one place.
bool overlap(const FixIt& a, const FixIt& b);

class Edits {
 public:
  /// Of the fixes those in this file; of two that overlap the first.
  Edits(FileId file, const std::vector<FixIt>& fixes);

  FileId file() const { return file_; }
  bool empty() const { return edits_.empty(); }
  /// Returns the text with the edits in it. Absent: one of them lies outside.
  std::optional<std::string> put_into(std::string_view text) const;

  /// Returns where this lies afterwards; places of other files stay.
  Span forward(Span span) const;
  /// Returns where this, of the edited text, was before. Absent: it was put anew.
  std::optional<Span> back(Span span) const;
  /// Returns what was put in for this mend, as it lies afterwards.
  Span new_place(const FixIt& mend) const;
  /// True if something in this place, of the edited text, was put anew.
  bool is_put_anew(Span span) const;

 private:
  struct Edit {
    std::uint32_t begin, end;          ///< before
    std::uint32_t new_begin, new_end;  ///< afterwards
    std::string text;
  };

  std::uint32_t forward(std::uint32_t place) const;
  std::optional<std::uint32_t> back(std::uint32_t place) const;

  FileId file_;
  std::vector<Edit> edits_;  ///< in the order of the text
};

// A file of changes from one text to another in the form that `diff -u` writes. Old editions of bundled games
// are kept as the changes that lead back to them.

/// Returns the text with the changes made; nullopt where they do not fit, or are no changes. Each block is
/// looked for where it says and, if the text has moved since, where it stands next behind the block before.
std::optional<std::string> with_changes(std::string_view text, std::string_view changes);

}  // namespace roundhouse::dsl
