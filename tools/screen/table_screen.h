#pragma once
// The station on a screen: trains wrapped to the room that there is, open ends with their markers, doubles
// that are to be covered, shown facts, the boneyard, hands and points. For callers with a position, be it of
// a record or of a game that goes on.
//
// All of it is written with plain signs, so that it reads the same without colours:
//   9-3          a tile, its half towards the engine first
//   [9]          an open end; [9]* has a marker, [9 side] is at a side of a double
//   ! to be ...  a double that is to be covered
//   start 9      trains that are not started, where there is no room for a line of each
//   >Ann         it is Ann's turn

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/drawing/laid_tile.h"
#include "replay/record/record.h"
#include "tools/screen/screen.h"

namespace roundhouse::replay {

/// The things to show, and how much of them. What it points at must outlive it.
struct TableSight {
  const engine::Position& position;
  const std::vector<LaidTile>& laid;         ///< in the order of laying
  std::bitset<engine::max_facts> unknown{};  ///< as Frame::unknown
  std::optional<Seat> seen_by{};             ///< no other hand is shown; absent: all are, as far as known
  std::optional<std::uint16_t> lit_tile{};   ///< LaidTile::group: the tile that was laid just now
  std::optional<std::uint16_t> lit_end{};    ///< End::serial: where the cursor stands
  std::size_t first_line = 0;                ///< so many lines are scrolled away; too many: as many as can be
};

struct PaintedTable {
  std::size_t lines = 0;       ///< all there are at this width
  std::size_t lines_seen = 0;  ///< of these, in the area
};

/// If it does not fit, parts are shortened first: of long trains the tiles at the engine are left out, then
/// of hands that are not `seen_by`'s or of whose turn it is, at last all tiles but the open ends. The rest is
/// scrolled.
PaintedTable paint_table(Screen& screen, const Area& area, const engine::Rules& program, const Header& header,
                         const TableSight& sight);

}  // namespace roundhouse::replay
