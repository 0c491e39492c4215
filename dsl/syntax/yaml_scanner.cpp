#include "dsl/syntax/yaml_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/utf8.h"
#include "dsl/syntax/yaml_scan.h"

namespace roundhouse::dsl {

YamlScan scan_yaml(const SourceMap& sources, FileId file) { return YamlScanner(sources, file).run(); }

YamlScanner::YamlScanner(const SourceMap& sources, FileId file)
    : sources_(sources), file_(file), text_(sources.file(file).text) {
  if (text_.starts_with(byte_order_mark)) pos_ = byte_order_mark.size();
}

YamlScan YamlScanner::run() {
  while (pos_ < text_.size() && !stopped_) {
    scan_line();
    next_line();
    if (scan_.diagnostics.size() >= yaml_limits::complaints) stopped_ = true;
  }
  return std::move(scan_);
}

void YamlScanner::scan_line() {
  line_start_ = pos_;
  while (at(pos_) == ' ') ++pos_;
  const std::size_t tab = pos_;
  skip_blanks();
  if (is_line_end()) return skip_comment();
  if (pos_ != tab) return complain_tab(tab);
  if (column() == 0 && scan_document_mark()) return;
  if (ended_) {
    complain_broken(yaml_error(YamlCode::documents, span(here(), line_tail_end(here())),
                               "something stands after the end of the document",
                               "take the '...' away, or what stands below it"));
    stopped_ = true;
    return;
  }
  if (const std::size_t odd = odd_space_length(text_, pos_); odd != 0) {
    const bool is_mark = text_.substr(pos_).starts_with(byte_order_mark);
    complain_broken(yaml_error(
        YamlCode::odd_space, span(here(), here() + static_cast<std::uint32_t>(odd)),
        is_mark ? "the line begins with a byte order mark, which nobody can see"
                : "the line begins with an unusual space, which does not count as indentation",
        is_mark ? "take it out: it may only be the first character of a file" : "type the spaces anew"));
    return recover(static_cast<long>(column()) - 1);
  }
  scan_entry();
}

bool YamlScanner::is_document_mark(std::size_t offset) const {
  const std::string_view mark = text_.substr(offset, 3);
  return (mark == "---" || mark == "...") && is_blank_or_break(offset + 3);
}

bool YamlScanner::scan_document_mark() {
  const std::uint32_t begin = here();
  if (at(pos_) == '%') {
    complain_broken(yaml_error(YamlCode::directive, span(begin, line_tail_end(begin)),
                               "a line that begins with '%' is an instruction to YAML programs",
                               "take the line away"));
    skip_to_line_end();
    return true;
  }
  if (!is_document_mark(pos_)) return false;
  const bool opens = at(pos_) == '-';
  pos_ += 3;
  if (ended_ || (opens && (content_ || marked_))) {
    complain_broken(yaml_error(YamlCode::documents, span(begin, here()), "a second document begins here",
                               "a file holds one document: take this line away, or make two files"));
    stopped_ = true;
    return true;
  }
  (opens ? marked_ : ended_) = true;
  skip_blanks();
  if (!is_line_end()) {
    complain_broken(yaml_error(YamlCode::documents, span(here(), line_tail_end(here())),
                               fmt::format("something stands behind '{}'", opens ? "---" : "..."),
                               "begin a new line for it"));
    skip_to_line_end();
  }
  skip_comment();
  return true;
}

void YamlScanner::scan_entry() {
  const std::size_t first = column();
  while (!frames_.empty() && frames_.back().indent > first) frames_.pop_back();
  while (at(pos_) == '-' && is_blank_or_break(pos_ + 1)) {
    if (!open_sequence()) return recover(static_cast<long>(first));
    if (stopped_) return;
    ++pos_;
    const std::size_t after = pos_;
    skip_blanks();
    if (is_line_end()) return skip_comment();
    if (text_.substr(after, pos_ - after).find('\t') != std::string_view::npos) {
      complain_tab(after);
      return recover(static_cast<long>(first));
    }
  }
  scan_node_at_start();
}

/// True if a list or map or value may begin here: below a key or dash that has no value yet.
bool YamlScanner::may_open(std::size_t column, bool sequence) {
  if (frames_.empty()) return !std::exchange(content_, true);
  Frame& top = frames_.back();
  const bool deeper = top.indent < column || (sequence && top.map && top.indent == column);
  if (!top.awaiting || !deeper) return false;
  top.awaiting = false;
  return true;
}

bool YamlScanner::open_sequence() {
  const std::uint32_t begin = here();
  const bool goes_on = !frames_.empty() && !frames_.back().map && frames_.back().indent == column();
  if (!goes_on) {
    if (!may_open(column(), true)) {
      complain_indent(begin);
      return false;
    }
    frames_.push_back({.indent = column()});
    check_depth(begin);
  }
  frames_.back().awaiting = true;
  count_value(begin);
  return true;
}

bool YamlScanner::open_map(const ScannedScalar& key) {
  const std::size_t indent = key.begin - line_start_;
  // A list may stand in the column of the key that it is the value of; the next key ends it.
  if (frames_.size() > 1 && !frames_.back().map && frames_.back().indent == indent &&
      frames_[frames_.size() - 2].indent == indent) {
    frames_.pop_back();
  }
  const bool goes_on = !frames_.empty() && frames_.back().map && frames_.back().indent == indent;
  if (!goes_on) {
    if (!may_open(indent, false)) {
      complain_indent(key.begin);
      return false;
    }
    frames_.push_back({.indent = indent, .map = true});
    check_depth(key.begin);
  }
  Frame& map = frames_.back();
  map.awaiting = true;
  map.key = text_of(key.begin, key.end);
  count_key(++map.keys, key.begin);
  return true;
}

bool YamlScanner::open_value() {
  const std::uint32_t begin = here();
  if (may_open(column(), false)) return true;
  complain_indent(begin);
  return false;
}

void YamlScanner::complain_indent(std::uint32_t begin) {
  const std::uint32_t end = line_tail_end(begin);
  const std::size_t indent = begin - line_start_;
  if (!frames_.empty() && frames_.back().indent == indent) {
    const bool map = frames_.back().map;
    const bool dash = at(begin) == '-' && is_blank_or_break(begin + 1);
    if (map && !dash) return complain_no_colon(begin);
    const std::string_view line = text_of(begin, end);
    const bool is_row =
        line.starts_with("- id:") || line.starts_with("- forbid:") || line.starts_with("- after:");
    return complain_broken(
        yaml_error(YamlCode::indent, span(begin, end),
                   map ? "a list item stands among the keys of a map"
                       : "this line stands among the items of a list but does not begin with '- '",
                   map && is_row ? "rules stand in the list under 'rules'; or indent it deeper than its key"
                   : map ? "write 'key: value', or indent the list deeper than the key that it belongs to"
                         : "begin it with '- ', or indent it to the item that it belongs to"));
  }
  std::string columns;
  for (const Frame& frame : frames_)
    columns += fmt::format("{}{}", columns.empty() ? "" : ", ", frame.indent + 1);
  const std::string_view line = text_of(begin, end);
  const std::string_view key = line.substr(0, line.find(':'));
  const bool is_key = key.size() < line.size() && is_plain_name(key);
  complain_broken(
      yaml_error(YamlCode::indent, span(begin, end),
                 is_key ? fmt::format("the line of {} begins in column {}, where nothing is open",
                                      quote_name(key), indent + 1)
                        : fmt::format("this line begins in column {}, where nothing is open", indent + 1),
                 columns.empty() ? "let all keys of the file begin in the same column"
                                 : "here a line may begin in column " + columns));
}

/// The next line that holds something stands deeper, so that this one was to be its key.
bool YamlScanner::opens_block(std::uint32_t begin) const {
  const std::size_t indent = begin - line_start_;
  std::size_t next = text_.find('\n', begin);
  while (next != std::string_view::npos) {
    const std::size_t content = text_.find_first_not_of(" ", next + 1);
    if (content == std::string_view::npos) return false;
    if (text_[content] != '\n' && text_[content] != '\r' && text_[content] != '#')
      return content - next - 1 > indent ||
             (content - next - 1 == indent && text_.substr(content, 2) == "- ");
    next = text_.find('\n', content);
  }
  return false;
}

/// Among keys a line that is none. Where its first word is a known key only the colon is missing.
void YamlScanner::complain_no_colon(std::uint32_t begin) {
  const std::uint32_t end = line_tail_end(begin);
  const std::string_view line = text_of(begin, end);
  const std::string_view word = line.substr(0, line.find(' '));
  std::string_view rest = line.substr(word.size());
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  const bool equals = rest.starts_with("= ");
  if (equals) rest.remove_prefix(2);
  Advice help = "write 'key: value'; a text that goes on must stand deeper than its key";
  if (is_plain_name(word) && !rest.empty() && (equals || is_known_key(word))) {
    help = shown("write 'key: value'", example(begin, end, std::string(word).append(": ").append(rest)));
  } else if (is_plain_name(line) && opens_block(begin)) {
    help = shown("write a colon behind a key", example(begin, end, std::string(line).append(":")));
  }
  complain_broken(yaml_error(YamlCode::no_colon, span(begin, end),
                             fmt::format("among keys {} is not of the form 'key: value'", quote_name(line)),
                             std::move(help)));
}

/// A plain text at the beginning of a line where a key is wanted, known from a value by its looks.
bool YamlScanner::is_misplaced(std::string_view plain) {
  const std::uint32_t begin = here();
  const bool in_map = !frames_.empty() && frames_.back().map && frames_.back().indent == column();
  const std::size_t colon = plain.find(':');
  if (colon != std::string_view::npos && is_plain_name(plain.substr(0, colon))) {
    const auto after = begin + static_cast<std::uint32_t>(colon) + 1;
    if (const std::size_t odd = odd_space_length(text_, after); odd != 0) {
      const auto end = after + static_cast<std::uint32_t>(odd);
      complain_broken(yaml_error(YamlCode::odd_space, span(after, end),
                                 "an unusual space stands behind the colon, which YAML takes for a letter",
                                 shown("type the space anew", example(after, end, " "))));
      return true;
    }
    if (colon_without_space(plain) != std::string_view::npos && (in_map || !in_sentence())) {
      complain_broken(yaml_error(
          YamlCode::no_space, span(after - 1, after),
          fmt::format("the space is missing behind the colon of {}", quote_name(plain.substr(0, colon))),
          shown("put a space behind it", example(after, after, " "))));
      return true;
    }
  }
  return false;
}

void YamlScanner::scan_node_at_start() {
  const std::size_t start = column();
  long parent = -1;
  for (const Frame& frame : frames_) {
    if (frame.indent < start) parent = std::max(parent, static_cast<long>(frame.indent));
  }
  const std::uint32_t begin = here();
  const char first = at(pos_);
  if (first == '?' && is_blank_or_break(pos_ + 1)) {
    complain_broken(yaml_error(YamlCode::complex_key, span(begin, begin + 1),
                               "'? ' begins a key of several lines",
                               "write 'key: value' with a plain name as the key"));
    return recover(parent);
  }
  if (first == ':' && is_blank_or_break(pos_ + 1)) {
    complain_broken(yaml_error(YamlCode::no_key, span(begin, begin + 1), "a key is missing before this colon",
                               "write 'key: value'"));
    return recover(static_cast<long>(start));
  }
  if (first == '"' || first == '\'') {
    const std::size_t line = line_start_;
    std::optional<ScannedScalar> scalar = scan_quoted(parent);
    if (!scalar) return recover(parent);
    const std::uint32_t end = here();
    skip_blanks();
    if (at(pos_) == ':' && is_blank_or_break(pos_ + 1)) {
      if (text_of(begin, end).find('\n') == std::string_view::npos) return scan_key(*scalar);
      complain_broken(yaml_error(YamlCode::complex_key, span(begin, end), "a key of several lines",
                                 "write it on one line"));
      return recover(parent);
    }
    const std::size_t last_line = std::exchange(line_start_, line);
    pos_ = begin;
    if (!open_value()) return recover(parent);
    line_start_ = last_line;
    pos_ = end;
    keep(*scalar);
    return expect_line_end(begin, true, parent);
  }
  if (std::string_view("{[|>&*!@`%,}]").find(first) == std::string_view::npos) {
    const auto end = static_cast<std::uint32_t>(plain_line_end());
    if (at(pos_) == ':') {
      if (first != '-') return scan_key({.begin = begin, .end = end});
      complain_broken(yaml_error(YamlCode::no_space, span(begin, begin + 1),
                                 "the space is missing behind the dash",
                                 shown("put a space behind it", example(begin + 1, begin + 1, " "))));
      return recover(static_cast<long>(start));
    }
    pos_ = begin;
    if (is_misplaced(text_of(begin, end))) return recover(static_cast<long>(start));
  }
  if (!open_value()) return recover(static_cast<long>(start));
  scan_value(parent);
}

void YamlScanner::scan_key(ScannedScalar key) {
  const std::size_t indent = key.begin - line_start_;
  key.owner = owner();
  if (!open_map(key)) return recover(static_cast<long>(indent));
  key.key = true;
  keep(key);
  ++pos_;
  skip_blanks();
  if (is_line_end()) {
    check_text_is_no_comment(static_cast<long>(indent));
    return skip_comment();
  }
  frames_.back().awaiting = false;
  scan_value(static_cast<long>(indent));
}

/// A value at the place of reading, beside its key or dash or on a line of its own.
void YamlScanner::scan_value(long parent) {
  const std::uint32_t begin = here();
  const char first = at(pos_);
  switch (first) {
    case '"':
    case '\'': {
      std::optional<ScannedScalar> scalar = scan_quoted(parent);
      if (!scalar) return recover(parent);
      keep(*scalar);
      return expect_line_end(begin, true, parent);
    }
    case '{':
    case '[':
      if (!scan_flow(parent)) return recover(parent);
      return expect_line_end(begin, false, parent);
    case '|':
    case '>':
      if (is_block_header()) return scan_block(parent);
      return refuse_reserved(parent);
    case '&':
    case '*':
    case '!':
    case '@':
    case '`':
    case '%':
    case ',':
    case '}':
    case ']':
      return refuse_reserved(parent);
    case '-':
    case '?':
    case ':':
      if (is_blank_or_break(pos_ + 1)) return refuse_reserved(parent);
      return scan_plain(parent);
    default:
      return scan_plain(parent);
  }
}

/// A value without quotes that begins with a character to which YAML gives a meaning.
void YamlScanner::refuse_reserved(long parent) {
  const std::uint32_t begin = here();
  const std::uint32_t end = line_tail_end(begin);
  const std::string_view value = text_of(begin, end);
  const char first = value.front();
  const bool name_follows = value.size() > 1 && is_plain_name(value.substr(1, 1));
  const bool sentence = in_sentence();
  const Advice in_quotes_help = shown("put the text in quotes", example(begin, end, in_quotes(value)));
  if (!sentence && first == '!') {
    const std::string_view rest = value.substr(1);
    complain_broken(yaml_error(
        YamlCode::tag, span(begin, begin + 1), "a value that begins with '!' is a tag in YAML",
        name_follows ? shown("to say 'not', write the word", example(begin, end, "not " + std::string(rest)))
                     : in_quotes_help));
  } else if (!sentence && name_follows && (first == '&' || first == '*')) {
    const bool anchor = first == '&';
    complain_broken(yaml_error(anchor ? YamlCode::anchor : YamlCode::alias, span(begin, end),
                               anchor ? "an anchor: '&' marks a part of the file to be repeated"
                                      : "an alias: '*' repeats another part of the file",
                               "write out what is meant, or put a text in quotes"));
  } else if ((first == '|' || first == '>') && value.size() > 1 && !is_blank(begin + 1) && !sentence &&
             std::string_view("+-123456789").find(value[1]) != std::string_view::npos) {
    complain_broken(yaml_error(YamlCode::block_header, span(begin, end),
                               fmt::format("behind '{}' only '+' or '-' may stand", first),
                               fmt::format("write '{}' alone and the text on the lines below", first)));
  } else {
    complain_broken(yaml_error(YamlCode::text_start, span(begin, begin + 1),
                               fmt::format("a value that begins with '{}' needs quotes", first),
                               in_quotes_help));
  }
  recover(parent);
}

void YamlScanner::expect_line_end(std::uint32_t value, bool quoted, long parent) {
  const std::uint32_t close = here();
  skip_blanks();
  if (is_break(pos_) || (at(pos_) == '#' && here() != close)) return skip_comment();
  const std::uint32_t end = line_tail_end(here());
  const LineExample remedy = example(value, end, in_quotes(text_of(value, end)));
  if (at(pos_) == ':' && !quoted) {
    complain_broken(yaml_error(YamlCode::complex_key, span(value, close), "a key is a list or a map",
                               "write 'key: value' with a plain name as the key"));
  } else if (quoted || !in_sentence()) {
    Diagnostic diagnostic =
        yaml_error(YamlCode::after_value, span(here(), end),
                   fmt::format("something stands behind the closing {}", quoted ? "quote" : "bracket"),
                   shown("put the whole text in quotes", remedy));
    diagnostic.labels.push_back({span(value, value + 1), quoted ? "the quotes begin here" : "opened here"});
    complain_broken(std::move(diagnostic));
  } else {
    // It is a text: what was wrong with it as a list or map is beside the point.
    std::erase_if(scan_.diagnostics, [&](const Diagnostic& found) { return found.where.begin >= value; });
    complain_broken(yaml_error(YamlCode::text_start, span(value, value + 1),
                               fmt::format("a text that begins with '{}' needs quotes", at(value)),
                               shown("put the whole text in quotes", remedy)));
  }
  recover(parent);
}

/// `says: # 1 is the number`: not a text but a comment.
void YamlScanner::check_text_is_no_comment(long parent) {
  if (at(pos_) != '#' || !in_sentence()) return;
  const std::optional<Line> line = line_ahead();
  if (line && static_cast<long>(line->indent()) > parent) return;
  const std::uint32_t end = line_tail_end(here());
  complain(yaml_error(
      YamlCode::lost_tail, span(here(), end),
      fmt::format("the text of {} begins with '#', so all of it is a comment", quote_name(owner())),
      shown("put the text in quotes", example(here(), end, in_quotes(text_of(here(), end))))));
}

}  // namespace roundhouse::dsl
