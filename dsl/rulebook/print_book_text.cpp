#include <fmt/format.h>

#include <algorithm>

#include "dsl/rulebook/book_forms.h"
#include "dsl/rulebook/filled_text.h"

namespace roundhouse::dsl {
namespace {

std::string with_sources(const Line& line) {
  if (line.from.empty()) return line.text;
  return fmt::format("{} [{}]", line.text, cited(line.from));
}

std::string print_table(const Line& line, std::string_view indent) {
  std::size_t widest = 0;
  for (const auto& row : line.table) widest = std::max(widest, width_of(row.first));
  std::string out;
  for (const auto& [left, right] : line.table)
    out += fmt::format("{}{:<{}}  {}\n", indent, left, widest, right);
  return out;
}

std::string print_rule(const Line& line, int depth) {
  const std::string indent(static_cast<std::size_t>(depth) * 4, ' ');
  std::string out = filled_text(with_sources(line), indent + (depth == 0 ? "- " : "* But: "),
                                indent + (depth == 0 ? "  " : "  "));
  out += print_table(line, indent + "      ");
  for (const Line& exception : line.exceptions) out += print_rule(exception, depth + 1);
  return out;
}

std::string print_line(const Line& line, ChapterKind kind) {
  switch (kind) {
    case ChapterKind::rules:
      return print_rule(line, 0);
    case ChapterKind::terms:
      return filled_text(fmt::format("{}: {}", line.key, with_sources(line)), "- ", "  ");
    case ChapterKind::choices: {
      const auto& [value, others] = line.table.front();
      std::string out = filled_text(with_sources(line), "- ", "  ");
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
  std::string out = fmt::format("{}\n{}\n", title, std::string(width_of(title), '='));
  for (const Chapter& chapter : book.chapters) {
    out += fmt::format("\n{}\n{}\n\n", chapter.title, std::string(width_of(chapter.title), '-'));
    for (const Line& line : chapter.lines) out += print_line(line, chapter.kind);
  }
  return out;
}

}  // namespace roundhouse::dsl
