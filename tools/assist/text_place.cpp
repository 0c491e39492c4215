#include "tools/assist/text_place.h"

#include <algorithm>
#include <optional>

namespace roundhouse::dsl {
namespace {

/// More lines above are not looked at for the keys of a block: only hostile files have them.
constexpr std::size_t most_lines = 20'000;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

struct TextLine {
  std::string_view text;
  std::size_t indent = 0;
  std::vector<std::size_t> dashes;  ///< columns of the dashes at its beginning
  std::size_t content = 0;          ///< the column behind them
  std::string_view key;             ///< empty: none
  std::string_view value;           ///< behind the key and its colon, without blanks

  bool is_blank() const { return content >= text.size() || text[content] == '#'; }
};

/// The end of a key that begins here: before a colon with a blank or nothing behind it; npos: no key.
std::size_t key_end(std::string_view text, std::size_t begin) {
  if (begin < text.size() && (text[begin] == '"' || text[begin] == '\'')) {
    const std::size_t close = text.find(text[begin], begin + 1);
    if (close == std::string_view::npos || close + 1 >= text.size() || text[close + 1] != ':')
      return std::string_view::npos;
    return close + 1;
  }
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ':' && (at + 1 == text.size() || text[at + 1] == ' ')) return at;
    if (!is_name_character(c) && c != '.') return std::string_view::npos;
  }
  return std::string_view::npos;
}

TextLine read_text_line(std::string_view text) {
  while (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  TextLine line;
  line.text = text;
  std::size_t at = std::min(text.find_first_not_of(' '), text.size());
  line.indent = at;
  while (at < text.size() && text[at] == '-' && (at + 1 == text.size() || text[at + 1] == ' ')) {
    line.dashes.push_back(at);
    at = std::min(text.find_first_not_of(' ', at + 1), text.size());
  }
  line.content = at;
  const std::size_t end = key_end(text, at);
  if (end == std::string_view::npos) return line;
  line.key = text.substr(at, end - at);
  if (line.key.size() > 1 && (line.key.front() == '"' || line.key.front() == '\''))
    line.key = line.key.substr(1, line.key.size() - 2);
  const std::size_t value = text.find_first_not_of(' ', end + 1);
  if (value != std::string_view::npos) line.value = text.substr(value);
  return line;
}

bool opens_block_scalar(std::string_view value) {
  return !value.empty() && (value.front() == '>' || value.front() == '|');
}

class PlaceReader {
 public:
  PlaceReader(std::string_view text, std::size_t offset)
      : text_(text), offset_(std::min(offset, text.size())) {}

  TextPlace read() {
    const std::size_t line_begin = offset_ == 0 ? 0 : text_.rfind('\n', offset_ - 1) + 1;
    for (std::size_t at = 0; at <= line_begin && at <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      lines_.push_back(text_.substr(at, end - at));
      if (at == line_begin) break;
      at = end + 1;
    }
    find_word(line_begin);
    const std::string_view up_to_cursor = text_.substr(line_begin, offset_ - line_begin);
    const TextLine here = read_text_line(up_to_cursor);
    std::size_t column = here.content;
    if (here.content >= here.text.size()) column = here.text.size();

    if (here.dashes.empty() && read_continuation(here, column)) return finish();
    for (std::size_t dash = 0; dash < here.dashes.size(); ++dash) reversed_.push_back("-");
    climb(here.dashes.empty() ? column : here.dashes.front(), lines_.size() - 1, !here.dashes.empty());
    std::reverse(reversed_.begin(), reversed_.end());
    place_.path = std::move(reversed_);
    if (here.key.empty()) {
      const std::string_view rest = here.text.substr(std::min(here.content, here.text.size()));
      if (!rest.empty() && (rest.front() == '{' || rest.front() == '[')) {
        read_flow(rest);
      } else if (rest.find(' ') != std::string_view::npos) {
        place_.before = rest;
      } else {
        place_.at_key = true;
        place_.before = rest;
        gather_beside(here, column);
      }
      return finish();
    }
    place_.path.emplace_back(here.key);
    read_value(here.value);
    return finish();
  }

 private:
  void find_word(std::size_t line_begin) {
    place_.begin = place_.end = offset_;
    while (place_.begin > line_begin && is_name_character(text_[place_.begin - 1])) --place_.begin;
    while (place_.end < text_.size() && is_name_character(text_[place_.end])) ++place_.end;
    place_.word = text_.substr(place_.begin, offset_ - place_.begin);
  }

  TextPlace finish() {
    place_.standing = whole_file();
    for (const std::string& step : place_.path)
      place_.standing = step == "-" ? item_of(place_.standing) : under_key(place_.standing, step);
    return std::move(place_);
  }

  /// True if the cursor stands in a further line of a value that began above.
  bool read_continuation(const TextLine& here, std::size_t column) {
    std::vector<std::string_view> parts{here.text.substr(std::min(here.content, here.text.size()))};
    std::size_t looked = 0;
    for (std::size_t i = lines_.size() - 1; i-- > 0 && looked++ < most_lines;) {
      const TextLine above = read_text_line(lines_[i]);
      if (above.is_blank() && above.key.empty() && above.dashes.empty()) continue;
      const std::size_t least = above.key.empty() && above.dashes.empty() ? above.indent : above.content;
      const bool is_key_line = !above.key.empty();
      if (is_key_line && above.content < column) {
        const bool in_block = opens_block_scalar(above.value);
        const bool goes_on = !above.value.empty() && above.value.front() != '#' && !in_block;
        if (!in_block && !goes_on) return false;
        const bool is_flow = goes_on && (above.value.front() == '{' || above.value.front() == '[');
        if (!above.dashes.empty()) reversed_.clear();
        reversed_.push_back(std::string(above.key));
        for (std::size_t dash = 0; dash < above.dashes.size(); ++dash) reversed_.push_back("-");
        climb(above.dashes.empty() ? above.content : above.dashes.front(), i, !above.dashes.empty());
        std::reverse(reversed_.begin(), reversed_.end());
        place_.path = std::move(reversed_);
        std::string whole(goes_on ? above.value : std::string_view());
        for (auto part = parts.rbegin(); part != parts.rend(); ++part)
          whole += (whole.empty() ? "" : " ") + std::string(*part);
        if (is_flow) {
          read_flow(whole);
        } else {
          place_.before = std::move(whole);
        }
        return true;
      }
      if (is_key_line || !above.dashes.empty() || least < 1) return false;
      parts.push_back(above.text.substr(above.content));
    }
    return false;
  }

  /// The keys above what stands at this column, the nearest first.
  void climb(std::size_t column, std::size_t line, bool is_item) {
    std::size_t looked = 0;
    while ((column > 0 || is_item) && line-- > 0 && looked++ < most_lines) {
      const TextLine above = read_text_line(lines_[line]);
      if (above.is_blank() && above.key.empty() && above.dashes.empty()) continue;
      if (!above.dashes.empty() && above.content <= column && above.dashes.front() < column &&
          !above.key.empty() && above.content == column && !is_item) {
        // The first key of the item in which this stands.
        for (std::size_t dash = 0; dash < above.dashes.size(); ++dash) reversed_.push_back("-");
        column = above.dashes.front();
        is_item = true;
        continue;
      }
      if (above.key.empty()) continue;
      const bool is_parent =
          above.content < column || (is_item && above.content == column && above.dashes.empty());
      if (!is_parent) continue;
      reversed_.push_back(std::string(above.key));
      for (std::size_t dash = 0; dash < above.dashes.size(); ++dash) reversed_.push_back("-");
      column = above.dashes.empty() ? above.content : above.dashes.front();
      is_item = !above.dashes.empty();
    }
  }

  void read_value(std::string_view value) {
    if (!value.empty() && (value.front() == '{' || value.front() == '[')) return read_flow(value);
    place_.before = value;
  }

  /// Brackets of which the last ones may be open.
  void read_flow(std::string_view text) {
    struct Open {
      char bracket;
      std::vector<std::string> keys;
      bool has_key = false;
    };
    std::vector<Open> open;
    std::size_t begin = 0;  // of the key or value being read
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '"' || c == '\'') {
        at = std::min(text.find(c, at + 1), text.size());
        continue;
      }
      if (c == '{' || c == '[') {
        open.push_back({c, {}, false});
        if (c == '[') place_.path.emplace_back("-");
        begin = at + 1;
      } else if ((c == '}' || c == ']') && !open.empty()) {
        if (open.back().has_key || open.back().bracket == '[') place_.path.pop_back();
        open.pop_back();
        begin = at + 1;
      } else if (c == ',' && !open.empty()) {
        if (open.back().has_key) {
          place_.path.pop_back();
          open.back().has_key = false;
        }
        begin = at + 1;
      } else if (c == ':' && !open.empty() && open.back().bracket == '{' && !open.back().has_key &&
                 (at + 1 == text.size() || text[at + 1] == ' ')) {
        std::string_view key = text.substr(begin, at - begin);
        key.remove_prefix(std::min(key.find_first_not_of(' '), key.size()));
        open.back().keys.emplace_back(key);
        open.back().has_key = true;
        place_.path.emplace_back(key);
        begin = at + 1;
      }
    }
    std::string_view rest = text.substr(std::min(begin, text.size()));
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    place_.before = rest;
    if (!open.empty() && open.back().bracket == '{' && !open.back().has_key) {
      place_.at_key = true;
      place_.beside = open.back().keys;
    }
  }

  /// Keys of the same map in the lines above, and in those below.
  void gather_beside(const TextLine&, std::size_t column) {
    for (std::size_t i = lines_.size() - 1, looked = 0; i-- > 0 && looked < most_lines; ++looked) {
      const TextLine above = read_text_line(lines_[i]);
      if (above.is_blank() && above.key.empty()) continue;
      if (above.content < column) break;
      if (above.content == column && !above.key.empty()) place_.beside.emplace_back(above.key);
      if (above.content == column && !above.dashes.empty()) break;
    }
    std::size_t at = text_.find('\n', offset_);
    for (std::size_t looked = 0; at != std::string_view::npos && looked < most_lines; ++looked) {
      const std::size_t end = text_.find('\n', at + 1);
      const TextLine below =
          read_text_line(text_.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
      at = end;
      if (below.is_blank() && below.key.empty()) continue;
      if (below.content < column || !below.dashes.empty()) break;
      if (below.content == column && !below.key.empty()) place_.beside.emplace_back(below.key);
    }
  }

  std::string_view text_;
  std::size_t offset_;
  std::vector<std::string_view> lines_;
  std::vector<std::string> reversed_;
  TextPlace place_;
};

}  // namespace

TextPlace place_in_text(std::string_view text, std::size_t offset) {
  return PlaceReader(text, offset).read();
}

}  // namespace roundhouse::dsl
