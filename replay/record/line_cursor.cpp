#include "replay/record/line_cursor.h"

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

constexpr std::string_view no_break_space = "\xC2\xA0";
constexpr std::string_view curly_open = "\xE2\x80\x9C";
constexpr std::string_view curly_close = "\xE2\x80\x9D";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";
constexpr std::int64_t most_unknown_tiles = 2 * engine::max_tile_kinds;

/// Decides if a change is worth a note: machines put in other dashes, spaces and quotation marks unasked, and
/// everybody sees them. Signs that nobody sees are left out with a note.
enum class By : std::uint8_t { machine, hand };

struct Sign {
  char32_t first;
  char32_t last;
  std::string_view plain;
  By by;
};

constexpr std::array<Sign, 56> plain_signs{{
    {0x60, 0x60, "'", By::hand},           // `
    {0xA0, 0xA0, " ", By::machine},        // no-break space
    {0xA6, 0xA6, "|", By::hand},           // broken bar
    {0xAD, 0xAD, "", By::hand},            // soft hyphen
    {0xB4, 0xB4, "'", By::hand},           // acute accent
    {0xB7, 0xB7, "*", By::hand},           // middle dot
    {0xBB, 0xBB, ">", By::hand},           // pointed quotation mark, for an arrow
    {0xD7, 0xD7, "x", By::hand},           // times
    {0x2BC, 0x2BC, "'", By::hand},         // apostrophe
    {0x34F, 0x34F, "", By::hand},          // joiner
    {0x61C, 0x61C, "", By::hand},          // mark of direction
    {0x115F, 0x1160, "", By::hand},        // fillers
    {0x1680, 0x1680, " ", By::machine},    //
    {0x17B4, 0x17B5, "", By::hand},        // vowels that are not shown
    {0x180B, 0x180F, "", By::hand},        // selectors
    {0x2000, 0x200A, " ", By::machine},    // spaces of all widths
    {0x200B, 0x200F, "", By::hand},        // no width, and marks of direction
    {0x2010, 0x2015, "-", By::machine},    // hyphens and dashes
    {0x2018, 0x2019, "'", By::machine},    // curly apostrophes
    {0x2022, 0x2023, "*", By::hand},       // bullets
    {0x2026, 0x2026, "...", By::machine},  // ellipsis
    {0x202F, 0x202F, " ", By::machine},    //
    {0x2032, 0x2032, "'", By::hand},       // prime
    {0x203A, 0x203A, ">", By::hand},       //
    {0x2043, 0x2043, "-", By::hand},       // hyphen bullet
    {0x2044, 0x2044, "/", By::hand},       // fraction slash
    {0x205F, 0x205F, " ", By::machine},    //
    {0x2060, 0x2064, "", By::hand},        // word joiner, signs that are only thought
    {0x2192, 0x2192, ">", By::hand},       // arrows
    {0x21A6, 0x21A6, ">", By::hand},       //
    {0x21D2, 0x21D2, ">", By::hand},       //
    {0x21E8, 0x21E8, ">", By::hand},       //
    {0x2212, 0x2212, "-", By::machine},    // minus
    {0x2215, 0x2215, "/", By::hand},       // division slash
    {0x2219, 0x2219, "*", By::hand},       //
    {0x2236, 0x2236, ":", By::hand},       // ratio
    {0x2502, 0x2503, "|", By::hand},       // box drawings
    {0x25AA, 0x25AB, "*", By::hand},       // squares as bullets
    {0x25B6, 0x25BB, ">", By::hand},       // triangles as arrows
    {0x25CF, 0x25CF, "*", By::hand},       //
    {0x25E6, 0x25E6, "*", By::hand},       //
    {0x2715, 0x2716, "x", By::hand},       // crosses
    {0x2794, 0x2794, ">", By::hand},       // arrows of other kinds
    {0x2798, 0x27BE, ">", By::hand},       //
    {0x27F6, 0x27F6, ">", By::hand},       //
    {0x27F9, 0x27F9, ">", By::hand},       //
    {0x3000, 0x3000, " ", By::machine},    // ideographic space
    {0x3001, 0x3001, ",", By::hand},       // ideographic comma and full stop
    {0x3002, 0x3002, ".", By::hand},       //
    {0x3164, 0x3164, "", By::hand},        // filler
    {0xA789, 0xA789, ":", By::hand},       //
    {0xFE00, 0xFE0F, "", By::hand},        // selectors
    {0xFE58, 0xFE58, "-", By::hand},       // small dashes
    {0xFE63, 0xFE63, "-", By::hand},       //
    {0xFEFF, 0xFEFF, "", By::hand},        // byte order mark
    {0xFFA0, 0xFFA0, "", By::hand},        // filler
}};

/// Zeros of scripts with digits of their own.
constexpr std::array<char32_t, 12> zeros{0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6,
                                         0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50};

/// Pictures of dominoes, lying and standing, from 0-0 to 6-6.
constexpr char32_t first_lying = 0x1F031;
constexpr char32_t first_standing = 0x1F063;
constexpr char32_t pictures = 49;

struct Quotes {
  std::string_view open;
  std::array<std::string_view, 3> close;
  By by;
};
constexpr std::array<Quotes, 11> quotes{{
    {"\"", {"\"", "", ""}, By::machine},
    {"\xE2\x80\x9C", {"\xE2\x80\x9D", "\xE2\x80\x9C", ""}, By::machine},    // English
    {"\xE2\x80\x9E", {"\xE2\x80\x9C", "\xE2\x80\x9D", "\""}, By::machine},  // German, Polish
    {"\xE2\x80\x9D", {"\xE2\x80\x9D", "", ""}, By::machine},                // Swedish
    {"\xC2\xAB", {"\xC2\xBB", "", ""}, By::machine},                        // French, Russian
    {"\xC2\xBB", {"\xC2\xAB", "", ""}, By::machine},                        // Danish
    {"\xE3\x80\x8C", {"\xE3\x80\x8D", "", ""}, By::machine},                // Japanese
    {"'", {"'", "\xE2\x80\x99", ""}, By::hand},                             // single ones
    {"\xE2\x80\x98", {"\xE2\x80\x99", "'", ""}, By::hand},                  //
    {"\xE2\x80\x9A", {"\xE2\x80\x98", "\xE2\x80\x99", ""}, By::hand},       //
    {"\xE2\x80\xB9", {"\xE2\x80\xBA", "", ""}, By::hand},                   //
}};

bool is_space(char letter) { return letter == ' ' || letter == '\t'; }
class LinePlainer {
 public:
  explicit LinePlainer(std::string_view line) : line_(line) {}

  PlainLine read() {
    while (at_ < line_.size()) {
      if (take_comment()) break;
      if (!take_quoted()) take_character();
    }
    return std::move(plain_);
  }

 private:
  bool at_piece_begin() const { return plain_.text.empty() || is_space(plain_.text.back()); }

  /// Takes `#`, or the `//` of programmers. `#2.3` is a turn, and the `#12` of `round #12` a label.
  bool take_comment() {
    const std::string_view rest = line_.substr(at_);
    std::size_t sign = 0;
    if (rest.starts_with('#') && !is_number_sign(rest)) sign = 1;
    if (rest.starts_with("//") && at_piece_begin()) sign = 2;
    if (sign == 0) return false;
    if (sign == 2) plain_.respelled = true;
    plain_.comment = at_;
    plain_.comment_text = at_ + sign;
    return true;
  }

  bool is_number_sign(std::string_view rest) const {
    std::size_t end = 1;
    while (end < rest.size() && dsl::is_digit(rest[end])) ++end;
    if (end == 1) return false;
    if (end + 1 < rest.size() && rest[end] == '.' && dsl::is_digit(rest[end + 1])) return true;
    if (rest.find_first_not_of(" \t.:", end) != std::string_view::npos) return false;
    const std::string before = folded(plain_.text);
    return before.starts_with("round") || before.starts_with("game");
  }

  bool take_quoted() {
    for (std::size_t index = 0; index < quotes.size(); ++index) {
      const Quotes& row = quotes[index];
      if (unclosed_[index] || !line_.substr(at_).starts_with(row.open)) continue;
      // An apostrophe is none: single quotation marks stand round whole words.
      if (row.by == By::hand && !at_piece_begin()) continue;
      const std::size_t begin = at_ + row.open.size();
      const auto [end, length] = find_close(row, begin);
      if (end == std::string_view::npos) {
        unclosed_[index] = true;
        continue;
      }
      const bool has_escapes = row.open == "\"" || row.open == "\xE2\x80\x9C";
      plain_.put("\"", origin(at_, begin));
      for (std::size_t i = begin; i < end; ++i) {
        const bool needs_escape = !has_escapes && (line_[i] == '"' || line_[i] == '\\');
        if (needs_escape || (has_escapes && row.open != "\"" && line_[i] == '"' && line_[i - 1] != '\\'))
          plain_.put("\\", origin(i, i + 1));
        plain_.put(line_.substr(i, 1), origin(i, i + 1));
      }
      plain_.put("\"", origin(end, end + length));
      if (row.by == By::hand) plain_.respelled = true;
      at_ = end + length;
      return true;
    }
    return false;
  }

  std::pair<std::size_t, std::size_t> find_close(const Quotes& row, std::size_t begin) const {
    for (std::size_t i = begin; i < line_.size(); ++i) {
      if (line_[i] == '\\' && i + 1 < line_.size() && row.by == By::machine) {
        ++i;
        continue;
      }
      for (const std::string_view close : row.close) {
        if (close.empty() || !line_.substr(i).starts_with(close)) continue;
        const std::size_t after = i + close.size();
        const bool ends = after == line_.size() || is_space(line_[after]) || line_[after] == '#' ||
                          line_[after] == ']' || line_[after] == ',' || line_[after] == '.';
        if (row.by == By::machine || ends) return {i, close.size()};
      }
    }
    return {std::string_view::npos, 0};
  }

  void take_character() {
    const dsl::Utf8Character character = dsl::utf8_character(line_, at_);
    const ByteRange here = origin(at_, at_ + character.length);
    const auto change = [&](std::string_view plain, By by) {
      plain_.put(plain, here);
      plain_.respelled = plain_.respelled || by == By::hand;
    };
    const std::string_view bytes = line_.substr(at_, character.length);
    at_ += character.length;
    if (!character.valid || (character.point < 0x80 && character.point != '`')) {
      plain_.put(bytes, here);
      return;
    }
    const char32_t point = character.point;
    for (const Sign& sign : plain_signs)
      if (point >= sign.first && point <= sign.last) return change(sign.plain, sign.by);
    if (point >= 0xFF01 && point <= 0xFF5E) {
      const char narrow = static_cast<char>(point - 0xFF01 + '!');
      return change({&narrow, 1}, By::hand);
    }
    for (const char32_t first : {first_lying, first_standing}) {
      if (point < first || point >= first + pictures) continue;
      const std::string tile =
          std::to_string((point - first) / 7) + "-" + std::to_string((point - first) % 7) + " ";
      return change(tile, By::hand);
    }
    const auto zero = find_if(zeros, [&](char32_t first) { return point >= first && point < first + 10; });
    if (zero != zeros.end() && !is_in_name(here)) {
      const char digit = static_cast<char>(point - *zero + '0');
      return change({&digit, 1}, By::hand);
    }
    plain_.put(bytes, here);
  }

  /// True of a digit of another script beside a letter: it belongs to a name.
  bool is_in_name(ByteRange here) {
    if (here.begin < run_end_) return run_is_name_;
    std::size_t begin = here.begin;
    while (begin > 0) {
      std::size_t before = begin - 1;
      while (before > 0 && !dsl::begins_character(line_[before])) --before;
      if (name_length(line_.substr(0, begin), before) != begin - before) break;
      begin = before;
    }
    run_end_ = begin + name_length(line_, begin);
    run_is_name_ = true;
    for (std::size_t i = begin; i < run_end_;) {
      const dsl::Utf8Character character = dsl::utf8_character(line_, i);
      const bool is_zero_based =
          (character.point >= '0' && character.point <= '9') || any_of(zeros, [&](char32_t first) {
            return character.point >= first && character.point < first + 10;
          });
      if (!is_zero_based) return true;
      i += character.length;
    }
    run_is_name_ = false;
    return false;
  }

  static ByteRange origin(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::array<bool, quotes.size()> unclosed_{};  ///< nothing further closes these
  std::size_t run_end_ = 0;                     ///< of the name characters that were last looked at
  bool run_is_name_ = false;
  PlainLine plain_;
};

}  // namespace

At LineCursor::at(std::size_t begin, std::size_t end) const {
  if (made_of_ != nullptr) {
    const ByteRange origin = made_of_->origin_of(begin, end);
    return {{file_, base_ + origin.begin, base_ + origin.end}};
  }
  return {{file_, base_ + static_cast<std::uint32_t>(begin), base_ + static_cast<std::uint32_t>(end)}};
}

void LineCursor::skip_spaces() {
  while (position < text_.size()) {
    if (text_[position] == ' ' || text_[position] == '\t') {
      ++position;
    } else if (rest().starts_with(no_break_space)) {
      position += no_break_space.size();
    } else {
      return;
    }
  }
}

bool LineCursor::at_end() {
  skip_spaces();
  return position == text_.size() || text_[position] == '#';
}

bool LineCursor::takes(std::string_view token) {
  if (!rest().starts_with(token)) return false;
  position += token.size();
  return true;
}

bool LineCursor::at_boundary() const {
  const std::string_view left = rest();
  return left.empty() || left[0] == ' ' || left[0] == '\t' || left[0] == '#' || left.starts_with("...") ||
         left.starts_with(ellipsis) || left.starts_with(no_break_space);
}

std::string_view LineCursor::take_name() {
  const std::size_t length = name_length(text_, position);
  const std::string_view name = text_.substr(position, length);
  position += length;
  return name;
}

std::string_view LineCursor::take_word() {
  const std::size_t begin = position;
  while (true) {
    position += name_length(text_, position);
    const bool dash = position > begin && position + 1 < text_.size() && text_[position] == '-' &&
                      !dsl::is_digit(text_[position + 1]) && name_length(text_, position + 1) > 0;
    if (!dash) return text_.substr(begin, position - begin);
    ++position;
  }
}

std::optional<std::int64_t> LineCursor::take_number() {
  const std::size_t begin = position;
  const bool negative = takes("-");
  if (!negative) takes("+");
  std::int64_t number = 0;
  const std::size_t digits = position;
  while (position < text_.size() && dsl::is_digit(text_[position])) {
    number = std::min<std::int64_t>(number * 10 + (text_[position] - '0'), std::int64_t{greatest_number} + 1);
    ++position;
  }
  if (position == digits || !(at_boundary() || rest().starts_with(']'))) {
    position = begin;
    return std::nullopt;
  }
  return negative ? -number : number;
}

bool LineCursor::at_quoted() const { return rest().starts_with('"') || rest().starts_with(curly_open); }

std::optional<std::string> LineCursor::take_quoted() {
  const std::size_t begin = position;
  const bool curly = takes(curly_open);
  if (!curly) takes("\"");
  std::string content;
  while (position < text_.size()) {
    if (curly ? takes(curly_close) : takes("\"")) return content;
    if (text_[position] == '\\' && position + 1 < text_.size() &&
        (text_[position + 1] == '"' || text_[position + 1] == '\\')) {
      ++position;
    }
    content += text_[position++];
  }
  complain(NotationCode::bad_text, begin, text_.size(), "this remark has no end",
           "put a quotation mark behind its last word");
  return std::nullopt;
}

bool LineCursor::at_tile() const { return read_tile_token(text_, position).length > 0; }

std::optional<WrittenTile> LineCursor::take_tile() {
  const std::size_t begin = position;
  const TileToken token = read_tile_token(text_, position);
  if (token.length == 0) {
    if (at_end()) {
      complain_here(NotationCode::missing_part, "a tile is missing here",
                    "write it like 9-3, or ? if unknown");
    } else {
      complain(NotationCode::bad_tile, begin, piece_end(begin), "'" + piece_at(begin) + "' is no tile",
               "write it like 9-3, or ? if unknown");
    }
    return std::nullopt;
  }
  if (!token.in_range) {
    complain(NotationCode::no_such_tile, begin, begin + token.length,
             "'" + std::string(text_.substr(begin, token.length)) + "' is in no set of dominoes",
             "the greatest tile there is is 18-18");
    return std::nullopt;
  }
  position += token.length;
  WrittenTile tile = token.tile;
  tile.at = at_since(begin);
  return tile;
}

std::optional<std::vector<WrittenTile>> LineCursor::take_tiles() {
  std::vector<WrittenTile> tiles;
  while (!at_end()) {
    const std::size_t begin = position;
    auto tile = take_tile();
    if (!tile) return std::nullopt;
    std::int64_t times = 1;
    if (tile->unknown() && (takes("x") || takes("X"))) {
      const auto number = take_number();
      if (!number || *number < 1 || *number > most_unknown_tiles) {
        complain(NotationCode::bad_number, begin, piece_end(begin),
                 "'" + piece_at(begin) + "' is no number of tiles", "five unknown tiles are ?x5");
        return std::nullopt;
      }
      times = *number;
    } else if (!at_boundary()) {
      complain(NotationCode::bad_tile, begin, piece_end(begin), "'" + piece_at(begin) + "' is no tile",
               "leave a space between two tiles");
      return std::nullopt;
    }
    tile->at = at_since(begin);
    if (static_cast<std::int64_t>(tiles.size()) + times > most_unknown_tiles) {
      complain(NotationCode::bad_number, begin, piece_end(begin), "no set has so many tiles");
      return std::nullopt;
    }
    tiles.insert(tiles.end(), static_cast<std::size_t>(times), *tile);
  }
  return tiles;
}

std::size_t LineCursor::piece_end(std::size_t begin) const {
  std::size_t end = begin;
  while (end < text_.size() && text_[end] != ' ' && text_[end] != '\t' && !(in_field && text_[end] == ']')) {
    ++end;
  }
  return end;
}

std::string LineCursor::piece_at(std::size_t begin) const {
  constexpr std::size_t longest = 40;
  std::size_t end = piece_end(begin);
  if (end - begin <= longest) return std::string(text_.substr(begin, end - begin));
  end = begin + longest;
  while (end > begin && !dsl::begins_character(text_[end])) --end;
  return std::string(text_.substr(begin, end - begin)) + "...";
}

bool LineCursor::complain(NotationCode code, std::size_t begin, std::size_t end, std::string message,
                          std::string help) {
  if (!complaint) complaint = Complaint{code, begin, end, std::move(message), std::move(help), {}, {}};
  return false;
}

bool LineCursor::complain_here(NotationCode code, std::string message, std::string help) {
  return complain(code, position, piece_end(position), std::move(message), std::move(help));
}

void PlainLine::put(std::string_view bytes, ByteRange origin) {
  text += bytes;
  origins.insert(origins.end(), bytes.size(), origin);
}

ByteRange PlainLine::origin_of(std::size_t begin, std::size_t end) const {
  if (origins.empty()) return {};
  if (begin >= origins.size()) return {origins.back().end, origins.back().end};
  if (begin >= end) return {origins[begin].begin, origins[begin].begin};
  ByteRange whole = origins[begin];
  for (std::size_t i = begin; i < std::min(end, origins.size()); ++i) {
    whole.begin = std::min(whole.begin, origins[i].begin);
    whole.end = std::max(whole.end, origins[i].end);
  }
  return whole;
}

PlainLine plain_line(std::string_view line) { return LinePlainer(line).read(); }

}  // namespace roundhouse::replay
