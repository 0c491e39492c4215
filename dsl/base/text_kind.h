#pragma once
// The kind of file that a text is, by its beginning, so that a file given to the wrong command gets one
// message and not one for each line.

#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

enum class TextKind : std::uint8_t {
  rules,   ///< its first key is `roundhouse`
  record,  ///< it begins with a header field, or one of its first lines is a record's: [players Joe Ann]
  json,    ///< it begins like an object or a list of JSON
  table,   ///< rows of a spreadsheet, as CSV
  page,    ///< a web page, or the source of a document in RTF
  binary,  ///< no text: a picture, an archive
  other    ///< anything else, an empty text included
};

TextKind kind_of_text(std::string_view text);

/// The kind of a file: under the name of a record, `friday.train`, lines are a record whatever the first of
/// them is.
TextKind kind_of_file(std::string_view name, std::string_view text);

/// The name of the kind, for a sentence, of a text other than rules, records and `other`: "a picture", "a
/// table (CSV)".
std::string_view name_of_kind(std::string_view text);

}  // namespace roundhouse::dsl
