// A whole game as one page that needs nothing but itself: a picture of the table, buttons and keys to go from
// act to act, and what the referee found. Its data is made by page_data.cpp.

#include <fmt/format.h>

#include <array>

#include "dsl/base/html.h"
#include "replay/views/page_data.h"
#include "replay/views/page_parts.h"
#include "replay/views/picture.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

using dsl::html_text;

/// A way to go about the game. The script has what it does, under the same id.
struct Button {
  std::string_view id;
  std::string_view name;
  std::string_view keys;   ///< as the help shows them, apart by blanks
  std::string_view shape;  ///< a path in a square of 24
};

constexpr std::array buttons{
    Button{"first", "The beginning", "g Home", "M4 4h3v16H4zM20 4v16L8 12z"},
    Button{"round-back", "Round back", "p", "M3 4h2v16H3zM7 4h2v16H7zM20 4v16L10 12z"},
    Button{"turn-back", "Turn back", "k ↑", "M12 4v16L2 12zM22 4v16L12 12z"},
    Button{"act-back", "Act back", "h ←", "M17 4v16L5 12z"},
    Button{"act-on", "Act on", "l →", "M7 4v16l12-8z"},
    Button{"turn-on", "Turn on", "j ↓", "M2 4v16l10-8zM12 4v16l10-8z"},
    Button{"round-on", "Round on", "n", "M15 4h2v16h-2zM19 4h2v16h-2zM4 4v16l10-8z"},
    Button{"end", "The end", "G End", "M17 4h3v16h-3zM4 4v16l12-8z"},
    Button{"note-back", "Finding before", "[", "M13 3h4v11h-4zM13 17h4v4h-4zM10 6v12l-8-6z"},
    Button{"note-on", "Next finding", "]", "M7 3h4v11H7zM7 17h4v4H7zM14 6v12l8-6z"},
};

std::string bar() {
  std::string html = "<div id=\"bar\"><div class=\"buttons\" role=\"group\" aria-label=\"Steps\">";
  for (const Button& button : buttons) {
    if (button.id == "act-on") html += "<span id=\"count\"></span>";
    html += fmt::format(
        "<button type=\"button\" id=\"{0}\" aria-label=\"{1}\" title=\"{1} ({2})\"><svg viewBox=\"0 0 24 "
        "24\" "
        "aria-hidden=\"true\"><path d=\"{3}\"/></svg></button>",
        button.id, button.name, button.keys, button.shape);
  }
  return html +
         "<select id=\"round\" aria-label=\"Round\"></select>"
         "<button type=\"button\" id=\"faces\" aria-pressed=\"false\" title=\"Numbers instead of pips "
         "(d)\">123"
         "<span class=\"unseen\"> instead of pips</span></button>"
         "<button type=\"button\" id=\"help-open\" aria-label=\"Help\" title=\"Help (?)\">?</button></div>"
         "<input type=\"range\" id=\"slider\" min=\"0\" max=\"0\" value=\"0\" aria-label=\"Step\"></div>\n";
}

std::string help() {
  std::string html =
      "<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">Keys</h2>\n<table>\n";
  const auto row = [&](std::string_view keys, std::string_view name) {
    std::string all;
    for (std::size_t at = 0; at < keys.size();) {
      const std::size_t end = std::min(keys.find(' ', at), keys.size());
      all += fmt::format("{}<kbd>{}</kbd>", all.empty() ? "" : " ", keys.substr(at, end - at));
      at = end + 1;
    }
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", all, name);
  };
  for (const Button& button : buttons) row(button.keys, button.name);
  row("d", "Numbers instead of pips, or pips again");
  row("?", "This help");
  row("Esc", "Close it");
  return html +
         "</table>\n<p>A finding is an act that is illegal or undecided, advice that was not followed, or "
         "the place where the "
         "record cannot be carried on. Behind the page's address, <kbd>#9.2</kbd> opens it at that "
         "turn.</p>\n"
         "<form method=\"dialog\"><button>Close</button></form></dialog>\n";
}

constexpr std::string_view legend =
    "<p class=\"legend\"><svg viewBox=\"-104 -54 208 108\" class=\"table\" aria-hidden=\"true\"><g "
    "class=\"newest\">"
    "<use href=\"#b\"/><rect x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" rx=\"13\"/></g></svg> laid "
    "last\n"
    "<svg viewBox=\"-104 -54 208 108\" class=\"table\" aria-hidden=\"true\"><g class=\"owed\"><use "
    "href=\"#b\"/>"
    "<rect x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" rx=\"13\"/></g></svg> to be covered\n"
    "<svg viewBox=\"-104 -54 208 108\" class=\"table\" aria-hidden=\"true\"><use href=\"#m\"/></svg> marker: "
    "open to all\n"
    "<svg viewBox=\"-104 -54 208 108\" class=\"table\" aria-hidden=\"true\"><circle class=\"open-side\" "
    "r=\"17\"/></svg> open side</p>\n";

}  // namespace

std::string render_page(const GameToShow& game, const ViewWishes& wishes) {
  const PageData data = page_data(game, wishes);
  const std::string title = html_text(game.title);
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'\">\n";
  page.append("<title>")
      .append(title)
      .append("</title>\n<style>")
      .append(picture_style())
      .append(page_style());
  page.append(
      "</style>\n</head>\n<body>\n<svg width=\"0\" height=\"0\" class=\"unseen\" "
      "aria-hidden=\"true\"><defs>");
  page.append(picture_parts(data.highest)).append("</defs></svg>\n<header><h1>").append(title);
  page.append(
      "</h1></header>\n<main>\n<noscript><p>This page steps through a game by a script of its own, which is "
      "not allowed to "
      "run here.</p></noscript>\n<div id=\"stage\">\n"
      "<section id=\"now\" aria-live=\"polite\" aria-label=\"What happens\" tabindex=\"0\"><p "
      "id=\"line\"><span id=\"place\"></span>"
      "<span id=\"written\"></span></p><div id=\"sentences\"></div></section>\n"
      "<section id=\"picture\" aria-label=\"The table\"><svg id=\"table\" class=\"table\" role=\"img\" "
      "aria-labelledby=\"table-title table-desc\"><title id=\"table-title\">The table</title>"
      "<desc id=\"table-desc\">The same stands in words below the picture.</desc>"
      "<g data-layer=\"ground\"></g><g data-layer=\"joints\"></g><g data-layer=\"names\"></g><g "
      "data-layer=\"engine\"></g>"
      "<g data-layer=\"tiles\"></g><g data-layer=\"marks\"></g></svg>\n");
  page.append(legend);
  page.append(
      "<details id=\"words\"><summary>The table in words</summary><p id=\"spoken\"></p></details></section>\n"
      "<section id=\"side\" aria-label=\"Players\"><ul id=\"players\"></ul><p id=\"boneyard\"></p><ul "
      "id=\"facts\"></ul>\n"
      "<details id=\"findings-box\"><summary id=\"findings-count\"></summary><ul "
      "id=\"findings\"></ul></details></section>\n");
  page.append(bar())
      .append("</div>\n")
      .append(help())
      .append("</main>\n<script type=\"application/json\" id=\"game\">");
  page.append(data.json)
      .append("</script>\n<script>")
      .append(page_script())
      .append("</script>\n</body>\n</html>\n");
  return page;
}

}  // namespace roundhouse::replay
