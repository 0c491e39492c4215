#pragma once
// A place moving along one line of a record, and the first complaint about it. Not installed.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/plain_text.h"
#include "replay/record/notation_codes.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

// A line in the signs of the notation, whatever keyboard, word processor or script it was written with, and
// where each of its bytes stood. It knows signs and no words.

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

/// A complaint about a line. Offsets are bytes from its beginning.
struct Complaint {
  NotationCode code = NotationCode::bad_act;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message;
  std::string help;
  std::vector<dsl::Label> labels;
  std::optional<std::string> replacement;  ///< the text that probably should stand at begin..end
  std::vector<std::string> ways{};         ///< texts that may be meant by what stands there
};

class LineCursor {
 public:
  /// `base`: offset of the line in its file.
  LineCursor(dsl::FileId file, std::uint32_t base, std::string_view text)
      : text_(text), file_(file), base_(base) {}
  /// A line made of another one: places are those of the bytes that it was made of.
  LineCursor(dsl::FileId file, std::uint32_t base, const PlainLine& line)
      : text_(line.text), file_(file), base_(base), made_of_(&line) {}

  /// A cursor over what was made of this line.
  LineCursor over(const PlainLine& made) const { return {file_, base_, made}; }

  /// A cursor over a part of this line, which was not made of another one.
  LineCursor part(std::size_t begin, std::size_t length) const {
    return {file_, base_ + static_cast<std::uint32_t>(begin), text_.substr(begin, length)};
  }

  std::string_view text() const { return text_; }
  std::string_view rest() const { return text_.substr(position); }
  At at(std::size_t begin, std::size_t end) const;
  At at_since(std::size_t begin) const { return at(begin, position); }
  /// The offsets within this line of something that was read from it.
  std::pair<std::size_t, std::size_t> within(const At& at) const {
    return {at.span.begin - base_, at.span.end - base_};
  }

  void skip_spaces();
  /// Skips spaces; true if nothing but perhaps a comment is left.
  bool at_end();
  bool takes(std::string_view token);
  /// True if nothing goes on here: a space, the end of the line, a comment or `...` follows.
  bool at_boundary() const;

  /// Name characters, digits too; empty if there are none.
  std::string_view take_name();
  /// As above, with a `-` between letters.
  std::string_view take_word();
  /// A number that stands alone. `+` and `-` may stand before it. Nothing is taken if there is none.
  std::optional<std::int64_t> take_number();
  /// A text in straight or curly quotation marks. Complains where it does not end.
  std::optional<std::string> take_quoted();
  bool at_quoted() const;
  /// A tile of the right form; where the pips are out of range or there is no tile, complains.
  std::optional<WrittenTile> take_tile();
  /// Tiles, `?` and `?x5` to the end of the line.
  std::optional<std::vector<WrittenTile>> take_tiles();
  bool at_tile() const;
  /// The run of characters up to the next space, shortened for a message.
  std::string piece_at(std::size_t begin) const;
  std::size_t piece_end(std::size_t begin) const;

  /// Keeps the first complaint. Always false, so that a reader can return it.
  bool complain(NotationCode code, std::size_t begin, std::size_t end, std::string message,
                std::string help = {});
  bool complain_here(NotationCode code, std::string message, std::string help = {});

  std::size_t position = 0;
  bool in_field = false;  ///< a header field: `]` ends a piece, too
  /// An `engine` line stands before, and no turn: what it made somebody draw may come first.
  bool after_engine = false;
  /// Lines before say what was left in hand at the end of this round.
  bool after_end = false;
  std::string last_place;   ///< of the tile that was laid last in the lines before; empty: of none
  std::string last_tile;    ///< that tile
  std::string last_double;  ///< the double that was laid last in them; empty: none
  std::string last_idle;    ///< the acts of the turn before, if no tile was laid in it; else empty
  std::optional<Complaint> complaint;

 private:
  std::string_view text_;
  dsl::FileId file_;
  std::uint32_t base_;
  const PlainLine* made_of_ = nullptr;
};

using dsl::lower;

}  // namespace roundhouse::replay
