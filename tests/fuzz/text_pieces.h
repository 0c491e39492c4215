#pragma once
// Texts taken apart into lines and tokens, altered there and put together again: what all that scribbles
// has in common.

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/chance.h"

namespace roundhouse::tests {

/// The lines of a text without their endings; the piece behind the last ending only if it is not empty.
std::vector<std::string> lines_of(std::string_view text);
/// Each with an ending.
std::string joined(const std::vector<std::string>& lines);

/// The pieces between blanks, and the blanks, in order: joined without anything they are the line.
std::vector<std::string> tokens_of(std::string_view line);
/// Names, whole numbers, blanks and single other characters, in order.
std::vector<std::string> parts_of(std::string_view text);
/// The same pieces in one text, without anything between.
std::string together(const std::vector<std::string>& pieces);

/// The place in the list of some piece that is not blank; npos: there is none.
std::size_t any_piece(const std::vector<std::string>& pieces, Chance& chance);

/// A line goes, is doubled, changes places with another, is repeated or moved.
void alter_lines(std::vector<std::string>& lines, Chance& chance);
/// A few bytes go, come or change.
void alter_bytes(std::string& text, Chance& chance);

}  // namespace roundhouse::tests
