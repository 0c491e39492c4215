// Lists and maps in brackets.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "dsl/syntax/yaml_scan.h"
#include "dsl/syntax/yaml_scanner.h"

namespace roundhouse::dsl {

namespace {

constexpr std::size_t longest_block_form = 200;

/// True if round brackets were opened and not closed.
bool has_open_call(std::string_view text) {
  long depth = 0;
  for (const char letter : text) {
    if (letter == '(') ++depth;
    if (letter == ')' && depth > 0) --depth;
  }
  return depth > 0;
}

/// The entries of a map in brackets as somebody meant them: cut at the commas that stand outside of brackets
/// and quotes and before what looks like a key.
std::vector<std::string> meant_entries(std::string_view inside) {
  std::vector<std::string> entries;
  long depth = 0;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= inside.size(); ++i) {
    const char letter = i < inside.size() ? inside[i] : ',';
    const bool word_before = i > 0 && is_plain_name(inside.substr(i - 1, 1));
    if (quote != 0) {
      if (letter == quote) quote = 0;
    } else if (letter == '"' || (letter == '\'' && !word_before)) {
      quote = letter;
    } else if (letter == '(' || letter == '[' || letter == '{') {
      ++depth;
    } else if (letter == ')' || letter == ']' || letter == '}') {
      --depth;
    }
    const bool end = i == inside.size();
    if (!end && (letter != ',' || depth > 0 || quote != 0)) continue;
    std::string_view part = inside.substr(begin, i - begin);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    begin = i + 1;
    if (part.empty()) continue;
    const std::size_t colon = part.find(": ");
    const bool key = colon != std::string_view::npos && is_plain_name(part.substr(0, colon));
    if (key || entries.empty()) {
      entries.emplace_back(part);
    } else {
      entries.back().append(", ").append(part);
    }
  }
  return entries;
}

}  // namespace

/// A colon that separates a key from its value within brackets.
bool YamlScanner::is_flow_colon(std::size_t offset) const {
  if (at(offset) != ':') return false;
  const char next = at(offset + 1);
  return is_blank_or_break(offset + 1) || next == ',' || next == ']' || next == '}';
}

/// From an opening bracket to behind its closing one. False: it was not closed, or is past reading.
bool YamlScanner::scan_flow(long parent) {
  const std::uint32_t begin = here();
  const std::size_t first_line = line_start_;
  const std::size_t first_diagnostic = scan_.diagnostics.size();
  const std::size_t first_scalar = scan_.scalars.size();
  flow_lost_ = false;
  flow_text_key_ = {};
  begin_flow_value(begin);
  brackets_.push_back({.opener = at(pos_), .begin = begin});
  check_depth(begin);
  count_value(begin);
  ++pos_;
  while (!brackets_.empty() && !flow_lost_ && !stopped_) {
    if (scan_.diagnostics.size() >= yaml_limits::complaints) break;
    skip_blanks();
    if (at(pos_) == '#') {
      skip_comment();
      brackets_.back().plain = false;
    }
    if (!is_break(pos_)) {
      scan_flow_item();
    } else if (!enter_flow_line(parent)) {
      const std::uint32_t opener = brackets_.back().begin;
      scan_.diagnostics.resize(first_diagnostic);
      scan_.scalars.resize(first_scalar);
      brackets_.clear();
      complain_broken(
          yaml_error(YamlCode::unclosed_bracket, span(opener, opener + 1),
                     fmt::format("this '{}' is not closed before the next entry begins", at(opener)),
                     fmt::format("close it with '{}'", at(opener) == '{' ? '}' : ']')));
      pos_ = begin;
      line_start_ = first_line;
      return false;
    }
  }
  const bool closed = brackets_.empty();
  brackets_.clear();
  if (flow_text_key_.end != 0) complain_flow_text(first_diagnostic, first_scalar, span(begin, here()));
  return closed && !flow_lost_;
}

/// The brackets go on in the next line, unless that one looks like an entry of its own.
bool YamlScanner::enter_flow_line(long parent) {
  const std::optional<Line> ahead = line_ahead();
  if (!ahead) return false;
  const char first = at(ahead->content);
  if (static_cast<long>(ahead->indent()) <= parent && first != '}' && first != ']' && first != '#') {
    std::size_t end = ahead->content;
    while (is_plain_name(text_.substr(end, 1))) ++end;
    const bool key = end > ahead->content && at(end) == ':';
    const bool dash = first == '-' && is_blank_or_break(ahead->content + 1);
    if (key || dash || (ahead->indent() == 0 && is_document_mark(ahead->content))) return false;
  }
  enter(*ahead);
  if (ahead->spaces != ahead->indent()) complain_tab(ahead->begin + ahead->spaces);
  return true;
}

void YamlScanner::scan_flow_item() {
  const std::uint32_t begin = here();
  const char first = at(pos_);
  switch (first) {
    case '{':
    case '[':
      begin_flow_value(begin);
      brackets_.push_back({.opener = first, .begin = begin});
      count_value(begin);
      check_depth(begin);
      ++pos_;
      return;
    case '}':
    case ']':
      return close_bracket();
    case ',':
      end_flow_entry(true);
      ++pos_;
      return;
    case '"':
    case '\'': {
      begin_flow_value(begin);
      // Here any line may go on with a quoted text; where it goes on too far, its quote is not closed.
      const std::optional<ScannedScalar> scalar =
          scan_quoted(frames_.empty() ? -1 : static_cast<long>(frames_.back().indent));
      if (!scalar) {
        flow_lost_ = true;
        return;
      }
      brackets_.back().plain = false;
      return scan_flow_colon(*scalar);
    }
    default:
      break;
  }
  const bool lone =
      is_blank_or_break(pos_ + 1) || at(pos_ + 1) == ',' || at(pos_ + 1) == '}' || at(pos_ + 1) == ']';
  if (first == ':' && lone) {
    return refuse_flow(yaml_error(YamlCode::no_key, span(begin, begin + 1),
                                  "a key is missing before this colon", "write 'key: value'"));
  }
  if (std::string_view("&*!|>@`%").find(first) != std::string_view::npos || (first == '-' && lone)) {
    const bool name = is_plain_name(text_.substr(pos_ + 1, 1));
    const YamlCode code = first == '!' && name   ? YamlCode::tag
                          : first == '&' && name ? YamlCode::anchor
                          : first == '*' && name ? YamlCode::alias
                                                 : YamlCode::text_start;
    return refuse_flow(yaml_error(
        code, span(begin, begin + 1), fmt::format("a value that begins with '{}' needs quotes", first),
        first == '!' ? "put it in quotes; to say 'not', write the word" : "put the value in quotes"));
  }
  scan_flow_plain();
}

/// A plain text up to what ends it in brackets or to the end of the line; the next line may go on with it.
void YamlScanner::scan_flow_plain() {
  const std::uint32_t begin = here();
  std::size_t end = pos_;
  for (; !is_break(pos_); ++pos_) {
    const char letter = at(pos_);
    if (std::string_view(",[]{}").find(letter) != std::string_view::npos || is_flow_colon(pos_)) break;
    if (letter == '#' && is_blank(pos_ - 1)) break;
    if (letter == '?' && !brackets_.back().question_reported) {
      brackets_.back().question_reported = true;
      complain_broken(yaml_error(YamlCode::flow_question, span(here(), here() + 1),
                                 "in brackets a question mark ends a value", "put the value in quotes"));
    }
    if (!is_blank(pos_)) end = pos_ + 1;
  }
  Bracket& bracket = brackets_.back();
  if (bracket.has_value && bracket.plain) {
    ScannedScalar& scalar = scan_.scalars.back();
    scalar.end = static_cast<std::uint32_t>(end);
    if (is_flow_colon(pos_)) {
      refuse_flow(yaml_error(YamlCode::complex_key, span(scalar.begin, scalar.end), "a key of several lines",
                             "write it on one line; is a comma missing before it?"));
    }
    return;
  }
  begin_flow_value(begin);
  if (flow_lost_) return;
  brackets_.back().plain = true;
  scan_flow_colon({.begin = begin, .end = static_cast<std::uint32_t>(end)});
}

/// Behind a scalar: is it a key?
void YamlScanner::scan_flow_colon(const ScannedScalar& scalar) {
  if (flow_lost_) return;
  ScannedScalar kept = scalar;
  const std::size_t end = pos_;
  skip_blanks();
  Bracket& bracket = brackets_.back();
  // Behind a quoted key the colon needs no space, as in JSON.
  const bool colon = is_flow_colon(pos_) || (at(pos_) == ':' && scalar.style != ScalarStyle::plain);
  if (!colon) {
    pos_ = end;
    return keep(kept);
  }
  if (bracket.has_key) {
    return refuse_flow(
        yaml_error(YamlCode::colon_in_text, span(here(), here() + 1),
                   fmt::format("a colon and a space stand within the value of {}", quote_name(bracket.key)),
                   "put the value in quotes, or is a comma missing before the next key?"));
  }
  if (bracket.opener == '[') {
    return refuse_flow(yaml_error(YamlCode::flow_entry, span(here(), here() + 1), "a key stands in a list",
                                  "write a map in '{ }', or put a text with a colon in quotes"));
  }
  if (text_of(scalar.begin, scalar.end).find('\n') != std::string_view::npos) {
    return refuse_flow(yaml_error(YamlCode::complex_key, span(scalar.begin, scalar.end),
                                  "a key of several lines", "write it on one line"));
  }
  kept.key = true;
  kept.owner = owner();
  keep(kept);
  bracket.has_key = true;
  bracket.has_value = false;
  bracket.plain = false;
  bracket.key = text_of(kept.begin, kept.end);
  count_key(++bracket.keys, kept.begin);
  if (is_block_key(bracket.key) && flow_text_key_.end == 0) flow_text_key_ = span(kept.begin, kept.end);
  ++pos_;
}

/// A value begins in the innermost bracket; a second one in one entry lacks a comma.
void YamlScanner::begin_flow_value(std::uint32_t begin) {
  if (brackets_.empty()) return;
  Bracket& bracket = brackets_.back();
  if (bracket.has_value) {
    return refuse_flow(yaml_error(YamlCode::flow_entry, span(begin, begin + 1),
                                  "a comma is missing before this",
                                  "write a comma, or put the whole value in quotes"));
  }
  bracket.has_value = true;
  bracket.plain = false;
}

void YamlScanner::end_flow_entry(bool comma) {
  Bracket& bracket = brackets_.back();
  const std::uint32_t place = here();
  if (comma && !bracket.has_key && !bracket.has_value) {
    return refuse_flow(yaml_error(YamlCode::flow_entry, span(place, place + 1),
                                  "nothing stands before this comma", "take it away"));
  } else if (bracket.has_value && bracket.plain) {
    end_flow_plain(comma);
  } else if (bracket.has_value && bracket.opener == '{' && !bracket.has_key) {
    refuse_flow(yaml_error(YamlCode::flow_entry, span(place, place + 1), "the entry before this has no key",
                           "write 'key: value'"));
  }
  bracket.has_key = bracket.has_value = bracket.plain = bracket.question_reported = false;
  bracket.key = {};
}

/// An entry ends with a plain scalar: is it all of what was meant?
void YamlScanner::end_flow_plain(bool comma) {
  Bracket& bracket = brackets_.back();
  const ScannedScalar& last = scan_.scalars.back();
  const std::string_view text = text_of(last.begin, last.end);
  if (comma && has_open_call(text) && !bracket.call_cut) {
    bracket.call_cut = true;
    complain_broken(yaml_error(YamlCode::flow_comma, span(here(), here() + 1),
                               "in brackets a comma ends a value, here in the middle of a call",
                               "put the value in quotes, or write the entries below each other without '{ }' "
                               "and '[ ]'"));
  } else if (bracket.opener == '{' && !bracket.has_key && !bracket.call_cut &&
             colon_without_space(text) == std::string_view::npos) {
    complain_broken(yaml_error(YamlCode::flow_entry, span(last.begin, last.end),
                               fmt::format("{} stands in '{{ }}' without a value", quote_name(text)),
                               "write 'key: value'; a comma in a value needs quotes around the value"));
  }
}

void YamlScanner::close_bracket() {
  const Bracket bracket = brackets_.back();
  const char closer = at(pos_);
  if ((bracket.opener == '{') != (closer == '}')) {
    Diagnostic diagnostic =
        yaml_error(YamlCode::bracket_mismatch, span(here(), here() + 1),
                   fmt::format("'{}' closes a '{}'", closer, bracket.opener),
                   fmt::format("close it with '{}' first", bracket.opener == '{' ? '}' : ']'));
    diagnostic.labels.push_back({span(bracket.begin, bracket.begin + 1), "opened here"});
    return refuse_flow(std::move(diagnostic));
  }
  end_flow_entry(false);
  brackets_.pop_back();
  ++pos_;
  if (brackets_.empty()) return;
  const std::size_t end = pos_;
  skip_blanks();
  if (at(pos_) == ':') {
    return refuse_flow(yaml_error(YamlCode::complex_key, span(bracket.begin, static_cast<std::uint32_t>(end)),
                                  "a key is a list or a map",
                                  "write 'key: value' with a plain name as the key"));
  }
  pos_ = end;
}

void YamlScanner::refuse_flow(Diagnostic diagnostic) {
  if (std::exchange(flow_lost_, true)) return;
  complain_broken(std::move(diagnostic));
}

/// One complaint stands for whatever else such a map did wrong: its block form fixes all of it.
void YamlScanner::complain_flow_text(std::size_t first_diagnostic, std::size_t first_scalar, Span brackets) {
  scan_.diagnostics.resize(first_diagnostic);
  for (std::size_t i = first_scalar; i < scan_.scalars.size(); ++i) scan_.scalars[i].refused = true;
  const std::string_view key = sources_.text(flow_text_key_);
  std::string help = "write its entries below each other, without brackets";
  const std::string_view line = sources_.line(file_, sources_.locate(file_, brackets.begin).line);
  const std::uint32_t tail = line_tail_end(brackets.begin);
  const auto line_begin = static_cast<std::size_t>(line.data() - text_.data());
  std::string_view value = text_of(brackets.begin, tail);
  std::string_view before = line.substr(0, brackets.begin - line_begin);
  before.remove_prefix(std::min(before.find_first_not_of(' '), before.size()));
  while (!before.empty() && before.back() == ' ') before.remove_suffix(1);
  const bool whole = value.front() == '{' && value.back() == '}' && line.size() <= longest_block_form;
  if (whole && (before.empty() || before.back() == ':' || before == "-")) {
    const std::vector<std::string> entries = meant_entries(value.substr(1, value.size() - 2));
    const bool below = !before.empty() && before.back() == ':';
    const std::string_view indent = before.starts_with("- ") ? "    " : before.empty() ? "" : "  ";
    std::string form = below ? "\n    " + std::string(before) : "";
    for (std::size_t i = 0; i < entries.size(); ++i) {
      form += "\n    ";
      form += i == 0 && before == "-" ? "- " : std::string(indent);
      form += entries[i];
    }
    help = "write its entries below each other:" + form;
  }
  complain(
      yaml_error(YamlCode::flow_text, flow_text_key_,
                 fmt::format("a map with {} stands in '{{ }}', where a comma or a question mark ends a value",
                             quote_name(key)),
                 std::move(help)));
}

}  // namespace roundhouse::dsl
