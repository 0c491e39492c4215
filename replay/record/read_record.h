#pragma once
// The lenient reader of train notation. It lists every line that is no notation and reads on. What people
// write at the table is read as the notation that it means, with a note. Without rules a word or a place that
// no variant has is read like any other; with them it is no notation. Nothing here opens a file.

#include <functional>
#include <memory>
#include <string_view>

#include "dsl/base/diagnostic.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"

namespace roundhouse::replay {

/// The rules of the record with this header, compiled for its players; none where there are none. Asked once
/// when a header without mistakes has been read, before the lines below it; and once more for every other
/// header that `rules` and `joins` lines make of it (lasting_header). A program given as a pointer must live
/// as long as the reader and its rounds. If the function is empty, lines are read without rules.
using ProgramOf = std::function<ReadyRules(const Header&)>;

/// The code of a note about something that was written and taken back, or struck out: the layout writes what
/// is left.
constexpr std::string_view corrected_code = "corrected";

/// Reads a record of any length, a round at a time. Feed it bytes in any pieces, take rounds as they
/// become complete, call finish() after the last piece and take what is left.
///
///     while (more) { reader.feed(piece); while (reader.has_round()) judge(reader.take_round()); }
///     reader.finish(); while (reader.has_round()) judge(reader.take_round());
class RecordReader {
 public:
  /// `file`: whose places the spans are.
  explicit RecordReader(dsl::FileId file = {}, ProgramOf program_of = {});
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
  /// Notes on what was not written as notation and has been read all the same; at most 200 are kept.
  const dsl::Diagnostics& notes() const;
  /// True if a limit was passed or the bytes are no text: everything further is passed over.
  bool stopped() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A whole text at once. The diagnostics are sorted and at most 200: what is no notation, or where there is
/// nothing of the kind, the notes.
dsl::Checked<Record> read_record(dsl::FileId file, std::string_view text, const ProgramOf& program_of = {});
/// The same of the JSON twin (write_record_json). Strict: unknown fields and values of the wrong kind are
/// complaints, each at its line.
dsl::Checked<Record> read_record_json(dsl::FileId file, std::string_view text,
                                      const ProgramOf& program_of = {});

}  // namespace roundhouse::replay
