#pragma once
// Files as they are read: only ordinary ones, none of them waited for, and none beyond the folder to which a
// program that judges what strangers send has confined its reading. The one place that opens a file to read
// it.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// The files that may be read.
struct ReadingBounds {
  std::filesystem::path folder{};  ///< only what lies below it, symbolic links resolved; empty: any file
};

/// The message for a file that is too large.
constexpr std::string_view outside_bounds = "this file lies outside the folder to which reading is confined";

/// A file to be read in pieces, or why not. The message for a file beyond the bounds does not depend on
/// whether there is one.
struct OpenedFile {
  std::ifstream stream;
  std::uint64_t size = 0;
  std::string trouble;  ///< "there is no such file"; empty: it is open
};
OpenedFile open_text_file(const std::filesystem::path& path, const ReadingBounds& bounds = {});

/// A whole file, or why not. Longer than `limit`: refused. Takes no more memory than the file has bytes.
struct FileText {
  std::string text;
  std::string trouble;  ///< empty: it was read
};
FileText read_text_file(const std::filesystem::path& path, std::size_t limit,
                        const ReadingBounds& bounds = {});

/// The rest of a stream. `trouble` as above.
FileText read_text(std::istream& stream, std::size_t limit, std::uint64_t likely_size = 0);

/// True if the first path lies in the second or below it; both without links and dots.
bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder);

/// The path of the file in the same folder whose name is nearest to a misspelt one.
std::optional<std::string> nearest_file(const std::filesystem::path& misspelt);

// The kind of file that a text is, by its beginning, so that a file given to the wrong command gets one
// message and not one for each line.

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
