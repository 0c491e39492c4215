#pragma once
// Tiles as text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "replay/record/record.h"

namespace roundhouse::replay {

/// `9-3`, `12-?`, `?`: the greater half first.
std::string tile_text(const WrittenTile& tile);
std::string tile_text(TileId tile);

WrittenTile written(TileId tile);  ///< no_tile: unknown

/// The tile at `offset`, if something has the form of one there: `9-3`, `9:3`, `9/3`, `9|3`, any of them in [
/// ], a dash of any length, a half `?`, or a lone `?`.
struct TileToken {
  std::size_t length = 0;  ///< in bytes; 0: no tile stands here
  WrittenTile tile;        ///< without its place
  bool in_range = true;    ///< false: a half is greater than any set has; `tile` is unknown then
};
TileToken read_tile_token(std::string_view text, std::size_t offset);

/// A text that is a tile and nothing else, both halves known.
std::optional<WrittenTile> parse_tile(std::string_view text);

/// All that are in the hand, by their ids.
std::vector<TileId> tiles_in(const engine::TileBag& hand);

}  // namespace roundhouse::replay
