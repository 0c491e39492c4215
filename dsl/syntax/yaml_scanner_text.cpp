// Moving about in the text, and what is counted on the way.

#include <fmt/format.h>

#include <utility>

#include "dsl/syntax/yaml_scan.h"
#include "dsl/syntax/yaml_scanner.h"

namespace roundhouse::dsl {

void YamlScanner::skip_comment() {
  if (at(pos_) != '#') return;
  const std::uint32_t begin = here();
  skip_to_line_end();
  scan_.comments.push_back(span(begin, here()));
}

void YamlScanner::next_line() {
  skip_to_line_end();
  if (at(pos_) == '\r') ++pos_;
  if (pos_ < text_.size()) ++pos_;
}

std::optional<YamlScanner::Line> YamlScanner::line_ahead() const {
  std::size_t begin = text_.find('\n', pos_);
  while (begin != std::string_view::npos) {
    ++begin;
    const std::size_t content = text_.find_first_not_of(" \t", begin);
    if (content == std::string_view::npos) return std::nullopt;
    if (!is_break(content)) {
      const std::size_t tab = text_.substr(begin, content - begin).find('\t');
      return Line{begin, content, tab == std::string_view::npos ? content - begin : tab};
    }
    begin = text_.find('\n', content);
  }
  return std::nullopt;
}

void YamlScanner::enter(const Line& line) {
  line_start_ = line.begin;
  pos_ = line.content;
}

void YamlScanner::recover(long parent) {
  skip_to_line_end();
  for (auto line = line_ahead(); line && static_cast<long>(line->indent()) > parent; line = line_ahead()) {
    enter(*line);
    skip_to_line_end();
  }
}

/// The end, on its line, of what begins at `begin`; blanks and a comment after it not counted.
std::uint32_t YamlScanner::line_tail_end(std::uint32_t begin) const {
  std::size_t end = begin;
  for (std::size_t i = begin; !is_break(i); ++i) {
    if (at(i) == '#' && i > begin && is_blank(i - 1)) break;
    if (!is_blank(i)) end = i + 1;
  }
  return static_cast<std::uint32_t>(end);
}

std::string_view YamlScanner::owner() const {
  for (auto bracket = brackets_.rbegin(); bracket != brackets_.rend(); ++bracket) {
    if (bracket->has_key) return bracket->key;
  }
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (frame->map) return frame->key;
  }
  return {};
}

bool YamlScanner::in_sentence() const {
  if (!brackets_.empty()) return brackets_.back().has_key && is_sentence_key(brackets_.back().key);
  if (frames_.empty() || !frames_.back().map) return false;
  const bool source = frames_.size() == 2 && frames_.front().map && frames_.front().key == "sources";
  return source || is_sentence_key(frames_.back().key);
}

void YamlScanner::keep(ScannedScalar scalar) {
  scalar.flow = !brackets_.empty();
  if (!scalar.key) {
    scalar.owner = owner();
    scalar.sentence = in_sentence();
    scalar.item = !scalar.flow && !frames_.empty() && !frames_.back().map;
  }
  content_ = true;
  if (scalar.end - scalar.begin > yaml_limits::scalar_bytes) {
    complain_broken(
        yaml_error(YamlCode::scalar_too_long, span(scalar.begin, scalar.begin + 1),
                   fmt::format("this value has {} bytes", scalar.end - scalar.begin),
                   fmt::format("a value holds at most {} bytes (64 KiB)", yaml_limits::scalar_bytes)));
  }
  count_value(scalar.begin);
  scan_.scalars.push_back(scalar);
}

void YamlScanner::count_value(std::uint32_t begin) {
  if (++values_ != yaml_limits::values_a_file + 1) return;
  complain_broken(
      yaml_error(YamlCode::too_many_values, span(begin, begin),
                 fmt::format("more than {} values stand in this file", yaml_limits::values_a_file),
                 "split the rules over a file and a parent that it extends"));
  stopped_ = true;
}

void YamlScanner::count_key(std::size_t keys, std::uint32_t begin) {
  if (keys != yaml_limits::keys_a_map + 1) return;
  complain_broken(yaml_error(YamlCode::too_many_keys, span(begin, begin),
                             fmt::format("more than {} keys stand in this map", yaml_limits::keys_a_map),
                             "split the rules over a file and a parent that it extends"));
  stopped_ = true;
}

void YamlScanner::check_depth(std::uint32_t begin) {
  if (frames_.size() + brackets_.size() <= yaml_limits::depth) return;
  complain_broken(
      yaml_error(YamlCode::too_deep, span(begin, begin + 1),
                 fmt::format("more than {} lists and maps lie within each other", yaml_limits::depth),
                 "variant files are a few levels deep: look for brackets or dashes too many"));
  stopped_ = true;
}

void YamlScanner::complain_broken(Diagnostic diagnostic) {
  scan_.sound = false;
  complain(std::move(diagnostic));
}

void YamlScanner::complain_tab(std::size_t where) {
  scan_.sound = false;
  if (std::exchange(tab_reported_, true)) return;
  const auto begin = static_cast<std::uint32_t>(where);
  Advice help = "indent with spaces, two a level; let the editor replace every tab of the file";
  const std::size_t first = text_.rfind('\n', where) + 1;
  std::string mended;
  std::size_t end = first;
  std::size_t copied = first;
  for (std::size_t line = first; line < text_.size();
       line = std::min(text_.find('\n', line), text_.size() - 1) + 1) {
    const std::size_t content = std::min(text_.find_first_not_of(" \t", line), text_.size());
    if (text_.substr(line, content - line).find('\t') == std::string_view::npos) continue;
    mended.append(text_.substr(copied, line - copied));
    for (std::size_t i = line; i < content; ++i) mended += text_[i] == '\t' ? "  " : " ";
    copied = end = content;
  }
  if (end > first)
    help.fixes.push_back(
        {span(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)), mended, help.text});
  complain(yaml_error(YamlCode::tab, span(begin, begin + 1), "a tab stands where the line is indented",
                      std::move(help)));
}

LineExample YamlScanner::example(std::uint32_t begin, std::uint32_t end, std::string_view replacement) const {
  return line_with(sources_, span(begin, end), replacement);
}

}  // namespace roundhouse::dsl
