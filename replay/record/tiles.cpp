#include "replay/record/tiles.h"

#include <algorithm>
#include <array>

#include "dsl/base/whole_number.h"

namespace roundhouse::replay {
namespace {

// Dashes of all lengths, the minus sign, and what stands between the halves on other people's score sheets.
constexpr std::array<std::string_view, 9> separators{
    "-", ":", "/", "|", "\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92"};

/// A half: its number, or -1 for `?`.
struct Half {
  std::size_t length = 0;  ///< 0: none
  int pips = -1;
};

Half read_half(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return {};
  if (text[offset] == '?') return {1, -1};
  std::size_t end = offset;
  int pips = 0;
  while (end < text.size() && dsl::is_digit(text[end])) {
    pips = std::min(pips * 10 + (text[end] - '0'), 1000);
    ++end;
  }
  if (end == offset) return {};
  return {end - offset, pips};
}

std::size_t separator_length(std::string_view text, std::size_t offset) {
  for (const std::string_view separator : separators) {
    if (text.substr(std::min(offset, text.size())).starts_with(separator)) return separator.size();
  }
  return 0;
}

}  // namespace

std::string tile_text(const WrittenTile& tile) {
  if (tile.unknown()) return "?";
  return std::to_string(tile.high) + "-" + (tile.half_known() ? "?" : std::to_string(tile.low));
}

std::string tile_text(TileId tile) { return tile_text(written(tile)); }

WrittenTile written(TileId tile) {
  WrittenTile result;
  if (tile >= engine::max_tile_kinds) return result;
  int high = 0;
  while (engine::tile_of(high, high) < tile) ++high;
  result.high = static_cast<std::int8_t>(high);
  result.low = static_cast<std::int8_t>(tile - engine::tile_of(high, 0));
  return result;
}

TileToken read_tile_token(std::string_view text, std::size_t offset) {
  const bool bracket = offset < text.size() && text[offset] == '[';
  const std::size_t begin = offset + (bracket ? 1 : 0);
  const Half first = read_half(text, begin);
  if (first.length == 0) return {};
  std::size_t end = begin + first.length;
  Half second;
  const std::size_t separator = separator_length(text, end);
  if (separator > 0) second = read_half(text, end + separator);
  if (second.length == 0) {
    // A lone ? is a tile; a lone number, or ?x5, is for other functions.
    if (first.pips >= 0 || bracket) return {};
    return {1, {}, true};
  }
  end += separator + second.length;
  if (bracket) {
    if (end >= text.size() || text[end] != ']') return {};
    ++end;
  }
  TileToken token{end - offset, {}, true};
  if (first.pips > engine::max_highest || second.pips > engine::max_highest) {
    token.in_range = false;
    return token;
  }
  token.tile.high = static_cast<std::int8_t>(std::max(first.pips, second.pips));
  token.tile.low = static_cast<std::int8_t>(std::min(first.pips, second.pips));
  return token;
}

std::optional<WrittenTile> parse_tile(std::string_view text) {
  const TileToken token = read_tile_token(text, 0);
  if (token.length != text.size() || !token.in_range || !token.tile.known()) return std::nullopt;
  return token.tile;
}

std::vector<TileId> tiles_in(const engine::TileBag& hand) {
  std::vector<TileId> tiles;
  for (int t = 0; t < engine::max_tile_kinds; ++t)
    for (int n = hand.count(static_cast<TileId>(t)); n > 0; --n) tiles.push_back(static_cast<TileId>(t));
  return tiles;
}

TileComplaint too_often(const engine::Rules& program, const WrittenTile& written) {
  return {written.at.span,
          std::string("the set has ") + (program.copies == 1 ? "one " : "two ") + tile_text(written) +
              " and no more",
          {}};
}

TileComplaint beyond_the_set(const engine::Rules& program, const WrittenTile& written) {
  return {written.at.span, "the set has no " + tile_text(written),
          "its greatest tile is " + tile_text(engine::tile_of(program.highest, program.highest))};
}

std::optional<TileComplaint> tiles_in_set(const engine::Rules& program,
                                          const std::vector<WrittenTile>& written,
                                          std::vector<SetTile>& tiles) {
  std::optional<TileComplaint> complaint;
  std::array<std::uint8_t, engine::max_tile_kinds> seen{};
  tiles.reserve(tiles.size() + written.size());
  for (const WrittenTile& tile : written) {
    std::optional<SetTile> in_set = tile_in_set(program, tile);
    if (!in_set) {
      if (!complaint) complaint = beyond_the_set(program, tile);
    } else if (in_set->known()) {
      std::uint8_t& times = seen[in_set->id()];
      if (times == program.copies) {
        if (!complaint) complaint = too_often(program, tile);
        in_set.reset();
      } else {
        ++times;
      }
    }
    tiles.push_back(in_set.value_or(SetTile()));
  }
  return complaint;
}

}  // namespace roundhouse::replay
