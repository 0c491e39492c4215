#include "replay/record/record_size.h"

#include <type_traits>

#include "replay/record/line_fields.h"

namespace roundhouse::replay {

namespace {

std::size_t tiles_of(const LyingTiles& lies) {
  std::size_t tiles = lies.tiles.size();
  for (const LyingTile& tile : lies.tiles)
    for (const LyingTiles& side : tile.sides) tiles += 1 + tiles_of(side);
  return tiles;
}

/// The tiles and players of a line.
struct EntryCount : AnyField {
  std::size_t entries = 0;

  bool count(std::size_t more) {
    entries += more;
    return true;
  }
  bool seat_tiles(const char*, const std::vector<SeatTile>& list) { return count(list.size()); }
  bool seat_numbers(const char*, const std::vector<SeatPoints>& list, const NumberForm&) {
    return count(list.size());
  }
  bool tiles(const char*, const std::vector<WrittenTile>& list) { return count(list.size()); }
  bool shown_tiles(const char*, const std::vector<WrittenTile>& list) { return count(list.size()); }
  bool passes_or_draws(std::int32_t, const std::vector<SeatTile>& draws) { return count(draws.size()); }
  template <class L>
  bool own(const L& line) {
    if constexpr (std::is_same_v<L, TrainLine>) return count(tiles_of(line.lies));
    return true;
  }
};

}  // namespace

std::size_t entries_of(const Line& line) {
  if (const auto* turn = std::get_if<TurnLine>(&line)) return 1 + turn->acts.size();
  EntryCount count;
  each_field_of(count, line);
  return 1 + count.entries;
}

std::size_t entries_of(const RecordRound& round) {
  std::size_t entries = 0;
  for (const Item& item : round.items) entries += entries_of(item.line);
  return entries;
}

}  // namespace roundhouse::replay
