#pragma once
// The layout of a picture of the table: a value that is computed once, and that SVG, the page and any other
// painter only paint. The hub with the engine is a turntable; a track leads from it to
// the lane of each train. In its lane a train goes away from the hub and bends where the lane ends. Where the
// picture is wide, lanes go to both sides, clockwise from the upper right; else all go to the right, below
// the hub.
//
// A plan is made of all tiles that a round lays, so that nothing moves from act to act: of an earlier
// position the first so many tiles are painted. It knows no rules, no markers and no hands.
//
// Units: half of a tile is 100 wide and 100 high, so a tile is 200 by 100. x grows to the right, y downward,
// and the picture begins at 0, 0. Angles are degrees clockwise from pointing right: 0, 90, 180 or 270. All
// numbers are whole, so that two painters come to the same text.

#include <cstddef>
#include <vector>

#include "replay/drawing/laid_tile.h"

namespace roundhouse::replay {

constexpr int half_tile = 100;
/// Between two tiles that touch on the table.
constexpr int tile_gap = 6;
/// Most tiles of a round that are planned; more lie on no table that people play at.
constexpr std::size_t most_planned_tiles = 2'000;

struct PlanPoint {
  int x = 0;
  int y = 0;
  bool operator==(const PlanPoint&) const = default;
};

struct TilePosition {
  PlanPoint centre;
  /// From the inner half to the outer one. Of a double: to the side at which its first branch begins, the
  /// second begins at the other one, and so on in turn.
  int angle = 0;
  PlanPoint next;  ///< the place of a marker at its open end, where the next tile comes to lie, if one will
  /// The track from the tile before it, or from the double that it branches off; drawn below all tiles.
  std::vector<PlanPoint> track;
};

struct PlannedLane {
  int train = 0;
  PlanPoint label;               ///< the begin of the name (leftward: its end), on its base line
  bool leftward = false;         ///< its train goes to the left
  PlanPoint start;               ///< the inner edge of the place of its first tile
  PlanPoint first_marker;        ///< the place of a marker while the train is not started
  std::vector<PlanPoint> track;  ///< from the hub to `start`
  PlanPoint corner;              ///< upper left corner of what the lane takes up
  int width = 0;
  int height = 0;
};

struct TablePlan {
  int width = 0;
  int height = 0;
  int pixels = 0;  ///< the size of half a tile at the width that was asked for, in hundredths of a pixel
  PlanPoint hub;   ///< its centre
  int hub_radius = 0;
  int engine_angle = 0;             ///< from its lesser half to its greater one
  std::vector<TilePosition> tiles;  ///< as the tiles were given, the first most_planned_tiles of them
  std::vector<PlannedLane> lanes;
};

/// A train as the plan asks of it.
struct TrainToPlan {
  int owner = -1;           ///< seat; -1: it belongs to everybody
  bool at_greater = false;  ///< it starts at the greater half of the engine
  int name_width = 900;     ///< room for its name
};

/// The tiles and trains of a round. `laid`: all its tiles, in their order.
struct TableToPlan {
  engine::TileId engine_tile = engine::no_tile;
  std::vector<TrainToPlan> trains;
  std::vector<LaidTile> laid;
};

/// `width`: of the picture in pixels, 200 to 10,000; what is less or more is taken for that.
TablePlan plan_table(const TableToPlan& table, int width);

/// A frame in pixels that a picture has to fit into.
struct PictureFrame {
  int width = 0;
  int height = 0;
};
/// The plan that is largest in a frame.
TablePlan plan_within(const TableToPlan& table, PictureFrame frame);
/// Pixels for a unit of the plan where it is as large as a frame lets it be.
double scale_within(const TablePlan& plan, PictureFrame frame);

/// The corners of what a tile covers.
struct TileBox {
  int left = 0, top = 0, right = 0, bottom = 0;
};
TileBox box_of(const TilePosition& place);

}  // namespace roundhouse::replay
