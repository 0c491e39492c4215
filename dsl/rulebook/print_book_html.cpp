#include <fmt/format.h>

#include "dsl/base/html.h"
#include "dsl/base/search.h"
#include "dsl/rulebook/book.h"
#include "web/page_files.h"

namespace roundhouse::dsl {
namespace {

std::string sources(const BookLine& line) {
  if (line.from.empty()) return {};
  std::string all;
  for (const Citation& section : line.from) {
    const bool is_last = &section == &line.from.back();
    all += fmt::format("{}<span>{}{}</span>", all.empty() ? "" : " ", html_text(cited(section)),
                       is_last ? "" : " ·");
  }
  return fmt::format("<span class=\"from\">{}</span>", all);
}

std::string print_table(const BookLine& line) {
  std::string out = "<table>";
  for (const auto& [left, right] : line.table)
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", html_text(left), html_text(right));
  return out + "</table>";
}

/// The lines of one book. Rules have numbers by chapter, to be cited at the table: "4.2".
struct Page {
  bool technical = false;
  int chapter_number = 0;
  int rule_number = 0;

  std::string name_of(const BookLine& line) const {
    return technical && !line.key.empty() ? fmt::format(" <code>{}</code>", html_text(line.key))
                                          : std::string();
  }

  /// The beginning of a rule that has a number, and can be linked to by it.
  std::string begin_numbered() {
    ++rule_number;
    return fmt::format("<li class=\"rule\" id=\"r{0}.{1}\"><span class=\"number\">{0}.{1}</span>",
                       chapter_number, rule_number);
  }

  std::string print_rule(const BookLine& line, std::string_view before) {
    const std::string begin = before.empty() ? begin_numbered() : std::string("<li class=\"rule\">");
    std::string out =
        fmt::format("{}<div class=\"body\">{}{}{}", begin, before, html_text(line.text), name_of(line));
    out += "</div>" + sources(line);
    // Behind the sources, which would stand below it alone.
    if (!line.table.empty()) out += print_table(line);
    if (!line.exceptions.empty()) {
      out += "\n<ul class=\"but\">\n";
      for (const BookLine& each : line.exceptions)
        out += print_rule(each, fmt::format("<em>{}</em> ", before_exception(each)));
      out += "</ul>";
    }
    return out + "</li>\n";
  }

  static std::string print_choice(const BookLine& line) {
    const auto& [value, others] = line.table.front();
    std::string out = fmt::format("<li class=\"rule\"><div class=\"body\">{}<br><strong>{}</strong>",
                                  html_text(line.text), html_text(value));
    if (!others.empty()) out += fmt::format(" <span class=\"others\">({})</span>", html_text(others));
    return out + fmt::format(" <code>{}</code></div>{}</li>\n", html_text(line.key), sources(line));
  }

  static std::string print_term(const BookLine& line) {
    const std::string name =
        line.key.empty() ? std::string() : fmt::format("<strong>{}:</strong> ", html_text(line.key));
    return fmt::format("<li class=\"rule\"><div class=\"body\">{}{}</div>{}</li>\n", name,
                       html_text(line.text), sources(line));
  }

  std::string print_line(const BookLine& line, ChapterKind kind) {
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

  std::string print_lines(const Chapter& chapter) {
    rule_number = 0;
    const std::string_view list = chapter.kind == ChapterKind::sources ? "dl" : "ul";
    std::string out = fmt::format("<{}>\n", list);
    for (const BookLine& line : chapter.lines) out += print_line(line, chapter.kind);
    return out + fmt::format("</{}>\n", list);
  }
};

/// The pictures of a chapter, above its rules.
std::string print_pictures(const Book& book, const Chapter& chapter) {
  std::string out;
  for (const BookPicture& picture : book.pictures)
    if (picture.chapter == chapter.title)
      out += fmt::format("<figure>\n{}<figcaption>{}</figcaption></figure>\n", picture.svg,
                         html_text(picture.caption));
  return out;
}

bool names_sources(const std::vector<BookLine>& lines) {
  return any_of(lines,
                [](const BookLine& line) { return !line.from.empty() || names_sources(line.exceptions); });
}

}  // namespace

std::string print_book_html(const Book& book) {
  std::string body = fmt::format("<header>\n<h1>{}</h1>\n", html_text(book.title));
  if (!book.subtitle.empty()) body += fmt::format("<p class=\"for\">{}</p>\n", html_text(book.subtitle));
  if (!book.intro.empty()) body += fmt::format("<p class=\"intro\">{}</p>\n", html_text(book.intro));
  body += "</header>\n";
  const bool sourced =
      any_of(book.chapters, [](const Chapter& chapter) { return names_sources(chapter.lines); });
  body += fmt::format("<main class=\"book{}{}\">\n", sourced ? " sourced" : "", book.brief ? " short" : "");
  Page page{book.technical};
  std::string contents;
  std::string chapters;
  for (const Chapter& chapter : book.chapters) {
    ++page.chapter_number;
    const std::string title = html_text(chapter.title);
    contents += fmt::format("<li><a href=\"#c{0}\"><span class=\"number\">{0}</span> {1}</a></li>\n",
                            page.chapter_number, title);
    chapters += fmt::format(
        "<section id=\"c{0}\">\n<h2><span class=\"number\">{0}</span> {1}</h2>\n{2}{3}</section>\n",
        page.chapter_number, title, print_pictures(book, chapter), page.print_lines(chapter));
  }
  // A page for guests has no need of any.
  if (!book.brief)
    body += "<nav aria-label=\"Contents\"><ol class=\"contents\">\n" + contents + "</ol></nav>\n";
  body += chapters;
  const std::string title =
      book.subtitle.empty() ? book.title : fmt::format("{}, {}", book.title, book.subtitle);
  std::string style = std::string(page_file("style/paper.css")).append(page_file("style/rulebook.css"));
  if (!book.pictures.empty()) style.append(page_file("style/table.css"));
  return html_page(title, style, book.picture_parts + body + "</main>\n");
}

}  // namespace roundhouse::dsl
