#pragma once
// Text of strangers (of files, file names, names of variants and players) as it can be shown: nothing in it
// may move the cursor, speak to the terminal, reverse the writing, end a line, or be taken for a formula.

#include <cstddef>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// False for control characters (C0, DEL, C1), line separators and what reverses the writing.
bool is_shown(char32_t point);

/// Appends the character at `offset` in a form that takes one column, and returns its length in the text:
/// what cannot be shown and broken UTF-8 as U+FFFD, a tab as a space.
std::size_t append_shown(std::string& shown, std::string_view text, std::size_t offset);

/// All of it; line feeds stay.
std::string printable(std::string_view text);
/// As above, for a text that has to stay on its line: a file name, the name of a variant.
std::string printable_line(std::string_view text);

/// JSON as a writer made it, with what is not to be shown in a terminal written as \u009b. It stays the same
/// JSON.
std::string printable_json(std::string_view json);

/// One field of a CSV file (RFC 4180), with quotation marks where it needs them.
std::string csv_field(std::string_view text);
/// As above, for text of strangers: one line, and with an apostrophe before what a spreadsheet would take for
/// a formula.
std::string csv_text(std::string_view text);

// Text in columns for people.

/// The words of `text`, broken at `width` columns; the first line begins with `first`, all others with
/// `rest`. Ends in a newline.
std::string filled_text(std::string_view text, std::string_view first, std::string_view rest,
                        std::size_t width = 80);

/// Each line of `text` that is wider than this, broken at its words. What stands in front of two or more
/// spaces is a column ("  12.5   Ann draws"): the line goes on under what is behind it, otherwise two spaces
/// in.
std::string filled_lines(std::string_view text, std::size_t width);

}  // namespace roundhouse::dsl
