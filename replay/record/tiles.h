#pragma once
// Tiles as text, and the door from a tile that somebody wrote to a tile of the game that is played.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"
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

// The door. A written tile may be one that the set has not; nothing indexes by it and no act of the engine is
// made of it before it has come through here.

/// A tile of this game's set, as far as it is known.
class SetTile {
 public:
  constexpr SetTile() = default;  ///< nothing is known of it, which can be said of a tile of any set

  bool known() const { return id_ != no_tile; }
  bool half_known() const { return half_ >= 0; }
  bool unknown() const { return !known() && !half_known(); }
  /// no_tile where it is not wholly known.
  TileId id() const { return id_; }
  /// The half that is known of a tile half known.
  int half() const { return half_; }
  bool operator==(const SetTile&) const = default;

 private:
  friend std::optional<SetTile> tile_in_set(const engine::Rules& program, const WrittenTile& written);
  constexpr SetTile(TileId id, std::int8_t half) : id_(id), half_(half) {}

  TileId id_ = no_tile;
  std::int8_t half_ = -1;
};

/// Absent: the set of this game has no such tile.
inline std::optional<SetTile> tile_in_set(const engine::Rules& program, const WrittenTile& written) {
  if (written.high > program.highest) return std::nullopt;
  if (written.known()) return SetTile(engine::tile_of(written.high, written.low), -1);
  return SetTile(no_tile, written.high);
}

/// Why a tile does not come in: "the set has no 13-12".
struct TileComplaint {
  dsl::Span where;
  std::string message;
  std::string help;  ///< may be empty
};
TileComplaint beyond_the_set(const engine::Rules& program, const WrittenTile& written);
/// "the set has one 9-3 and no more".
TileComplaint too_often(const engine::Rules& program, const WrittenTile& written);

/// The tiles of a line, adding as many as are written. One that the set has not, or not so often, counts as a
/// tile that nobody knows; the first such is complained of.
std::optional<TileComplaint> tiles_in_set(const engine::Rules& program,
                                          const std::vector<WrittenTile>& written,
                                          std::vector<SetTile>& tiles);

}  // namespace roundhouse::replay
