#include "dsl/base/html.h"

#include <algorithm>

#include "dsl/base/shown_text.h"
#include "web/page_files.h"

namespace roundhouse::dsl {
std::string html_text(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char letter : printable(text)) {
    switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += letter;
    }
  }
  return safe;
}

std::string fill_slots(std::string_view text, const std::vector<Slot>& slots) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find("{{", at), text.size());
    filled.append(text.substr(at, begin - at));
    const std::size_t end = text.find("}}", begin);
    if (end == std::string_view::npos) return filled.append(text.substr(begin));
    const std::string_view name = text.substr(begin + 2, end - begin - 2);
    for (const Slot& slot : slots)
      if (slot.name == name) filled.append(slot.text);
    at = end + 2;
  }
  return filled;
}

std::string html_page(std::string_view title, std::string_view style, std::string_view body,
                      std::string_view head) {
  const std::string safe_title = html_text(title);
  return fill_slots(page_file("frame.html"),
                    {{"head", head}, {"title", safe_title}, {"style", style}, {"body", body}});
}

}  // namespace roundhouse::dsl
