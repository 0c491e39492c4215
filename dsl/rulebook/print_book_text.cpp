#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "dsl/rulebook/book.h"

namespace roundhouse::dsl {
namespace {

std::string with_sources(const BookLine& line, bool technical) {
  std::string text = line.text;
  if (technical && !line.key.empty()) text += fmt::format(" ({})", line.key);
  if (!line.from.empty()) text += fmt::format(" [{}]", cited(line.from));
  return text;
}

std::string print_table(const BookLine& line, std::string_view indent) {
  std::size_t widest = 0;
  for (const auto& row : line.table) widest = std::max(widest, characters_in(row.first));
  std::string out;
  for (const auto& [left, right] : line.table)
    out += fmt::format("{}{:<{}}  {}\n", indent, left, widest, right);
  return out;
}

std::string print_rule(const BookLine& line, int depth, bool technical) {
  const std::string indent(static_cast<std::size_t>(depth) * 4, ' ');
  std::string out = filled_text(with_sources(line, technical),
                                indent + (depth == 0 ? "- " : fmt::format("* {} ", before_exception(line))),
                                indent + (depth == 0 ? "  " : "  "));
  out += print_table(line, indent + "      ");
  for (const BookLine& exception : line.exceptions) out += print_rule(exception, depth + 1, technical);
  return out;
}

std::string print_line(const BookLine& line, ChapterKind kind, bool technical) {
  switch (kind) {
    case ChapterKind::rules:
      return print_rule(line, 0, technical);
    case ChapterKind::terms:
      return filled_text((line.key.empty() ? "" : line.key + ": ") + with_sources(line, false), "- ", "  ");
    case ChapterKind::choices: {
      const auto& [value, others] = line.table.front();
      std::string out = filled_text(with_sources(line, false), "- ", "  ");
      const std::string aside = others.empty() ? std::string() : fmt::format(" ({})", others);
      return out + filled_text(fmt::format("{} = {}{}", line.key, value, aside), "      ", "        ");
    }
    case ChapterKind::sources:
      return filled_text(fmt::format("{}: {}", line.key, line.text), "- ", "  ");
  }
  return {};
}

}  // namespace

std::string print_book_text(const Book& book) {
  const std::string title =
      book.subtitle.empty() ? book.title : fmt::format("{}, {}", book.title, book.subtitle);
  std::string out = fmt::format("{}\n{}\n", title, std::string(characters_in(title), '='));
  if (!book.intro.empty()) out += "\n" + filled_text(book.intro, "", "");
  for (const Chapter& chapter : book.chapters) {
    out += fmt::format("\n{}\n{}\n\n", chapter.title, std::string(characters_in(chapter.title), '-'));
    for (const BookLine& line : chapter.lines) out += print_line(line, chapter.kind, book.technical);
  }
  return out;
}

}  // namespace roundhouse::dsl
