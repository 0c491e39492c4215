#include <fmt/format.h>

#include "dsl/english/wording.h"
#include "dsl/rulebook/book.h"

namespace roundhouse::dsl {
namespace {

/// Escapes what Markdown would take for its own.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '*' || c == '_' || c == '`' || c == '[' || c == ']' || c == '<' || c == '>' || c == '\\' ||
        c == '|')
      out += '\\';
    // A line of its own could begin with anything, a heading say.
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string with_sources(const BookLine& line, bool technical) {
  std::string text = plain(line.text);
  if (technical && !line.key.empty()) text += fmt::format(" `{}`", line.key);
  if (!line.from.empty()) text += fmt::format(" <sub>{}</sub>", plain(cited(line.from)));
  return text;
}

std::string print_rule(const BookLine& line, std::size_t depth, bool technical) {
  const std::string indent(depth * 4, ' ');
  std::string out =
      fmt::format("{}- {}{}\n", indent, depth == 0 ? "" : fmt::format("*{}* ", before_exception(line)),
                  with_sources(line, technical));
  if (!line.table.empty()) {
    out += fmt::format("\n{0}    | | |\n{0}    | --- | --- |\n", indent);
    for (const auto& [left, right] : line.table)
      out += fmt::format("{}    | {} | {} |\n", indent, plain(left), plain(right));
    out += "\n";
  }
  for (const BookLine& exception : line.exceptions) out += print_rule(exception, depth + 1, technical);
  return out;
}

std::string print_line(const BookLine& line, ChapterKind kind, bool technical) {
  switch (kind) {
    case ChapterKind::rules:
      return print_rule(line, 0, technical);
    case ChapterKind::terms:
      if (line.key.empty()) return fmt::format("- {}\n", with_sources(line, false));
      return fmt::format("- **{}**: {}\n", plain(line.key), with_sources(line, false));
    case ChapterKind::choices: {
      const auto& [value, others] = line.table.front();
      const std::string aside = others.empty() ? std::string() : fmt::format(" ({})", plain(others));
      return fmt::format("- {}\n  `{}`: **{}**{}\n", with_sources(line, false), line.key, plain(value),
                         aside);
    }
    case ChapterKind::sources:
      return fmt::format("- {}: {}\n", plain(line.key), plain(line.text));
  }
  return {};
}

}  // namespace

std::string print_book_markdown(const Book& book) {
  std::string out = fmt::format("# {}\n", plain(book.title));
  if (!book.subtitle.empty()) out += fmt::format("\n*{}*\n", plain(book.subtitle));
  if (!book.intro.empty()) out += fmt::format("\n{}\n", plain(book.intro));
  for (const Chapter& chapter : book.chapters) {
    out += fmt::format("\n## {}\n\n", plain(chapter.title));
    for (const BookLine& line : chapter.lines) out += print_line(line, chapter.kind, book.technical);
  }
  return out;
}

}  // namespace roundhouse::dsl
