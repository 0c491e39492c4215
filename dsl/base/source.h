#pragma once
// The texts that a check has read, kept whole so that a diagnostic can quote them. Nothing here
// opens a file: texts are handed in with the name by which a user knows them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

// A place in a text: which file, and the half-open range of bytes in it. Lines and columns are
// worked out only when a place is shown, so that nothing has to carry them about.

/// One file of a SourceMap. Ids are given in order of loading, from 0. As wide as an offset: many thousands
/// of records may be judged in one call, and a place is no larger for it.
struct FileId {
  std::uint32_t value = 0;
  bool operator==(const FileId&) const = default;
};

struct Span {
  FileId file;
  std::uint32_t begin = 0;  ///< byte offset of the first byte
  std::uint32_t end = 0;    ///< one past the last byte; equal to begin: a point between bytes

  bool operator==(const Span&) const = default;
};

inline bool lies_in(const Span& inner, const Span& outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

/// No SourceMap has so many files.
inline constexpr FileId no_file{0xFFFFFFFF};

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
  /// Forgets the files from this number on, as if they had never been added.
  void truncate(std::size_t size);

  /// A file too large to keep: only the pieces given to keep() are known. Elsewhere lines are empty.
  FileId add_large(std::string name);
  /// Whole lines of a large file: where they begin in it, and the number of the first. Pieces come in
  /// the order of the file and do not overlap.
  void keep(FileId id, std::uint32_t offset, std::size_t first_line, std::string text);
  /// Lets go of all that was kept of a large file.
  void forget(FileId id);

  const SourceFile& file(FileId id) const;
  std::size_t size() const { return files_.size(); }

  /// The line and column of a byte offset. Offsets past the end give the place after the last character.
  LineColumn locate(FileId id, std::uint32_t offset) const;

  /// The line (counted from 1) without its line ending; empty when there is no such line.
  std::string_view line(FileId id, std::size_t number) const;

  /// The byte offset at which what line() gives begins; 0 when there is no such line.
  std::uint32_t offset_of_line(FileId id, std::size_t number) const;

  /// The bytes of a span.
  std::string_view text(Span span) const;

 private:
  /// A stretch of whole lines; an ordinary file is one piece.
  struct Piece {
    std::uint32_t offset = 0;
    std::size_t first_line = 1;
    std::string text;
    /// By block of `block_size` bytes: the line ends in front of it. Not the place of every line, which would
    /// be more memory than the text of a file of empty lines takes.
    std::vector<std::uint32_t> ends_before;
    std::size_t lines = 1;
  };
  /// A line within a piece.
  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;  ///< without its line ending
  };
  static void count_lines(Piece& piece, std::string_view text);
  const Piece* piece_at(FileId id, std::uint32_t offset) const;
  const Piece* piece_of_line(FileId id, std::size_t number) const;
  std::string_view text_of(FileId id, const Piece& piece) const;
  Stretch find_line(FileId id, const Piece& piece, std::size_t number) const;

  std::vector<SourceFile> files_;
  std::vector<std::vector<Piece>> pieces_;
};

}  // namespace roundhouse::dsl
