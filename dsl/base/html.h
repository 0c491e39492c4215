#pragma once
// The parts that every page of ours shares: text made safe, and the frame of one self-contained page that
// reads on a screen and prints well. Knows nothing of what stands on it.

#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// `&`, `<`, `>` and both quotation marks as entities, for text and attribute values. What is no text to be
/// shown (control characters, what reverses the writing) is replaced.
std::string html_text(std::string_view text);

/// A place `{{name}}` in a text, and what is put there.
struct Slot {
  std::string_view name;
  std::string_view text;
};
/// The text with its slots filled; those without a row are left out.
std::string fill_slots(std::string_view text, const std::vector<Slot>& slots);

/// A whole page in web/frame.html, which fetches nothing from elsewhere. `title` is plain text, `style` CSS,
/// `body` and `head` are HTML.
std::string html_page(std::string_view title, std::string_view style, std::string_view body,
                      std::string_view head = {});

}  // namespace roundhouse::dsl
