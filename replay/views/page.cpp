// A whole game as one page that needs nothing but itself: a picture of the table, buttons and keys to go from
// act to act, and what the referee found. Its data is made by page_data.cpp.

#include <fmt/format.h>

#include <array>

#include "dsl/base/html.h"
#include "replay/views/page_data.h"
#include "replay/views/picture.h"
#include "replay/views/renderer.h"
#include "web/page_files.h"

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
    Button{"play", "Play by itself", "Space", "M6 3v18l15-9zM2 3h2v18H2z"},
    Button{"turn-on", "Turn on", "j ↓", "M2 4v16l10-8zM12 4v16l10-8z"},
    Button{"round-on", "Round on", "n", "M15 4h2v16h-2zM19 4h2v16h-2zM4 4v16l10-8z"},
    Button{"end", "The end", "G End", "M17 4h3v16h-3zM4 4v16l12-8z"},
    Button{"note-back", "Finding before", "[", "M13 3h4v11h-4zM13 17h4v4h-4zM10 6v12l-8-6z"},
    Button{"note-on", "Next finding", "]", "M7 3h4v11H7zM7 17h4v4H7zM14 6v12l8-6z"},
};

std::string button_row() {
  std::string html;
  for (const Button& button : buttons)
    html += fmt::format(
        "<button type=\"button\" id=\"{0}\" aria-label=\"{1}\" title=\"{1} ({2})\"><svg viewBox=\"0 0 24 "
        "24\" "
        "aria-hidden=\"true\"><path d=\"{3}\"/></svg></button>",
        button.id, button.name, button.keys, button.shape);
  return html;
}

std::string key_rows() {
  std::string html;
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
  row("c", "Copy a link to this step");
  row("o", "Copy the record as far as this turn");
  row("?", "This help");
  row("Esc", "Close it");
  return html;
}

}  // namespace

std::string render_page(const GameToShow& game, const ViewWishes& wishes) {
  const PageData data = page_data(game, wishes);
  const std::string title = html_text(game.title);
  const std::string about = html_text(game.about.empty() ? data.players : game.about + ": " + data.players) +
                            (game.view.empty() ? "" : html_text(fmt::format(", as {} sees it", game.view)));
  const std::string verdict = html_text(game.verdict);
  const std::string button_html = button_row();
  const std::string key_html = key_rows();
  const std::string main =
      dsl::fill_slots(page_file("replay/replay.html"), {{"title", title},
                                                        {"about", about},
                                                        {"verdict", verdict},
                                                        {"verdict_kind", game.verdict_kind},
                                                        {"buttons", button_html},
                                                        {"keys", key_html}});
  std::string body = hidden_parts(data.highest) + main;
  const auto text_part = [&](std::string_view type, std::string_view id, std::string_view text) {
    body.append(fmt::format("<script type=\"{}\" id=\"{}\">", type, id)).append(text).append("</script>\n");
  };
  text_part("application/json", "game", data.json);
  // As text of HTML it cannot end its element.
  body.append("<template id=\"record\">").append(html_text(game.record)).append("</template>\n<script>");
  body.append(page_file("replay/replay.js")).append("</script>\n");
  const std::string style = std::string(page_file("style/page.css")).append(page_file("style/replay.css"));
  const std::string head =
      std::string(
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:\">\n<style "
          "id=\"table-style\">")
          .append(picture_style())
          .append("</style>\n");
  return dsl::html_page(game.title, style, body, head);
}

}  // namespace roundhouse::replay
