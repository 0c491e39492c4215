#include "replay/referee/hands/shown_tiles.h"

#include <map>

#include "dsl/base/search.h"
#include "replay/fold/hand_faces.h"

namespace roundhouse::replay {

using engine::TileId;

std::vector<Clue> clues_from_shown(const engine::Rules& program, const std::vector<SetTile>& tiles,
                                   bool whole, const Clue& clue) {
  std::vector<Clue> clues;
  std::map<TileId, int> faces;
  TileSet only;
  for (const SetTile& tile : tiles) {
    only |= faces_of(program, tile);
    if (!tile.known()) continue;
    ++faces[tile.id()];
    only.add(tile.id());
  }
  for (const auto& [face, copies] : faces) {
    Clue shown = clue;
    shown.kind = ClueKind::shown;
    shown.tile = face;
    shown.copies = copies;
    clues.push_back(std::move(shown));
  }
  const auto is_half = [](const SetTile& tile) { return tile.half_known(); };
  if (any_of(tiles, is_half)) {
    Clue halves = clue;
    halves.kind = ClueKind::joint;
    halves.breach = {dsl::Law::tile_not_held, {}};
    halves.passes = [&program, tiles](const std::vector<TileId>& hand) {
      return among(program, tiles, hand);
    };
    clues.push_back(std::move(halves));
  }
  if (whole) {
    Clue ban = clue;
    ban.kind = ClueKind::ban;
    ban.tiles = ~only;
    ban.breach = {dsl::Law::tile_not_held, {}};
    clues.push_back(std::move(ban));
  }
  return clues;
}

}  // namespace roundhouse::replay
