#pragma once
// Lines for people, broken to the width of a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace roundhouse::cli {

/// Lines that are longer than so many columns go on below, broken between words: under the second column of a
/// list if that begins in the left half, else a little further in. 0: they stay as they are.
std::string lines_within(std::string_view text, std::size_t columns);

/// Prints the lines, broken to where sentences are broken to (sentence_width).
void print_lines(std::string_view text);

}  // namespace roundhouse::cli
