#include "replay/record/set_tile.h"

#include <array>

#include "replay/record/tiles.h"

namespace roundhouse::replay {

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
