#include "replay/drawing/table_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "dsl/base/search.h"

namespace roundhouse::replay {
namespace {

// One train laid out by itself: its tiles in rows that bend at the walls of its lane, doubles crosswise, and
// branches in rows of their own above and below the double at whose side they begin. Knows no table and no
// other train. table_plan.h has the units.

/// A tile of the block. The lane begins at x = 0 and goes to the right; y grows downward from its upper edge.
struct BlockTile {
  std::size_t laid = 0;  ///< index into the list of laid tiles
  TilePosition place;
};

struct TrainBlock {
  std::vector<BlockTile> tiles;
  int height = 0;
  int entry = half_tile / 2;  ///< y at which the track comes in from the hub
};

/// Nothing narrower can hold a bend, and a branch beside it.
constexpr int least_lane = 13 * half_tile;

constexpr int tile_length = 2 * half_tile;
constexpr int middle = half_tile / 2;
/// Room behind the last tile, for a marker.
constexpr int end_room = 104;
constexpr int marker = end_room / 2;
/// A branch with less room before it goes back the other way.
constexpr int least_branch = 6 * half_tile;
/// Kept free beside what lies between two rows, for the track that joins them.
constexpr int track_room = half_tile + 2 * tile_gap;

enum class Way : std::uint8_t { right, left };
constexpr int sign(Way way) { return way == Way::right ? 1 : -1; }
constexpr Way back(Way way) { return way == Way::right ? Way::left : Way::right; }

/// Part of a lane from wall to wall.
struct Walls {
  int left = 0;
  int right = 0;
  int width() const { return right - left; }
  int room(int from, Way way) const { return way == Way::right ? right - from : from - left; }
};

/// A tile in a block whose y is not settled: it grows away from the parent.
struct Piece {
  std::size_t laid = 0;
  PlanPoint centre;
  PlanPoint heading;  ///< from the inner half to the outer one, or of a double to its first side
  bool bends = false;
  PlanPoint next;
  std::vector<PlanPoint> track;
};

struct Block {
  std::vector<Piece> pieces;
  int height = 0;
  int entry = 0;  ///< y of the first row
};

struct Row {
  std::vector<std::size_t> pieces;  ///< into Block::pieces
  Way way = Way::right;
  bool bends = false;  ///< its last tile does
  int above = middle;  ///< the reach of its tiles from its middle line; below: without a bend
  int below = middle;
};

class Layout {
 public:
  Layout(const std::vector<LaidTile>& laid, int width) : laid_(laid), lane_{0, width} {
    const std::size_t count = std::min(laid.size(), most_planned_tiles);
    straight_.assign(count, none);
    sides_.resize(count);
    std::vector<std::size_t> of_group;
    for (std::size_t i = 0; i < count; ++i) {
      if (laid[i].parent != 0 && laid[i].parent < of_group.size() && of_group[laid[i].parent] != none) {
        const std::size_t parent = of_group[laid[i].parent];
        if (laid[i].at_side || straight_[parent] != none)
          sides_[parent].push_back(i);
        else
          straight_[parent] = i;
      } else {
        roots_.push_back(i);
      }
      if (laid[i].group >= of_group.size()) of_group.resize(laid[i].group + std::size_t{1}, none);
      of_group[laid[i].group] = i;
    }
  }

  /// The tiles from this one straight outward, with all that branches off.
  Block lay_out(std::size_t first, int from, Way way, Walls walls) const {
    Block block;
    std::vector<Row> rows = lay_rows(block, first, from, way, walls);
    place_rows(block, rows, walls);
    return block;
  }

  Walls lane() const { return lane_; }
  /// The tiles that begin a train.
  const std::vector<std::size_t>& roots() const { return roots_; }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  std::vector<std::size_t> chain(std::size_t first) const {
    std::vector<std::size_t> all;
    for (std::size_t i = first; i != none; i = straight_[i]) all.push_back(i);
    return all;
  }

  int length(std::size_t tile) const { return laid_[tile].is_double() ? half_tile : tile_length; }

  /// Room that has to be left behind a tile that does not bend. A double should not have to be a bend, so the
  /// tile before it sees to that.
  int room_behind(const std::vector<std::size_t>& tiles, std::size_t index) const {
    int room = 0;
    for (std::size_t i = index + 1; i < tiles.size() && i < index + 3; ++i) {
      if (!laid_[tiles[i]].is_double()) return room + tile_gap + half_tile;
      room += tile_gap + half_tile;
    }
    return room + end_room;
  }

  /// Shares the tiles out to rows, and settles x.
  std::vector<Row> lay_rows(Block& block, std::size_t first, int from, Way way, Walls walls) const {
    const std::vector<std::size_t> tiles = chain(first);
    std::vector<Row> rows{Row{.pieces = {}, .way = way}};
    int at = from;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      Row* row = &rows.back();
      const int ahead = sign(row->way);
      const bool is_double = laid_[tiles[i]].is_double();
      Piece piece;
      piece.laid = tiles[i];
      row->pieces.push_back(block.pieces.size());
      if (length(tiles[i]) + room_behind(tiles, i) <= walls.room(at, row->way)) {
        piece.centre.x = at + ahead * length(tiles[i]) / 2;
        piece.heading = is_double ? PlanPoint{0, 1} : PlanPoint{ahead, 0};
        if (is_double) row->above = row->below = half_tile;
        at += ahead * (length(tiles[i]) + tile_gap);
      } else {
        piece.centre.x = at + ahead * middle;
        piece.heading = {0, 1};
        piece.bends = true;
        row->bends = true;
        at += ahead * half_tile;
        const Way other = back(row->way);
        rows.push_back(Row{.pieces = {}, .way = other});
      }
      block.pieces.push_back(std::move(piece));
    }
    if (rows.back().pieces.empty()) rows.pop_back();
    return rows;
  }

  PlanPoint inner_half(const Piece& piece) const { return half(piece, -1); }
  PlanPoint outer_half(const Piece& piece) const { return half(piece, 1); }
  PlanPoint half(const Piece& piece, int which) const {
    if (laid_[piece.laid].is_double() && !piece.bends) return piece.centre;
    return {piece.centre.x + which * middle * piece.heading.x,
            piece.centre.y + which * middle * piece.heading.y};
  }

  /// A branch, and the tile of the row at which it begins.
  struct Branch {
    std::size_t first = 0;
    std::size_t parent = 0;  ///< into Block::pieces
    int progress = 0;        ///< the way along the row
  };

  /// Settles y: each row between what branches off it on either side.
  void place_rows(Block& block, const std::vector<Row>& rows, Walls walls) const {
    int edge = 0;       // nothing lies at or below it yet
    int before = 0;     // middle line of the row before
    bool tight = true;  // nothing lies between that row and this one
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Row& row = rows[r];
      auto [away, towards] = branches_of(block, row);
      // Lanes between rows keep off the track that joins them.
      Walls between = walls;
      if (r > 0) keep_off(between, rows[r - 1].way);
      // From the row upward, as if its middle line were at 0.
      std::vector<TileBox> taken = boxes_of_row(block, row);
      std::vector<std::pair<Branch, std::pair<Block, int>>> above;
      int reach = row.above;
      int stacked = reach;
      for (std::size_t b = 0; b < towards.size(); ++b) {
        Block branch = lay_branch(block, towards[b], row.way, between, b + 1 < towards.size());
        const int height = branch.height;
        const int parent_x = block.pieces[towards[b].parent].centre.x;
        const int from =
            nearest_free(taken, branch, parent_x, row.above + 2 * tile_gap, stacked + 2 * tile_gap, true);
        stacked = std::max(stacked, from + height);
        reach = std::max(reach, from + height);
        above.emplace_back(towards[b], std::pair(std::move(branch), from + height));
        tight = false;
      }
      int line = edge + reach;
      if (r > 0 && tight) {
        const int first_above = laid_[block.pieces[row.pieces.front()].laid].is_double() ? half_tile : middle;
        line = std::max(before + rows[r - 1].below + 2 * tile_gap + row.above,
                        before + half_tile + middle + tile_gap + first_above);
      }
      if (r == 0) block.entry = line;
      for (const std::size_t p : row.pieces) {
        Piece& piece = block.pieces[p];
        piece.centre.y = line + (piece.bends ? middle : 0);
      }
      join_row(block, rows, r);
      for (auto& [branch, laid] : above)
        insert(block, branch, std::move(laid.first), line - laid.second, true);
      const int below = std::max(row.below, row.bends ? half_tile + middle : 0);
      edge = line + below + 2 * tile_gap;
      taken = boxes_of_row(block, row);
      for (TileBox& box : taken) box.top -= line, box.bottom -= line;
      stacked = below;
      between = walls;
      if (row.bends) keep_off(between, row.way);
      for (std::size_t b = 0; b < away.size(); ++b) {
        Block branch = lay_branch(block, away[b], row.way, between, b + 1 < away.size());
        const int height = branch.height;
        const int parent_x = block.pieces[away[b].parent].centre.x;
        const int from =
            nearest_free(taken, branch, parent_x, below + 2 * tile_gap, stacked + 2 * tile_gap, false);
        stacked = std::max(stacked, from + height);
        insert(block, away[b], std::move(branch), line + from, false);
        edge = std::max(edge, line + from + height + 2 * tile_gap);
      }
      before = line;
      tight = away.empty();
      // The end of a train that bends once more at its last tile.
      if (row.bends && r + 1 == rows.size() && away.empty()) edge += end_room;
    }
    block.height = edge - 2 * tile_gap;
  }

  static TileBox around(PlanPoint centre, int across, int along) {
    return {centre.x - across, centre.y - along, centre.x + across, centre.y + along};
  }

  /// Adds the room that a tile of a branch takes up with its marks and its track. Hardly a game marks the end
  /// of a branch.
  void add_boxes(std::vector<TileBox>& boxes, const Piece& piece, bool with_track) const {
    constexpr int open_side = 22;
    constexpr int track = 10;
    const bool is_level = piece.heading.x != 0;
    const bool is_across = laid_[piece.laid].is_double() && !piece.bends;
    boxes.push_back(around(piece.centre, is_level ? half_tile : middle,
                           (is_level ? middle : half_tile) + (is_across ? open_side : 0)));
    if (!with_track) return;
    for (std::size_t i = 1; i < piece.track.size(); ++i) {
      const PlanPoint a = piece.track[i - 1];
      const PlanPoint b = piece.track[i];
      boxes.push_back({std::min(a.x, b.x) - track, std::min(a.y, b.y) - track, std::max(a.x, b.x) + track,
                       std::max(a.y, b.y) + track});
    }
  }

  std::vector<TileBox> boxes_of_row(const Block& block, const Row& row) const {
    std::vector<TileBox> boxes;
    for (const std::size_t p : row.pieces) {
      const Piece& piece = block.pieces[p];
      const bool is_level = piece.heading.x != 0;
      boxes.push_back(around(piece.centre, is_level ? half_tile : middle, is_level ? middle : half_tile));
    }
    // Where a marker, or the next tile, comes to lie.
    const Piece& last = block.pieces[row.pieces.back()];
    if (!row.bends)
      boxes.push_back(around({last.centre.x + sign(row.way) * (half_tile + end_room / 2), last.centre.y},
                             marker, marker));
    return boxes;
  }

  /// The least distance from the middle line of a row, no less than `from`, at which a branch has room beside
  /// what is taken; `stacked` is one. Adds what the branch takes there. `up`: the branch lies above the row.
  int nearest_free(std::vector<TileBox>& taken, const Block& branch, int parent_x, int from, int stacked,
                   bool up) const {
    constexpr int step = 10;
    constexpr int apart = 2 * tile_gap;
    // Tiles that stand side by side without belonging together must not look as if they did.
    constexpr int beside = half_tile / 2;
    constexpr std::size_t most_pairs = 20'000;
    std::vector<TileBox> own;
    for (std::size_t i = 0; i < branch.pieces.size(); ++i) add_boxes(own, branch.pieces[i], i > 0);
    const int first_y = inner_half(branch.pieces.front()).y;
    const auto placed = [&](TileBox box, int at) {
      if (up) return TileBox{box.left, -at - box.bottom, box.right, -at - box.top};
      return TileBox{box.left, box.top + at, box.right, box.bottom + at};
    };
    // The track from the parent, which is as long as the branch is far.
    const auto stem = [&](int at) {
      const TileBox down{parent_x - 10, from, parent_x + 10, at + first_y};
      return placed(down, 0);
    };
    const auto meets = [&](const TileBox& box) {
      return any_of(taken, [&](const TileBox& other) {
        return box.left < other.right + beside && other.left < box.right + beside &&
               box.top < other.bottom + apart && other.top < box.bottom + apart;
      });
    };
    int at = stacked;
    if (own.size() * taken.size() <= most_pairs)
      for (int tried = from; tried < stacked; tried += step)
        if (!meets(stem(tried)) &&
            none_of(own, [&](const TileBox& box) { return meets(placed(box, tried)); })) {
          at = tried;
          break;
        }
    for (const TileBox& box : own) taken.push_back(placed(box, at));
    taken.push_back(stem(at));
    return at;
  }

  static void keep_off(Walls& walls, Way wall) {
    (wall == Way::right ? walls.right : walls.left) -= sign(wall) * track_room;
  }

  /// Away from the parent and towards it, in turn; first those that are farthest along the row.
  std::pair<std::vector<Branch>, std::vector<Branch>> branches_of(const Block& block, const Row& row) const {
    std::pair<std::vector<Branch>, std::vector<Branch>> branches;
    for (const std::size_t p : row.pieces) {
      const std::vector<std::size_t>& sides = sides_[block.pieces[p].laid];
      const int progress = sign(row.way) * block.pieces[p].centre.x;
      for (std::size_t s = 0; s < sides.size(); ++s)
        (s % 2 == 0 ? branches.first : branches.second).push_back({sides[s], p, progress});
    }
    const auto farther = [](const Branch& a, const Branch& b) { return a.progress > b.progress; };
    stable_sort(branches.first, farther);
    stable_sort(branches.second, farther);
    return branches;
  }

  /// `others_behind`: tracks of other branches come by on the side where the row comes from.
  Block lay_branch(const Block& block, const Branch& branch, Way way, Walls walls, bool others_behind) const {
    const int x = block.pieces[branch.parent].centre.x;
    Way go = way;
    int from = x - sign(go) * middle;
    if (walls.room(from, go) < least_branch) {
      go = back(way);
      from = x - sign(go) * middle;
      others_behind = false;
      if (walls.room(from, go) < least_branch) {
        // Nothing else lies in these rows, so all of the lane may be had.
        walls = lane_;
        go = walls.room(x, Way::right) >= walls.room(x, Way::left) ? Way::right : Way::left;
        from = x - sign(go) * middle;
      }
    }
    if (others_behind) (go == Way::right ? walls.left : walls.right) = from;
    if (walls.width() < least_branch) walls = lane_;
    walls.left = std::min(walls.left, from);
    walls.right = std::max(walls.right, from);
    return lay_out(branch.first, from, go, walls);
  }

  /// Puts a branch where its rows are free, from `edge` on.
  void insert(Block& block, const Branch& branch, Block laid, int edge, bool towards) const {
    const PlanPoint parent = block.pieces[branch.parent].centre;
    const auto turned = [&](int y) { return edge + (towards ? laid.height - y : y); };
    for (Piece& piece : laid.pieces) {
      piece.centre.y = turned(piece.centre.y);
      piece.next.y = turned(piece.next.y);
      if (towards) piece.heading.y = -piece.heading.y;
      for (PlanPoint& point : piece.track) point.y = turned(point.y);
    }
    Piece& first = laid.pieces.front();
    first.track = {parent, {parent.x, inner_half(first).y}, inner_half(first)};
    for (Piece& piece : laid.pieces) block.pieces.push_back(std::move(piece));
  }

  /// Tracks between the tiles of a row, and from the row before; where the next tile would lie.
  void join_row(Block& block, const std::vector<Row>& rows, std::size_t r) const {
    std::size_t last = r > 0 ? rows[r - 1].pieces.back() : none;
    for (const std::size_t p : rows[r].pieces) {
      Piece& piece = block.pieces[p];
      if (last != none) {
        piece.track = {outer_half(block.pieces[last]), inner_half(piece)};
        block.pieces[last].next = inner_half(piece);
      }
      last = p;
    }
    Piece& end = block.pieces[last];
    const int reach = laid_[end.laid].is_double() && !end.bends ? middle : half_tile;
    const int ahead = sign(rows[r].way);
    end.next = end.bends ? PlanPoint{end.centre.x, end.centre.y + reach + end_room / 2}
                         : PlanPoint{end.centre.x + ahead * (reach + end_room / 2), end.centre.y};
  }

  const std::vector<LaidTile>& laid_;
  const Walls lane_;
  std::vector<std::size_t> straight_;
  std::vector<std::vector<std::size_t>> sides_;
  std::vector<std::size_t> roots_;
};

int angle_of(PlanPoint heading) {
  if (heading.x != 0) return heading.x > 0 ? 0 : 180;
  return heading.y > 0 ? 90 : 270;
}

/// `width`: of the lane; at least least_lane. `train`: whose tiles are laid out.
TrainBlock lay_out_train(const std::vector<LaidTile>& laid, int train, int width) {
  TrainBlock result;
  result.height = half_tile;
  const Layout layout(laid, std::max(width, least_lane));
  // A train has more than one first tile if a table was begun anew in a round.
  int edge = 0;
  bool is_first = true;
  for (const std::size_t i : layout.roots()) {
    if (laid[i].train != train) continue;
    Block block = layout.lay_out(i, 0, Way::right, layout.lane());
    if (is_first) result.entry = block.entry;
    is_first = false;
    for (Piece& piece : block.pieces) {
      TilePosition place{.centre = {piece.centre.x, piece.centre.y + edge},
                         .angle = angle_of(piece.heading),
                         .next = {piece.next.x, piece.next.y + edge},
                         .track = std::move(piece.track)};
      for (PlanPoint& point : place.track) point.y += edge;
      result.tiles.push_back({piece.laid, std::move(place)});
    }
    edge += block.height + 2 * tile_gap;
    result.height = edge - 2 * tile_gap;
  }
  return result;
}

// The table: the hub, and a lane for each train.

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
