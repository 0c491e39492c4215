#include <fmt/format.h>

#include "dsl/base/html.h"
#include "dsl/base/search.h"
#include "dsl/rulebook/book_forms.h"

namespace roundhouse::dsl {
namespace {

/// Besides the frame of all our pages: chapters, exceptions below their rules, and where there are sources a
/// margin for them, which a phone has no room for. What is printed is as it is by daylight.
constexpr std::string_view style = R"css(
:root { color-scheme: light dark; }
body { font-size: 1.06rem; line-height: 1.5; max-width: 40em; hyphens: auto; overflow-wrap: break-word; }
h1 { font-size: 1.9em; text-align: center; margin: 0.4em 0 0.2em; hyphens: none; }
.for { text-align: center; font-style: italic; margin: 0 0 0.8em; }
.intro { margin: 1.2em 0; font-style: italic; }
h2 { font-size: 1.2em; margin: 1.7em 0 0.5em; padding-bottom: 0.15em; border-bottom: 1px solid #999; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: 0.45em 0; orphans: 3; widows: 3; }
.body > em { font-weight: 600; }
.from { color: #5a5a5a; font-size: 0.76em; }
.from::before { content: " "; }
.from span { white-space: nowrap; }
ul.but { margin: 0.3em 0 0.3em 0.2em; padding-left: 1em; border-left: 3px solid #bbb; }
table { margin: 0.4em 0 0.5em 1.2em; font-variant-numeric: lining-nums tabular-nums; }
td { border-top: 1px solid #ccc; padding: 0.2em 1.4em 0.2em 0; }
td:first-child { white-space: nowrap; }
tr:last-child td { border-bottom: 1px solid #ccc; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35em 1.2em; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; break-inside: avoid; }
.others, code { color: #5a5a5a; }
code { font-size: 0.8em; overflow-wrap: anywhere; }
@media screen and (max-width: 45.99em) {
  .sourced .body { display: inline; }
  table { margin-left: 0; }
}
@media screen and (min-width: 46em) {
  body:has(.sourced) { max-width: 46em; }
  .sourced li.rule { display: grid; grid-template-columns: minmax(0, 1fr) 8em; column-gap: 1.2em; }
  .sourced .from { text-align: right; padding-top: 0.35em; }
  .sourced ul.but { grid-column: 1 / -1; }
}
@media screen and (prefers-color-scheme: dark) {
  body { color: #e4e2dd; background: #1b1c1e; }
  h2 { border-color: #666; }
  ul.but { border-color: #555; }
  td, tr:last-child td { border-color: #484848; }
  .from, .others, code { color: #a9a7a2; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 10.5pt; line-height: 1.38; max-width: none; }
  h1 { margin-top: 0; }
  h2 { margin: 1.2em 0 0.4em; }
  li { margin: 0.3em 0; }
  section > ul > li:first-child { break-after: avoid; }
  section > ul > li:last-child { break-before: avoid; }
  body:has(.short) { font-size: 9.5pt; line-height: 1.3; }
  .short li { margin: 0.2em 0; }
  .short section > ul > li { break-before: auto; break-after: auto; }
  .short { columns: 2; column-gap: 2em; }
  .short h2 { margin: 0.8em 0 0.25em; }
  .short section:first-child h2 { margin-top: 0; }
  .sourced li.rule { display: grid; grid-template-columns: minmax(0, 1fr) 7.5em; column-gap: 1em; }
  .sourced .from { text-align: right; padding-top: 0.2em; }
  .sourced ul.but { grid-column: 1 / -1; }
  .sourced.short li.rule { display: list-item; }
}
@page { size: A4; margin: 18mm 17mm 20mm; @bottom-center { content: counter(page); font: 9pt Georgia, serif; } }
)css";

std::string sources(const Line& line) {
  if (line.from.empty()) return {};
  std::string all;
  for (const Citation& section : line.from)
    all += fmt::format("{}<span>{}</span>", all.empty() ? "" : " · ", html_text(cited(section)));
  return fmt::format("<span class=\"from\">{}</span>", all);
}

std::string print_table(const Line& line) {
  std::string out = "<table>";
  for (const auto& [left, right] : line.table)
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", html_text(left), html_text(right));
  return out + "</table>";
}

/// The lines of one book.
struct Page {
  bool technical = false;

  std::string name_of(const Line& line) const {
    return technical && !line.key.empty() ? fmt::format(" <code>{}</code>", html_text(line.key))
                                          : std::string();
  }

  std::string print_rule(const Line& line, std::string_view before) const {
    std::string out = fmt::format("<li class=\"rule\"><div class=\"body\">{}{}{}", before,
                                  html_text(line.text), name_of(line));
    if (!line.table.empty()) out += print_table(line);
    out += "</div>" + sources(line);
    if (!line.exceptions.empty()) {
      out += "\n<ul class=\"but\">\n";
      for (const Line& each : line.exceptions)
        out += print_rule(each, fmt::format("<em>{}</em> ", before_exception(each)));
      out += "</ul>";
    }
    return out + "</li>\n";
  }

  static std::string print_choice(const Line& line) {
    const auto& [value, others] = line.table.front();
    std::string out = fmt::format("<li class=\"rule\"><div class=\"body\">{}<br><strong>{}</strong>",
                                  html_text(line.text), html_text(value));
    if (!others.empty()) out += fmt::format(" <span class=\"others\">({})</span>", html_text(others));
    return out + fmt::format(" <code>{}</code></div>{}</li>\n", html_text(line.key), sources(line));
  }

  static std::string print_term(const Line& line) {
    const std::string name =
        line.key.empty() ? std::string() : fmt::format("<strong>{}:</strong> ", html_text(line.key));
    return fmt::format("<li class=\"rule\"><div class=\"body\">{}{}</div>{}</li>\n", name,
                       html_text(line.text), sources(line));
  }

  std::string print_line(const Line& line, ChapterKind kind) const {
    switch (kind) {
      case ChapterKind::rules:
        return print_rule(line, "");
      case ChapterKind::terms:
        return print_term(line);
      case ChapterKind::choices:
        return print_choice(line);
      case ChapterKind::sources:
        return fmt::format("<dt>{}</dt>\n<dd>{}</dd>\n", html_text(line.key), html_text(line.text));
    }
    return {};
  }

  std::string print_lines(const Chapter& chapter) const {
    const std::string_view list = chapter.kind == ChapterKind::sources ? "dl" : "ul";
    std::string out = fmt::format("<{}>\n", list);
    for (const Line& line : chapter.lines) out += print_line(line, chapter.kind);
    return out + fmt::format("</{}>\n", list);
  }
};

bool names_sources(const std::vector<Line>& lines) {
  return any_of(lines, [](const Line& line) { return !line.from.empty() || names_sources(line.exceptions); });
}

}  // namespace

std::string print_book_html(const Book& book) {
  std::string body = fmt::format("<h1>{}</h1>\n", html_text(book.title));
  if (!book.subtitle.empty()) body += fmt::format("<p class=\"for\">{}</p>\n", html_text(book.subtitle));
  if (!book.intro.empty()) body += fmt::format("<p class=\"intro\">{}</p>\n", html_text(book.intro));
  const bool sourced =
      any_of(book.chapters, [](const Chapter& chapter) { return names_sources(chapter.lines); });
  body += fmt::format("<main class=\"book{}{}\">\n", sourced ? " sourced" : "", book.brief ? " short" : "");
  const Page page{book.technical};
  for (const Chapter& chapter : book.chapters)
    body += fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", html_text(chapter.title),
                        page.print_lines(chapter));
  const std::string title =
      book.subtitle.empty() ? book.title : fmt::format("{}, {}", book.title, book.subtitle);
  return html_page(title, style, body + "</main>\n");
}

}  // namespace roundhouse::dsl
