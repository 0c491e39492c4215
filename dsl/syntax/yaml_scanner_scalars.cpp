// Plain, quoted and block scalars.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/utf8.h"
#include "dsl/syntax/yaml_scan.h"
#include "dsl/syntax/yaml_scanner.h"

namespace roundhouse::dsl {

namespace {

int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

/// True of characters that a text may hold: control characters and halves of characters may not be smuggled
/// in by their number either.
bool is_text_character(std::uint32_t point) {
  if (point == '\n' || point == '\t') return true;
  if (point < 0x20 || (point >= 0x7F && point < 0xA0)) return false;
  return (point < 0xD800 || point > 0xDFFF) && point <= 0x10FFFF;
}

}  // namespace

/// Goes to what ends a plain text on this line: a colon that makes a key, a comment, the end of the line.
/// Gives the end of the text itself.
std::size_t YamlScanner::plain_line_end() {
  const std::size_t begin = pos_;
  std::size_t end = pos_;
  for (; !is_break(pos_); ++pos_) {
    if (at(pos_) == ':' && is_blank_or_break(pos_ + 1)) break;
    if (at(pos_) == '#' && pos_ > begin && is_blank(pos_ - 1)) break;
    if (!is_blank(pos_)) end = pos_ + 1;
  }
  return end;
}

void YamlScanner::scan_plain(long parent) {
  ScannedScalar scalar{.begin = here()};
  for (;;) {
    const std::uint32_t line = here();
    scalar.end = static_cast<std::uint32_t>(plain_line_end());
    if (at(pos_) == ':') {
      complain_colon(scalar, line, parent);
      return recover(parent);
    }
    if (at(pos_) == '#') return end_at_comment(scalar, parent);
    const std::optional<Line> ahead = line_ahead();
    if (!ahead || static_cast<long>(ahead->indent()) <= parent ||
        (ahead->indent() == 0 && is_document_mark(ahead->content))) {
      return keep(scalar);
    }
    enter(*ahead);
    if (at(pos_) == '#') return end_at_comment(scalar, parent);
    if (ahead->spaces != ahead->indent()) {
      complain_tab(ahead->begin + ahead->spaces);
      return recover(parent);
    }
  }
}

/// A plain text goes on until `: `. Either its key was written one level too deep, or it is a text with a
/// colon in it.
void YamlScanner::complain_colon(const ScannedScalar& scalar, std::uint32_t line, long parent) {
  const std::uint32_t colon = here();
  const std::string_view word = text_of(line, scalar.end);
  const std::uint32_t end = line_tail_end(line);
  const bool sentence = in_sentence();
  if (line == scalar.begin) {
    const std::string_view value = text_of(line, end);
    if (const std::size_t quote = curly_quote_length(value, 0); quote != 0) {
      std::size_t last = value.size() - 1;
      while (last > 0 && !begins_character(value[last])) --last;
      const bool closed = last > 0 && curly_quote_length(value, last) != 0;
      const std::string_view inside = value.substr(quote, closed ? last - quote : std::string_view::npos);
      complain_broken(yaml_error(
          YamlCode::curly_quote, span(line, line + static_cast<std::uint32_t>(quote)),
          fmt::format("'{}' is a typographic quote, which means nothing to YAML", value.substr(0, quote)),
          shown("type straight quotes", example(line, end, in_quotes(inside)))));
      return;
    }
    const bool map_meant = !sentence && !frames_.empty() && is_plain_name(word);
    complain_broken(
        yaml_error(YamlCode::colon_in_text, span(colon, colon + 1),
                   frames_.empty()
                       ? "a second colon stands on this line"
                       : fmt::format("a colon and a space stand within the value of {}", quote_name(owner())),
                   map_meant ? shown("put a map in brackets, a text in quotes",
                                     example(line, end, "{ " + std::string(value) + " }"))
                             : shown("put the text in quotes", example(line, end, in_quotes(value)))));
    return;
  }
  const bool key_meant = is_plain_name(word) && (!sentence || is_known_key(word));
  if (!key_meant) {
    complain_broken(
        yaml_error(YamlCode::colon_in_text, span(colon, colon + 1),
                   fmt::format("a colon and a space stand within the text of {}", quote_name(owner())),
                   "put the whole text in quotes, or write '>' behind the key and the text below it"));
    return;
  }
  // Both lines stand by themselves in the same column: the first was to be a key as well.
  const LineColumn first = sources_.locate(file_, scalar.begin);
  const std::size_t first_text = sources_.line(file_, first.line).find_first_not_of(" -");
  if (first_text == first.column - 1 && first.column - 1 == column() - (colon - line)) {
    return complain_no_colon(scalar.begin);
  }
  Diagnostic diagnostic =
      yaml_error(YamlCode::indent, span(line, scalar.end),
                 fmt::format("the key {} stands deeper than the key before it", quote_name(word)),
                 fmt::format("let it begin in column {}", parent + 2));
  if (parent >= 0)
    diagnostic.help = fmt::format("let it begin in column {}, below {}", parent + 1, quote_name(owner()));
  diagnostic.labels.push_back(
      {span(scalar.begin, line_tail_end(scalar.begin)), "so it is read as a part of this value"});
  complain_broken(std::move(diagnostic));
}

/// At a comment after which the text cannot go on, though it looks as if it were meant to.
void YamlScanner::end_at_comment(ScannedScalar scalar, long parent) {
  scalar.comment = here();
  keep(scalar);
  skip_comment();
  for (auto line = line_ahead(); line && static_cast<long>(line->indent()) > parent; line = line_ahead()) {
    enter(*line);
    if (at(pos_) == '#') {
      skip_comment();
      continue;
    }
    const std::uint32_t end = line_tail_end(here());
    Diagnostic diagnostic =
        yaml_error(YamlCode::lost_tail, span(here(), end), "a value cannot go on behind a comment",
                   "put the comment above the value");
    const std::uint32_t comment_end = scan_.comments.back().end;
    diagnostic.labels.push_back({{file_, scalar.comment, comment_end}, "the comment that ends it"});
    if (scan_.comments.back().begin != scalar.comment)
      diagnostic.labels.back().where = span(scalar.comment, scalar.comment + 1);
    complain_broken(std::move(diagnostic));
    return recover(parent);
  }
}

/// From the opening quote to behind the closing one. A quote that is still open where a line begins that does
/// not belong to the value was forgotten; to take its end from somewhere below would swallow half the file.
std::optional<ScannedScalar> YamlScanner::scan_quoted(long parent) {
  const std::uint32_t begin = here();
  const std::size_t first_line = line_start_;
  const std::size_t complaints = scan_.diagnostics.size();
  const bool sound = scan_.sound;
  const char quote = at(pos_);
  ++pos_;
  for (;;) {
    if (is_break(pos_)) {
      const std::optional<Line> ahead = line_ahead();
      if (!ahead || static_cast<long>(ahead->indent()) <= parent) break;
      if (ahead->indent() == 0 && is_document_mark(ahead->content)) break;
      enter(*ahead);
    } else if (at(pos_) == quote) {
      ++pos_;
      if (quote == '"' || at(pos_) != '\'') {
        const ScalarStyle style = quote == '"' ? ScalarStyle::double_quoted : ScalarStyle::single_quoted;
        return ScannedScalar{.begin = begin, .end = here(), .style = style};
      }
      ++pos_;
    } else if (quote == '"' && at(pos_) == '\\') {
      check_escape();
    } else {
      ++pos_;
    }
  }
  scan_.diagnostics.resize(complaints);
  scan_.sound = sound;
  pos_ = begin;
  line_start_ = first_line;
  const std::uint32_t end = line_tail_end(begin);
  const std::string_view inside = text_of(begin + 1, end);
  const std::string whole = quote == '"' ? "\"" + std::string(inside) + "\"" : in_quotes(inside);
  const LineExample closed = example(begin, end, whole);
  complain_broken(yaml_error(YamlCode::unclosed_quote, span(begin, begin + 1),
                             "this quote is not closed before the next entry begins",
                             shown("close it on its line", closed)));
  return std::nullopt;
}

/// At a backslash in double quotes; goes behind what it begins. False: it means nothing.
bool YamlScanner::check_escape() {
  const std::uint32_t begin = here();
  const char letter = at(pos_ + 1);
  if (is_break(pos_ + 1)) {
    ++pos_;  // a line that goes on without a space; the line end is met next
    return true;
  }
  const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  bool known = std::string_view("\"\\/nt _").find(letter) != std::string_view::npos;
  std::size_t length = 2;
  if (digits != 0) {
    std::uint32_t point = 0;
    for (; length < 2 + digits && hex_digit(at(pos_ + length)) >= 0; ++length) {
      point = point * 16 + static_cast<std::uint32_t>(hex_digit(at(pos_ + length)));
    }
    known = length == 2 + digits && is_text_character(point);
  }
  if (!known) {
    const bool quote = letter == '\'';
    complain_broken(yaml_error(YamlCode::escape, span(begin, begin + static_cast<std::uint32_t>(length)),
                               digits != 0 ? "behind this backslash stands no character of a text"
                                           : "this backslash is followed by something without a meaning",
                               quote ? "in double quotes an apostrophe needs no backslash"
                                     : "write '\\\\' for a backslash itself; '\\\"', '\\n', '\\t' and "
                                       "'\\u00E9' are the others in use"));
    pos_ += 1;
    if (!is_break(pos_)) ++pos_;
    return false;
  }
  pos_ += length;
  return true;
}

/// `|` or `>`, perhaps a sign, and nothing else but a comment.
bool YamlScanner::is_block_header() const {
  std::size_t i = pos_ + 1;
  if (at(i) == '+' || at(i) == '-') ++i;
  if (!is_blank_or_break(i)) return false;
  while (is_blank(i)) ++i;
  return is_break(i) || at(i) == '#';
}

void YamlScanner::scan_block(long parent) {
  ScannedScalar scalar{.begin = here()};
  // Without a key above it a text must still be indented.
  parent = std::max(parent, 0L);
  scalar.style = at(pos_) == '|' ? ScalarStyle::literal : ScalarStyle::folded;
  while (!is_line_end()) ++pos_;
  scalar.end = here();
  skip_comment();
  const std::size_t header_end = pos_;
  long indent = -1;
  std::size_t first = 0;  // the line with the first text
  for (auto line = line_ahead(); line && static_cast<long>(line->spaces) > parent; line = line_ahead()) {
    const auto spaces = static_cast<long>(line->spaces);
    if (indent == -1) {
      indent = spaces;
      first = line->begin;
    }
    if (spaces < indent) break;
    enter(*line);
    skip_to_line_end();
    scalar.end = here();
  }
  keep(scalar);
  const std::optional<Line> ahead = line_ahead();
  check_empty_lines(header_end, first, scan_.scalars.back().end, indent);
  if (!ahead || static_cast<long>(ahead->indent()) <= parent || at(ahead->content) == '#') return;
  enter(*ahead);
  if (ahead->spaces != ahead->indent()) {
    complain_tab(ahead->begin + ahead->spaces);
  } else {
    complain_broken(yaml_error(YamlCode::indent, span(here(), line_tail_end(here())),
                               "this line stands less deep than the text that it goes on with",
                               fmt::format("let it begin in column {} or deeper", indent + 1)));
  }
  recover(parent);
}

/// The empty lines of a block. Blanks on those before its first text would set its indentation, and a tab
/// is no indentation even where nothing follows it.
void YamlScanner::check_empty_lines(std::size_t begin, std::size_t first, std::size_t end, long indent) {
  for (begin = text_.find('\n', begin); begin < end; begin = text_.find('\n', begin)) {
    ++begin;
    std::size_t spaces = begin;
    while (at(spaces) == ' ') ++spaces;
    std::size_t blanks = spaces;
    while (is_blank(blanks)) ++blanks;
    const auto length = static_cast<long>(spaces - begin);
    if (!is_break(blanks) || begin >= end) continue;
    if (at(spaces) == '\t' && length < std::max(indent, 1L)) return complain_tab(spaces);
    if (begin<first&& static_cast<long>(blanks - begin)> indent) {
      return complain_broken(yaml_error(
          YamlCode::indent, span(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(blanks)),
          "this empty line is indented deeper than the text below it", "take its blanks away"));
    }
  }
}

}  // namespace roundhouse::dsl
