#pragma once
// A place in a text: which file, and the half-open range of bytes in it. Lines and columns are
// worked out only when a place is shown (see source.h), so that nothing has to carry them about.

#include <cstdint>

namespace roundhouse::dsl {

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

}  // namespace roundhouse::dsl
