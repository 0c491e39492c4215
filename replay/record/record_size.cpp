#include "replay/record/record_size.h"

namespace roundhouse::replay {

namespace {

std::size_t tiles_of(const LyingTiles& lies) {
  std::size_t tiles = lies.tiles.size();
  for (const LyingTile& tile : lies.tiles)
    for (const LyingTiles& side : tile.sides) tiles += 1 + tiles_of(side);
  return tiles;
}

}  // namespace

std::size_t entries_of(const Line& line) {
  if (const auto* position = std::get_if<PositionLine>(&line))
    if (const auto* train = std::get_if<TrainLine>(&position->what)) return 1 + tiles_of(train->lies);
  const auto inside = [](const auto& l) -> std::size_t {
    if constexpr (requires { l.tiles; }) return l.tiles.size();
    if constexpr (requires { l.acts; }) return l.acts.size();
    if constexpr (requires { l.points; }) return l.points.size();
    if constexpr (requires { l.lots; }) return l.lots.size();
    if constexpr (requires { l.draws; }) return l.draws.size();
    return 0;
  };
  return 1 + std::visit(inside, line);
}

std::size_t entries_of(const RecordRound& round) {
  std::size_t entries = 0;
  for (const Item& item : round.items) entries += entries_of(item.line);
  return entries;
}

}  // namespace roundhouse::replay
