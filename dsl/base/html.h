#pragma once
// The parts that every page of ours shares: text made safe, and the frame of one self-contained page that
// reads on a screen and prints well. Knows nothing of what stands on it.

#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// `&`, `<`, `>` and both quotation marks as entities, for text and attribute values. What is no text to be
/// shown (control characters, what reverses the writing) is replaced.
std::string html_text(std::string_view text);

/// A whole page: UTF-8, no script, nothing fetched from elsewhere. `title` is plain text, `style` more CSS
/// behind that of the frame, `body` HTML.
std::string html_page(std::string_view title, std::string_view style, std::string_view body);

}  // namespace roundhouse::dsl
