#include "dsl/base/html.h"

#include "dsl/base/shown_text.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view frame_style = R"css(
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #111; background: #fff;
  max-width: 48em; margin: 2em auto; padding: 0 1em; }
h1, h2, h3 { font-weight: 600; line-height: 1.2; page-break-after: avoid; break-after: avoid; }
table { border-collapse: collapse; }
th, td { padding: 0.15em 0.5em; text-align: left; vertical-align: baseline; }
thead { display: table-header-group; }
tr, li { page-break-inside: avoid; break-inside: avoid; }
@page { margin: 18mm 15mm; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 10pt; } }
)css";

}  // namespace

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

std::string html_page(std::string_view title, std::string_view style, std::string_view body) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page.append("<title>").append(html_text(title)).append("</title>\n<style>").append(frame_style);
  page.append(style).append("</style>\n</head>\n<body>\n").append(body).append("</body>\n</html>\n");
  return page;
}

}  // namespace roundhouse::dsl
