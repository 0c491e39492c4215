#pragma once
// Text in columns for people.

#include <cstddef>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// The words of `text`, broken at `width` columns; the first line begins with `first`, all others with
/// `rest`. Ends in a newline.
std::string filled_text(std::string_view text, std::string_view first, std::string_view rest,
                        std::size_t width = 80);

/// Each line of `text` that is wider than this, broken at its words. What stands in front of two or more
/// spaces is a column ("  12.5   Ann draws"): the line goes on under what is behind it, otherwise two spaces
/// in.
std::string filled_lines(std::string_view text, std::size_t width);

}  // namespace roundhouse::dsl
