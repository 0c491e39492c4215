#include <fmt/format.h>

#include "dsl/base/html.h"
#include "dsl/rulebook/book_forms.h"

namespace roundhouse::dsl {
namespace {

/// Besides the frame of all our pages, those of a rulebook need a margin for the sources.
constexpr std::string_view style = R"css(
h1 { border-bottom: 3px double #444; padding-bottom: 0.3em; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: 0.35em 0; }
li.rule { display: grid; grid-template-columns: 1fr 7em; column-gap: 1em; }
.body { padding-left: 1em; text-indent: -1em; }
.body > * { text-indent: 0; }
.from { font-size: 0.72em; color: #666; text-align: right; padding-top: 0.25em; }
ul.but { grid-column: 1 / -1; margin-left: 1.2em; border-left: 2px solid #bbb; padding-left: 0.8em; }
table { margin: 0.3em 0 0.3em 1.2em; }
td { border-top: 1px solid #ccc; padding-right: 1.2em; }
dt { font-weight: bold; margin-top: 0.5em; break-after: avoid; }
dd { margin: 0 0 0.2em 1.2em; break-inside: avoid; }
.others, code { color: #666; }
code { font-size: 0.8em; }
)css";

std::string sources(const Line& line) {
  return fmt::format("<span class=\"from\">{}</span>", html_text(cited(line.from, " · ")));
}

std::string print_table(const Line& line) {
  std::string out = "<table>";
  for (const auto& [left, right] : line.table)
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", html_text(left), html_text(right));
  return out + "</table>";
}

std::string print_rule(const Line& line, bool exception) {
  std::string out = "<li class=\"rule\"><div class=\"body\">";
  if (exception) out += "<em>But:</em> ";
  out += html_text(line.text);
  if (!line.table.empty()) out += print_table(line);
  out += "</div>" + sources(line);
  if (!line.exceptions.empty()) {
    out += "\n<ul class=\"but\">\n";
    for (const Line& each : line.exceptions) out += print_rule(each, true);
    out += "</ul>";
  }
  return out + "</li>\n";
}

std::string print_choice(const Line& line) {
  const auto& [value, others] = line.table.front();
  std::string out = fmt::format("<li class=\"rule\"><div class=\"body\">{}<br><strong>{}</strong>",
                                html_text(line.text), html_text(value));
  if (!others.empty()) out += fmt::format(" <span class=\"others\">({})</span>", html_text(others));
  return out + fmt::format(" <code>{}</code></div>{}</li>\n", html_text(line.key), sources(line));
}

std::string print_lines(const Chapter& chapter) {
  const bool list = chapter.kind == ChapterKind::terms || chapter.kind == ChapterKind::sources;
  std::string out = list ? "<dl>\n" : "<ul>\n";
  for (const Line& line : chapter.lines) {
    switch (chapter.kind) {
      case ChapterKind::rules:
        out += print_rule(line, false);
        break;
      case ChapterKind::choices:
        out += print_choice(line);
        break;
      case ChapterKind::terms:
      case ChapterKind::sources:
        out += fmt::format("<dt>{}</dt>\n<dd>{} {}</dd>\n", html_text(line.key), html_text(line.text),
                           sources(line));
        break;
    }
  }
  return out + (list ? "</dl>\n" : "</ul>\n");
}

}  // namespace

std::string print_book_html(const Book& book) {
  std::string body = fmt::format("<h1>{}</h1>\n", html_text(book.title));
  if (!book.subtitle.empty()) body += fmt::format("<p>{}</p>\n", html_text(book.subtitle));
  for (const Chapter& chapter : book.chapters)
    body +=
        fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", html_text(chapter.title), print_lines(chapter));
  return html_page(book.title, style, body);
}

}  // namespace roundhouse::dsl
