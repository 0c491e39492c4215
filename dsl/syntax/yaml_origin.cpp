#include "dsl/syntax/yaml_origin.h"

#include <algorithm>
#include <cstddef>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

/// Walks the decoded text and the file side by side.
class Tracer {
 public:
  Tracer(std::string_view text, std::uint32_t start, std::string_view decoded)
      : text_(text), decoded_(decoded), raw_(start) {}

  ScalarOrigin trace() {
    found_.begin = static_cast<std::uint32_t>(raw_);
    switch (at(raw_)) {
      case '\'':
        found_.style = ScalarStyle::single_quoted;
        ++raw_;
        while (i_ < decoded_.size() && found_.exact)
          is_space(decoded_[i_]) ? blanks() : single_quoted_letter();
        return finish_quoted('\'');
      case '"':
        found_.style = ScalarStyle::double_quoted;
        ++raw_;
        while (i_ < decoded_.size() && found_.exact) double_quoted_unit();
        return finish_quoted('"');
      case '|':
      case '>':
        found_.style = at(raw_) == '|' ? ScalarStyle::literal : ScalarStyle::folded;
        skip_header();
        break;
      default:
        break;
    }
    while (i_ < decoded_.size() && found_.exact) is_space(decoded_[i_]) ? blanks() : letter();
    return finish();
  }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  void map_to(std::size_t offset) {
    found_.origin.push_back(static_cast<std::uint32_t>(offset));
    ++i_;
  }

  void letter() {
    if (at(raw_) != decoded_[i_]) {
      found_.exact = false;
      return;
    }
    map_to(raw_++);
    last_ = raw_;
  }

  void single_quoted_letter() {
    const bool doubled = at(raw_) == '\'' && at(raw_ + 1) == '\'';
    letter();
    if (doubled) ++raw_;
  }

  /// A run of white space in the decoded text against the one in the file. They differ where a line ends:
  /// there the file has the indentation of the next line as well, and folding has made a space or less of it.
  void blanks() {
    const std::size_t begin = raw_;
    while (raw_ < text_.size() && is_space(text_[raw_])) ++raw_;
    std::size_t length = 0;
    while (i_ + length < decoded_.size() && is_space(decoded_[i_ + length])) ++length;
    const std::string_view run = decoded_.substr(i_, length);
    if (raw_ == begin && i_ + length < decoded_.size()) {
      found_.exact = false;
      return;
    }
    const std::size_t last_break = run.rfind('\n');
    std::size_t line = begin;  // where the next line end of the file is looked for
    std::size_t place = begin;
    for (std::size_t k = 0; k < length; ++k) {
      if (run[k] == '\n') {
        const std::size_t found = text_.substr(0, raw_).find('\n', line);
        if (k == 0 && found_.style != ScalarStyle::literal) {
          place = begin;
        } else if (found != std::string_view::npos) {
          place = found > begin && text_[found - 1] == '\r' ? found - 1 : found;
        }
        if (found != std::string_view::npos) line = found + 1;
        map_to(place);
      } else if (last_break != std::string_view::npos && k > last_break) {
        map_to(std::max(place, raw_ - std::min(raw_ - begin, length - k)));
      } else {
        place = std::min(begin + k, std::max(begin + 1, raw_) - 1);
        map_to(place);
      }
    }
  }

  void double_quoted_unit() {
    if (at(raw_) == '\\') return escape();
    if (!is_space(at(raw_))) return letter();
    const std::size_t begin = raw_;
    std::size_t breaks = 0;
    while (is_space(at(raw_))) breaks += at(raw_++) == '\n' ? 1 : 0;
    if (breaks == 0) {
      raw_ = begin;
      return letter();
    }
    folded(begin, breaks == 1 ? 1 : breaks - 1);
  }

  /// Line ends that became `count` decoded characters.
  void folded(std::size_t begin, std::size_t count) {
    for (; count > 0; --count) {
      if (i_ == decoded_.size() || !is_space(decoded_[i_])) {
        found_.exact = false;
        return;
      }
      map_to(begin);
    }
  }

  void escape() {
    const std::size_t begin = raw_;
    const char letter = at(raw_ + 1);
    if (letter == '\n' || letter == '\r') {
      // The line goes on; its end and the blanks after it are nothing, empty lines in between are lines.
      raw_ += letter == '\r' ? 3 : 2;
      std::size_t breaks = 0;
      while (is_space(at(raw_))) breaks += at(raw_++) == '\n' ? 1 : 0;
      return folded(begin, breaks);
    }
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    raw_ += 2 + digits;
    last_ = raw_;
    // All bytes of one character stand where its escape stands.
    map_to(begin);
    while (i_ < decoded_.size() && !begins_character(decoded_[i_])) map_to(begin);
  }

  void skip_header() {
    while (raw_ < text_.size() && text_[raw_] != '\n') ++raw_;
    if (raw_ < text_.size()) ++raw_;
    std::size_t first = raw_;
    while (first < text_.size() && is_space(text_[first])) ++first;
    const bool has_text = decoded_.find_first_not_of(" \t\n") != std::string_view::npos;
    found_.begin = static_cast<std::uint32_t>(has_text ? first : std::min(raw_, text_.size()));
    // The blanks before the first text are indentation unless the decoded text has them, too.
    if (!decoded_.empty() && !is_space(decoded_.front())) raw_ = first;
  }

  ScalarOrigin finish_quoted(char quote) {
    // After a text that could not be followed the end is looked for as well as may be.
    while (raw_ < text_.size() && at(raw_) != quote) ++raw_;
    found_.end = static_cast<std::uint32_t>(std::min(raw_ + 1, text_.size()));
    found_.origin.push_back(static_cast<std::uint32_t>(std::min(raw_, text_.size())));
    return complete();
  }

  ScalarOrigin finish() {
    found_.end = std::max(found_.begin, static_cast<std::uint32_t>(last_));
    found_.origin.push_back(found_.origin.empty() ? found_.begin
                                                  : std::max(found_.end, found_.origin.back()));
    return complete();
  }

  ScalarOrigin complete() {
    if (!found_.exact) {
      found_.origin.assign(decoded_.size() + 1, found_.begin);
      return std::move(found_);
    }
    bool in_step = true;
    for (std::size_t k = 0; k < found_.origin.size() && in_step; ++k) {
      in_step = found_.origin[k] == found_.begin + k;
    }
    if (in_step) found_.origin.clear();
    return std::move(found_);
  }

  std::string_view text_;
  std::string_view decoded_;
  std::size_t raw_ = 0;
  std::size_t i_ = 0;
  std::size_t last_ = 0;  ///< behind the last byte that is no white space
  ScalarOrigin found_;
};

}  // namespace

ScalarOrigin trace_scalar(std::string_view text, std::uint32_t start, std::string_view decoded) {
  return Tracer(text, start, decoded).trace();
}

Span span_in_scalar(const YamlNode& scalar, std::size_t begin, std::size_t end) {
  begin = std::min(begin, scalar.text.size());
  end = std::clamp(end, begin, scalar.text.size());
  const auto place = [&](std::size_t byte) {
    return scalar.origin.empty() ? scalar.where.begin + static_cast<std::uint32_t>(byte)
                                 : scalar.origin[byte];
  };
  return {scalar.where.file, place(begin), std::max(place(begin), place(end))};
}

}  // namespace roundhouse::dsl
