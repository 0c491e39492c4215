#include "replay/drawing/table_plan.h"

#include <algorithm>
#include <numeric>

#include "dsl/base/search.h"
#include "replay/drawing/train_block.h"

namespace roundhouse::replay {
namespace {

constexpr int margin = 40;
constexpr int hub_radius = 150;
/// Above the tiles of a lane, with its name.
constexpr int label_height = 96;
constexpr int label_base = 66;
/// Beyond a tile across, for the mark of its open side.
constexpr int side_room = 40;
constexpr int between_lanes = 70;
/// From the hub's centre to where lanes begin.
constexpr int two_sided_yard = 360;
/// From the left edge to where lanes begin, where all go to the right.
constexpr int one_sided_yard = 110;
/// The track of all lanes there, which comes out below the hub, and how it bends into a lane.
constexpr int spine = 72;
constexpr int bend = 36;
/// The picture is narrow there, and goes on below.
constexpr int one_sided_hub = 120;
constexpr int between_one_sided = 50;
/// A picture at least so wide, in pixels, has lanes to both sides.
constexpr int least_two_sided = 760;
constexpr int least_width = 200;
constexpr int most_width = 10'000;

/// Half of a tile in hundredths of a pixel: the fewer trains, the larger their tiles.
int pixels_for(int width, std::size_t trains) {
  if (width < least_two_sided) return trains <= 5 ? 1900 : 1800;
  const int most = trains <= 5 ? 3000 : trains <= 9 ? 2600 : 2300;
  return std::clamp(2200 + (width - least_two_sided) * 2, 2200, most);
}

struct LaneToPlace {
  int train = 0;
  TrainBlock block;
  int name_width = 0;
  int label_bottom = 0;  ///< in the block's own units; may be above it

  LaneToPlace(int train_of, TrainBlock block_of, int name)
      : train(train_of), block(std::move(block_of)), name_width(name) {
    constexpr int step = 10;
    label_bottom = block.entry - half_tile / 2;
    while (label_bottom > 0 && is_covered(label_bottom)) label_bottom -= step;
  }

  /// The name stands as near above the first tile as tiles and tracks leave room for it.
  bool is_covered(int bottom) const {
    const auto meets = [&](int left, int top, int lower) {
      return left < name_width && top < bottom && lower > bottom - label_height;
    };
    return any_of(block.tiles, [&](const BlockTile& tile) {
      TileBox box = box_of(tile.place);
      if (box.bottom - box.top > half_tile) box.top -= side_room, box.bottom += side_room;
      if (meets(box.left, box.top, box.bottom)) return true;
      const std::vector<PlanPoint>& track = tile.place.track;
      for (std::size_t i = 1; i < track.size(); ++i)
        if (meets(std::min(track[i - 1].x, track[i].x), std::min(track[i - 1].y, track[i].y),
                  std::max(track[i - 1].y, track[i].y)))
          return true;
      return false;
    });
  }

  int label_room() const { return std::max(0, label_height - label_bottom); }
  int label_top() const { return label_room() + label_bottom - label_height; }
  int height() const { return label_room() + block.height; }
};

/// Those of one owner side by side, those of everybody last.
std::vector<int> lane_order(const std::vector<TrainToPlan>& trains) {
  std::vector<int> order(trains.size());
  std::iota(order.begin(), order.end(), 0);
  const auto owner = [&](int train) {
    const int seat = trains[static_cast<std::size_t>(train)].owner;
    return seat < 0 ? engine::max_players : seat;
  };
  stable_sort(order, [&](int a, int b) { return owner(a) < owner(b); });
  return order;
}

class Yard {
 public:
  Yard(const TableToPlan& table, int width)
      : table_(table), width_(std::clamp(width, least_width, most_width)) {}

  TablePlan plan() {
    plan_.pixels = pixels_for(width_, table_.trains.size());
    plan_.width = width_ * half_tile * 100 / plan_.pixels;
    if (const int least = one_sided_yard + least_lane + margin; plan_.width < least) {
      plan_.width = least;
      plan_.pixels = width_ * half_tile * 100 / least;
    }
    plan_.hub_radius = hub_radius;
    plan_.tiles.resize(std::min(table_.laid.size(), most_planned_tiles));
    if (width_ >= least_two_sided)
      plan_both_sides();
    else
      plan_one_side();
    return std::move(plan_);
  }

 private:
  std::vector<LaneToPlace> lanes_of(int width) const {
    std::vector<LaneToPlace> lanes;
    for (const int train : lane_order(table_.trains))
      lanes.emplace_back(train, lay_out_train(table_.laid, train, width),
                         table_.trains[static_cast<std::size_t>(train)].name_width);
    return lanes;
  }

  static int height_of(const std::vector<LaneToPlace>& lanes, std::size_t begin, std::size_t end) {
    int height = 0;
    for (std::size_t i = begin; i < end; ++i) height += lanes[i].height() + (i > begin ? between_lanes : 0);
    return height;
  }

  void plan_both_sides() {
    const int lane_width = std::max(least_lane, plan_.width / 2 - two_sided_yard - margin);
    const std::vector<LaneToPlace> lanes = lanes_of(lane_width);
    // The split that makes the picture lowest.
    std::size_t split = lanes.size();
    int lowest = height_of(lanes, 0, lanes.size());
    for (std::size_t at = 1; at < lanes.size(); ++at) {
      const int height = std::max(height_of(lanes, 0, at), height_of(lanes, at, lanes.size()));
      if (height >= lowest) continue;
      lowest = height;
      split = at;
    }
    lowest = std::max(lowest, 2 * hub_radius);
    plan_.height = lowest + 2 * margin;
    plan_.hub = {plan_.width / 2, plan_.height / 2};
    int y = margin + (lowest - height_of(lanes, 0, split)) / 2;
    for (std::size_t i = 0; i < split; ++i, y += between_lanes)
      y = put(lanes[i], plan_.hub.x + two_sided_yard, y, lane_width, false);
    // Clockwise: on the left from below.
    y = margin + (lowest - height_of(lanes, split, lanes.size())) / 2;
    for (std::size_t i = lanes.size(); i-- > split; y += between_lanes)
      y = put(lanes[i], plan_.hub.x - two_sided_yard, y, lane_width, true);
    turn_engine(true);
  }

  void plan_one_side() {
    const int lane_width = std::max(least_lane, plan_.width - one_sided_yard - margin);
    plan_.hub_radius = one_sided_hub;
    plan_.hub = {margin + one_sided_hub, margin / 2 + one_sided_hub};
    int y = margin / 2 + 2 * one_sided_hub + 20;
    for (const LaneToPlace& lane : lanes_of(lane_width))
      y = put(lane, one_sided_yard, y, lane_width, false) + between_one_sided;
    plan_.height = y - (table_.trains.empty() ? 0 : between_one_sided) + margin;
    turn_engine(false);
  }

  /// The half at which trains to the right begin lies on the right.
  void turn_engine(bool both_sides) {
    for (const PlannedLane& lane : plan_.lanes)
      if (!lane.leftward) {
        const bool greater = table_.trains[static_cast<std::size_t>(lane.train)].at_greater;
        plan_.engine_angle = both_sides && !greater ? 180 : 0;
        return;
      }
  }

  /// The lane with its inner edge at `x` and its upper one at `y`; returns the lower one.
  int put(const LaneToPlace& from, int x, int y, int width, bool leftward) {
    const int ahead = leftward ? -1 : 1;
    const int top = y + from.label_room();
    const int bottom = top + from.block.height;
    PlannedLane lane;
    lane.train = from.train;
    lane.leftward = leftward;
    lane.label = {x, y + from.label_top() + label_base};
    lane.start = {x, top + from.block.entry};
    lane.first_marker = {x + ahead * half_tile / 2, lane.start.y};
    lane.corner = {leftward ? x - width : x, y};
    lane.width = width;
    lane.height = bottom - y;
    lane.track = track_to(lane);
    for (const BlockTile& tile : from.block.tiles) {
      const auto turned = [&](PlanPoint point) { return PlanPoint{x + ahead * point.x, top + point.y}; };
      TilePosition place = tile.place;
      place.centre = turned(place.centre);
      place.next = turned(place.next);
      if (leftward && (place.angle == 0 || place.angle == 180)) place.angle = 180 - place.angle;
      for (PlanPoint& point : place.track) point = turned(point);
      plan_.tiles[tile.laid] = std::move(place);
    }
    plan_.lanes.push_back(std::move(lane));
    return bottom;
  }

  /// On both sides of the hub a point each for a curve that leaves the hub level and comes in level; else
  /// down the left edge and round the corner.
  std::vector<PlanPoint> track_to(const PlannedLane& lane) const {
    if (width_ < least_two_sided)
      return {{spine, plan_.hub.y}, {spine, lane.start.y - bend}, {spine + bend, lane.start.y}, lane.start};
    const int ahead = lane.leftward ? -1 : 1;
    return {plan_.hub, {plan_.hub.x + ahead * hub_radius, plan_.hub.y}, lane.start};
  }

  const TableToPlan& table_;
  const int width_;
  TablePlan plan_;
};

}  // namespace

TablePlan plan_table(const TableToPlan& table, int width) { return Yard(table, width).plan(); }

double scale_within(const TablePlan& plan, PictureFrame frame) {
  return std::min(frame.width * 1.0 / plan.width, frame.height * 1.0 / plan.height);
}

TablePlan plan_within(const TableToPlan& table, PictureFrame frame) {
  std::optional<TablePlan> best;
  double largest = 0;
  for (int pixels = 420; pixels <= 1'180; pixels += 40) {
    TablePlan plan = plan_table(table, pixels);
    const double scale = scale_within(plan, frame);
    if (best && scale <= largest) continue;
    largest = scale;
    best = std::move(plan);
  }
  return *best;
}

TileBox box_of(const TilePosition& place) {
  const bool is_level = place.angle == 0 || place.angle == 180;
  const int x = is_level ? half_tile : half_tile / 2;
  const int y = is_level ? half_tile / 2 : half_tile;
  return {place.centre.x - x, place.centre.y - y, place.centre.x + x, place.centre.y + y};
}

}  // namespace roundhouse::replay
