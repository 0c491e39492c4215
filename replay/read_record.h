#pragma once
// The lenient reader of train notation. It lists every line that is no notation and reads on; it knows no
// rules, so a word or a place that no variant has is read like any other. Nothing here opens a file.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"
#include "replay/record.h"

namespace roundhouse::replay {

/// Reads a record of any length, a round at a time. Feed it bytes in any pieces, take rounds as they
/// become complete, call finish() after the last piece and take what is left.
///
///     while (more) { reader.feed(piece); while (reader.has_round()) judge(reader.take_round()); }
///     reader.finish(); while (reader.has_round()) judge(reader.take_round());
class RecordReader {
 public:
  /// `file`: whose places the spans are.
  explicit RecordReader(dsl::FileId file = {});
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;

  void feed(std::string_view bytes);
  void finish();

  bool has_round() const;
  /// Lines with complaints are not in it.
  RecordRound take_round();

  /// Complete as soon as there is a round, or after finish().
  const Header& header() const;
  /// In the order of the text; at most 1,000 are kept.
  const dsl::Diagnostics& diagnostics() const;
  /// A limit was passed or the bytes are no text: everything further is passed over.
  bool stopped() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A whole text at once. The diagnostics are sorted and at most 200.
dsl::Checked<Record> read_record(dsl::FileId file, std::string_view text);

}  // namespace roundhouse::replay
