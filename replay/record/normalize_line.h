#pragma once
// A line in the signs of the notation, whatever keyboard, word processor or script it was written with, and
// where each of its bytes stood. It knows signs and no words. Not installed.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::replay {

/// Bytes of the line as it was written.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A text made of another one.
struct PlainLine {
  std::string text;
  std::vector<ByteRange> origins;   ///< of each byte of `text`
  std::size_t comment = npos;       ///< the place of the comment's sign in the original; npos: there is none
  std::size_t comment_text = npos;  ///< the begin of its text
  bool respelled = false;           ///< more was changed than what machines change by themselves

  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  void put(std::string_view bytes, ByteRange origin);
  /// Keeps so many bytes of `text`.
  void cut(std::size_t size) {
    text.resize(size);
    origins.resize(size);
  }
  /// The place where these bytes of `text` stood; an empty range stands where the next byte does.
  ByteRange origin_of(std::size_t begin, std::size_t end) const;
};

/// Dashes, quotation marks, arrows, spaces, digits and letters of other keyboards become those of the
/// notation. What stands in quotation marks and in the comment stays as it is.
PlainLine plain_line(std::string_view line);

}  // namespace roundhouse::replay
