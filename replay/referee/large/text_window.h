#pragma once
// The stretch of a long text that may still be pointed at, and the few lines of the rest that have been.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "dsl/base/source.h"

namespace roundhouse::replay {

class TextWindow {
 public:
  void add(std::string_view bytes) { text_ += bytes; }
  /// The lines before the one in which this offset lies are not needed any more.
  void drop_before(std::uint64_t offset);
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return begin_ + text_.size(); }
  std::size_t size() const { return text_.size(); }

  /// Keeps the line in which this offset lies, if it is still there. At most so many lines are kept.
  void keep_line(std::uint64_t offset);
  /// The lines kept, as pieces of this file.
  void show(dsl::SourceMap& sources, dsl::FileId file) const;

 private:
  struct Line {
    std::size_t number = 1;
    std::string text;  ///< with its end
  };

  /// Lines are asked for in their order, nearly: only what lies after the last one is counted.
  std::size_t number_of_line(std::size_t within);

  std::string text_;
  std::uint64_t begin_ = 0;             ///< the begin of text_, which is that of a line
  std::size_t first_line_ = 1;          ///< and its number
  std::size_t counted_ = 0;             ///< up to here lines are counted, within text_
  std::size_t counted_line_ = 1;        ///< the number of the line there
  std::map<std::uint64_t, Line> kept_;  ///< by where they begin
};

}  // namespace roundhouse::replay
