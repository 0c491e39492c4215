#include "replay/record/line_cursor.h"

#include <algorithm>

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

}  // namespace roundhouse::replay
