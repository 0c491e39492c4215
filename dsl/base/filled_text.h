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

}  // namespace roundhouse::dsl
