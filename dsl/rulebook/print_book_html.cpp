#include <fmt/format.h>

#include "dsl/base/html.h"
#include "dsl/base/search.h"
#include "dsl/rulebook/book_forms.h"
#include "web/page_files.h"

namespace roundhouse::dsl {
namespace {

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
  return html_page(title, std::string(page_file("style/paper.css")).append(page_file("style/rulebook.css")),
                   body + "</main>\n");
}

}  // namespace roundhouse::dsl
