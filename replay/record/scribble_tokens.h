#pragma once
// The words, numbers and signs of a scribbled line. Not installed.

#include <string>
#include <vector>

#include "replay/record/normalize_line.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

struct ScribbleToken {
  enum class Kind : std::uint8_t { word, number, quoted, sign, end };
  Kind kind = Kind::end;
  std::string text;       ///< as written, in the signs of the notation
  std::string small;      ///< in small letters
  std::size_t begin = 0;  ///< in the plain line
  std::size_t end = 0;
  bool spaced = true;  ///< a space, or nothing, stands before it

  bool is_word() const { return kind == Kind::word; }
  bool is_number() const { return kind == Kind::number; }
  bool is_sign(std::string_view sign) const { return kind == Kind::sign && text == sign; }
  bool is(std::string_view word) const { return kind == Kind::word && small == word; }
};

/// Ends with a token of kind `end`.
std::vector<ScribbleToken> scribble_tokens(const PlainLine& line, const Header& header);

}  // namespace roundhouse::replay
