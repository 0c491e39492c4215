#include <fmt/format.h>

#include "dsl/rulebook/book_forms.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view style = R"(
@page { size: A4; margin: 18mm 16mm 20mm 16mm; }
:root { color-scheme: light; }
body { font: 11.5pt/1.45 Georgia, "Times New Roman", serif; color: #1c1c1c; background: #fff;
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.9rem; margin: 0 0 .2rem; border-bottom: 3px double #444; padding-bottom: .4rem; }
p.subtitle { margin: .2rem 0 1.2rem; font-style: italic; }
h2 { font-size: 1.2rem; margin: 1.6rem 0 .5rem; break-after: avoid; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: .35rem 0; break-inside: avoid; }
li.rule { display: grid; grid-template-columns: 1fr 7.5rem; column-gap: 1rem; }
li.rule > .body { padding-left: 1rem; text-indent: -1rem; }
li.rule > .body > * { text-indent: 0; }
.from { font-size: .72rem; line-height: 1.3; color: #666; text-align: right; padding-top: .2rem; }
ul.but { margin-left: 1.2rem; border-left: 2px solid #bbb; padding-left: .8rem; grid-column: 1 / -1; }
ul.but .but-word { font-style: italic; }
table { border-collapse: collapse; margin: .3rem 0 .3rem 1.2rem; }
td { border-top: 1px solid #ccc; padding: .1rem 1.2rem .1rem 0; }
dl { margin: 0; }
dt { font-weight: bold; margin-top: .5rem; break-after: avoid; }
dd { margin: 0 0 .2rem 1.2rem; break-inside: avoid; }
.value { font-weight: bold; }
.others { color: #555; }
code { font: .8rem "DejaVu Sans Mono", Consolas, monospace; color: #666; }
@media print {
  body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; }
  h2 { margin-top: 1.1rem; }
  a { color: inherit; text-decoration: none; }
}
)";

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string sources(const Line& line) {
  return fmt::format("<span class=\"from\">{}</span>", plain(fmt::format("{}", fmt::join(line.from, " · "))));
}

std::string print_table(const Line& line) {
  std::string out = "<table>";
  for (const auto& [left, right] : line.table)
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", plain(left), plain(right));
  return out + "</table>";
}

std::string print_rule(const Line& line, bool exception) {
  std::string out = "<li class=\"rule\"><div class=\"body\">";
  if (exception) out += "<span class=\"but-word\">But:</span> ";
  out += plain(line.text);
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
  std::string out =
      fmt::format("<li class=\"rule\"><div class=\"body\">{}<br><span class=\"value\">{}</span>",
                  plain(line.text), plain(value));
  if (!others.empty()) out += fmt::format(" <span class=\"others\">({})</span>", plain(others));
  return out + fmt::format(" <code>{}</code></div>{}</li>\n", plain(line.key), sources(line));
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
        out += fmt::format("<dt>{}</dt>\n<dd>{} {}</dd>\n", plain(line.key), plain(line.text), sources(line));
        break;
    }
  }
  return out + (list ? "</dl>\n" : "</ul>\n");
}

}  // namespace

std::string print_book_html(const Book& book) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n", plain(book.title), style);
  out += fmt::format("<h1>{}</h1>\n", plain(book.title));
  if (!book.subtitle.empty()) out += fmt::format("<p class=\"subtitle\">{}</p>\n", plain(book.subtitle));
  for (const Chapter& chapter : book.chapters)
    out += fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", plain(chapter.title), print_lines(chapter));
  return out + "</body>\n</html>\n";
}

}  // namespace roundhouse::dsl
