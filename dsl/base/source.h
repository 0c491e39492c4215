#pragma once
// The texts that a check has read, kept whole so that a diagnostic can quote them. Nothing here
// opens a file: texts are handed in with the name by which a user knows them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/span.h"

namespace roundhouse::dsl {

/// Line and column count from 1; columns count characters (code points), not bytes.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
  bool operator==(const LineColumn&) const = default;
};

struct SourceFile {
  std::string name;  ///< as shown to the user: the path given, or a bundled name
  std::string text;
};

/// Append-only list of files. Ids stay valid when files are added.
class SourceMap {
 public:
  FileId add(std::string name, std::string text);

  const SourceFile& file(FileId id) const;
  std::size_t size() const { return files_.size(); }

  /// Where a byte offset lies. Offsets past the end give the place after the last character.
  LineColumn locate(FileId id, std::uint32_t offset) const;

  /// The line (counted from 1) without its line ending; empty when there is no such line.
  std::string_view line(FileId id, std::size_t number) const;

  /// The bytes of a span.
  std::string_view text(Span span) const;

 private:
  std::vector<SourceFile> files_;
  std::vector<std::vector<std::uint32_t>> line_starts_;
};

}  // namespace roundhouse::dsl
