#include "replay/views/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "dsl/base/html.h"
#include "replay/record/names.h"
#include "replay/record/resolve.h"
#include "web/page_files.h"

namespace roundhouse::replay {
namespace {

using dsl::html_text;

/// The usual colours of the numbers, each dark enough on a tile; without colours the pips still distinguish
/// them.
constexpr std::array<std::string_view, 19> pip_colours{"#222222", "#1779ba", "#2e7d32", "#c62848", "#7a4a21",
                                                       "#1b3fa0", "#967000", "#b8308a", "#00797a", "#6a3fa0",
                                                       "#c05500", "#9b1616", "#56626e", "#4a6b00", "#0064c8",
                                                       "#8c1d60", "#3d5a3d", "#85550a", "#303048"};

/// Pips in three columns along the half.
struct Columns {
  int outer = 0;
  int middle = 0;
};
constexpr std::array<Columns, 19> pip_columns{{{0, 0},
                                               {0, 1},
                                               {1, 0},
                                               {1, 1},
                                               {2, 0},
                                               {2, 1},
                                               {3, 0},
                                               {3, 1},
                                               {3, 2},
                                               {3, 3},
                                               {4, 2},
                                               {4, 3},
                                               {4, 4},
                                               {5, 3},
                                               {5, 4},
                                               {5, 5},
                                               {6, 4},
                                               {6, 5},
                                               {6, 6}}};

/// So far from the middle of a half lie the outermost pips.
constexpr double reach = 30;

/// `along`, `across`: as the tile lies.
std::string pip(double across, double along, double radius) {
  return fmt::format("<circle cx=\"{:.4g}\" cy=\"{:.4g}\" r=\"{:.4g}\"/>", along, across, radius);
}

std::string pips(int number) {
  const Columns columns = pip_columns[static_cast<std::size_t>(number)];
  const double radius = number <= 6 ? 9.5 : number <= 9 ? 8.5 : number <= 12 ? 7 : 5.5;
  std::string made;
  // Two and three lie across.
  if (columns.outer == 1) {
    made += pip(-reach, -reach, radius) + pip(reach, reach, radius);
  } else {
    for (const double x : {-reach, reach})
      for (int i = 0; i < columns.outer; ++i)
        made += pip(x, -reach + 2 * reach * i / (columns.outer - 1), radius);
  }
  // The middle column keeps the same distances, unless there is but one.
  const int step_of = std::max(columns.outer, 3) - 1;
  for (int i = 0; i < columns.middle; ++i)
    made += pip(0, (i - (columns.middle - 1) / 2.0) * (2 * reach / step_of), radius);
  return made;
}

std::string path_class(std::string_view name, const std::string& path) {
  return fmt::format("<path class=\"{}\" d=\"{}\"/>", name, path);
}

std::string at_place(const TilePosition& place) {
  return fmt::format("translate({} {}) rotate({})", place.centre.x, place.centre.y, place.angle);
}

/// The middle of the short edge at this side of a double.
PlanPoint exit_of(const TilePosition& place, int exit) {
  const int ahead = (place.angle == 90 || place.angle == 0 ? 1 : -1) * (exit % 2 == 0 ? 1 : -1) * half_tile;
  const int beside = exit / 2 % 2 * 36;
  if (place.angle % 180 == 0) return {place.centre.x + ahead, place.centre.y + beside};
  return {place.centre.x + beside, place.centre.y + ahead};
}

TilePosition engine_place(const TablePlan& plan) {
  return {.centre = plan.hub, .angle = plan.engine_angle, .next = {}, .track = {}};
}

/// The widest letters of a name, in units of a plan.
constexpr int widest_letter = 38;

struct Extent {
  int left = 0;
  int right = 0;
};

/// The part of a plan from left to right in which anything stands: tiles, names, places, markers.
Extent used_across(const TablePlan& plan, std::size_t tiles, const std::vector<std::string>& names) {
  constexpr int beside = 110;  // a marker, and some felt
  Extent used{plan.hub.x - plan.hub_radius, plan.hub.x + plan.hub_radius};
  const auto add = [&](int left, int right) {
    used.left = std::min(used.left, left);
    used.right = std::max(used.right, right);
  };
  for (std::size_t i = 0; i < std::min(tiles, plan.tiles.size()); ++i) {
    const TileBox box = box_of(plan.tiles[i]);
    add(box.left, box.right);
  }
  for (const PlannedLane& lane : plan.lanes) {
    const int name = widest_letter * static_cast<int>(names[static_cast<std::size_t>(lane.train)].size());
    const int taken = std::max(name, 2 * half_tile);
    add(lane.leftward ? lane.start.x - taken : lane.start.x,
        lane.leftward ? lane.start.x : lane.start.x + taken);
  }
  return {std::max(0, used.left - beside), std::min(plan.width, used.right + beside)};
}

std::string shortened(const std::string& name) {
  // In characters; what follows the first byte of one is 10xxxxxx.
  std::size_t characters = 0;
  for (std::size_t i = 0; i < name.size(); ++i)
    if ((static_cast<unsigned char>(name[i]) & 0xC0U) != 0x80U && ++characters > 24)
      return name.substr(0, i) + "…";
  return name;
}

}  // namespace

int turn_seat(const Frame& frame) {
  return frame.position.phase == engine::Phase::play ? frame.position.turn_player : -1;
}

TableMarks marks_of(const Frame& frame) {
  TableMarks marks;
  marks.engine = frame.position.engine_tile != no_tile;
  marks.tiles = std::min(frame.laid.size(), most_planned_tiles);
  marks.fouls = frame.fouls;
  std::map<int, int> tile_of_group;
  std::map<int, int> branches;
  for (std::size_t i = 0; i < marks.tiles; ++i) {
    tile_of_group[frame.laid[i].group] = static_cast<int>(i);
    if (frame.laid[i].at_side) ++branches[frame.laid[i].parent];
  }
  const auto tile_of = [&](int group) {
    const auto found = tile_of_group.find(group);
    return found == tile_of_group.end() ? -1 : found->second;
  };
  if (!marks.engine) return marks;
  for (int e = 0; e < frame.position.end_count; ++e) {
    const engine::End& end = frame.position.ends[static_cast<std::size_t>(e)];
    TableMarks::End mark{.kind = TableMarks::End::Kind::tail,
                         .tile = tile_of(end.group),
                         .train = end.train,
                         .marked = end.marked};
    if (end.side) {
      mark.kind = TableMarks::End::Kind::side;
      mark.exit = branches[end.group]++;
    } else if (end.group == 0) {
      mark.kind = TableMarks::End::Kind::start;
    } else if (!end.marked) {
      continue;
    }
    if (mark.tile >= 0 || mark.kind == TableMarks::End::Kind::start) marks.ends.push_back(mark);
  }
  const auto order = [](const TableMarks::End& end) {
    return std::tuple(end.train, end.kind, end.tile, end.exit);
  };
  std::sort(marks.ends.begin(), marks.ends.end(),
            [&](const TableMarks::End& a, const TableMarks::End& b) { return order(a) < order(b); });
  for (int d = 0; d < frame.position.debt_count; ++d) {
    const engine::Debt& debt = frame.position.debts[static_cast<std::size_t>(d)];
    const int tile = tile_of(debt.group);
    if (tile >= 0 || debt.group == 0) marks.debts.push_back({.tile = tile, .covers = debt.covers});
  }
  return marks;
}

TableToPlan table_to_plan(const engine::Rules& program, const Frame& last) {
  TableToPlan table;
  table.engine_tile = last.position.engine_tile;
  for (std::size_t t = 0; t < program.trains.size(); ++t) {
    const auto& train = program.trains[t];
    TrainToPlan& made = table.trains.emplace_back();
    made.owner = train.owner;
    made.at_greater = train.starts == dsl::CentreHalf::high;
    // Of those that belong to everybody the names are known.
    if (train.owner < 0)
      made.name_width =
          std::min(made.name_width,
                   widest_letter * static_cast<int>(train_label(program, {}, static_cast<int>(t)).size()));
  }
  table.laid = last.laid;
  return table;
}

std::vector<std::string> train_names(const engine::Rules& program, const Header& header) {
  std::vector<std::string> names;
  for (std::size_t t = 0; t < program.trains.size(); ++t)
    names.push_back(train_label(program, header, static_cast<int>(t)));
  return names;
}

std::string picture_parts(int highest) {
  std::string parts =
      "<g id=\"b\"><rect class=\"shade\" x=\"-95\" y=\"-43\" width=\"196\" height=\"96\" rx=\"13\"/><rect "
      "class=\"body\" x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" rx=\"13\"/>"
      "<path class=\"bar\" d=\"M0-38V38\"/></g>"
      "<g id=\"k\"><rect class=\"back\" x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" rx=\"13\"/></g>"
      "<g id=\"m\"><circle class=\"plate\" r=\"41\"/>"
      "<path class=\"loco\" d=\"M-27 11V-22H-3V-5H8V-20H18V-5H25Q28 2 25 11Z\"/>"
      "<circle class=\"wheel\" cx=\"-15\" cy=\"15\" r=\"10\"/><circle class=\"wheel\" cx=\"13\" cy=\"16\" "
      "r=\"8\"/></g>";
  for (int n = 0; n <= highest; ++n) {
    const std::string_view colour = pip_colours[static_cast<std::size_t>(n)];
    parts += fmt::format("<g id=\"p{}\" fill=\"{}\">{}</g>", n, colour, pips(n));
    parts += fmt::format("<g id=\"n{}\" fill=\"{}\"><text class=\"num\" y=\"21\">{}</text>", n, colour, n);
    // Turned round they would be each other.
    if (n == 6 || n == 9) parts += "<path d=\"M-16 29H16V34H-16Z\"/>";
    parts += "</g>";
  }
  return parts;
}

std::string_view picture_style() { return page_file("style/table.css"); }

std::string path_of(const std::vector<PlanPoint>& points) {
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i)
    path += fmt::format("{}{} {}", i == 0 ? 'M' : 'L', points[i].x, points[i].y);
  return path;
}

std::string lane_path(const PlannedLane& lane) {
  const std::vector<PlanPoint>& by = lane.track;
  if (by.size() < 3) return {};
  if (by.size() == 3) {
    const int half_way = (by[1].x + by[2].x) / 2;
    return fmt::format("M{} {}H{}C{} {} {} {} {} {}", by[0].x, by[0].y, by[1].x, half_way, by[1].y, half_way,
                       by[2].y, by[2].x, by[2].y);
  }
  return fmt::format("M{} {}V{}Q{} {} {} {}H{}", by[0].x, by[0].y, by[1].y, by[1].x, by[2].y, by[2].x,
                     by[2].y, by[3].x);
}

std::string paint_tile(PlanPoint centre, int angle, int inner, int outer, int numerals_from) {
  std::string made =
      fmt::format("<g class=\"tile\" transform=\"translate({} {}) rotate({})\"><use href=\"#b\"/>", centre.x,
                  centre.y, angle);
  for (const auto& [x, number] : {std::pair(-50, inner), std::pair(50, outer)}) {
    if (number >= numerals_from)
      made += fmt::format("<use href=\"#n{}\" transform=\"translate({} 0) rotate({})\"/>", number, x, -angle);
    else
      made += fmt::format("<use href=\"#p{}\" x=\"{}\"/>", number, x);
  }
  return made + "</g>";
}

std::string paint_table(const TableToPlan& table, const TablePlan& plan, const TableMarks& marks,
                        const std::vector<std::string>& names, const PaintWishes& wishes) {
  const std::size_t tiles = std::min(marks.tiles, plan.tiles.size());
  std::string made =
      fmt::format("<rect class=\"felt\" width=\"{}\" height=\"{}\" rx=\"30\"/>", plan.width, plan.height);
  const auto is_of = [&](const PlannedLane& lane, int seat) {
    const int owner = table.trains[static_cast<std::size_t>(lane.train)].owner;
    return owner >= 0 && owner == seat;
  };
  for (const PlannedLane& lane : plan.lanes)
    made += fmt::format("<rect class=\"lane{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"88\" rx=\"20\"/>",
                        is_of(lane, wishes.turn) ? " turn" : "", lane.corner.x - 16, lane.label.y - 66,
                        lane.width + 32);
  for (const std::string_view kind : {"ties", "rails", "bed"})
    for (const PlannedLane& lane : plan.lanes) made += path_class(kind, lane_path(lane));
  made += fmt::format("<circle class=\"pit\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", plan.hub.x, plan.hub.y,
                      plan.hub_radius - 10);
  made += fmt::format("<rect class=\"bridge\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"124\" rx=\"10\"/>",
                      plan.hub.x - plan.hub_radius + 14, plan.hub.y - 62, 2 * plan.hub_radius - 28);
  for (std::size_t i = 0; i < tiles; ++i)
    if (!plan.tiles[i].track.empty()) made += path_class("joint", path_of(plan.tiles[i].track));
  for (const PlannedLane& lane : plan.lanes)
    made += fmt::format("<text class=\"name{}{}\" x=\"{}\" y=\"{}\">{}{}</text>",
                        lane.leftward ? " left" : "", is_of(lane, wishes.turn) ? " turn" : "", lane.label.x,
                        lane.label.y, is_of(lane, wishes.turn) ? "▶ " : "",
                        html_text(shortened(names[static_cast<std::size_t>(lane.train)])));
  if (marks.engine) {
    const int high = engine::high_of(table.engine_tile);
    const int low = engine::low_of(table.engine_tile);
    made += paint_tile(plan.hub, plan.engine_angle, low, high, wishes.numerals_from);
  }
  for (std::size_t i = 0; i < tiles; ++i)
    made += paint_tile(plan.tiles[i].centre, plan.tiles[i].angle, table.laid[i].inner, table.laid[i].outer,
                       wishes.numerals_from);
  if (tiles > 0)
    made += fmt::format(
        "<g class=\"newest\" transform=\"{}\"><rect x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" "
        "rx=\"13\"/></g>",
        at_place(plan.tiles[tiles - 1]));
  for (const std::size_t foul : marks.fouls)
    if (foul < tiles)
      made += fmt::format(
          "<g class=\"foul\" transform=\"{}\"><rect x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" "
          "rx=\"13\"/><path d=\"M-98-48L98 48M-98 48L98-48\"/></g>",
          at_place(plan.tiles[foul]));
  for (const TableMarks::Debt& debt : marks.debts) {
    const TilePosition place =
        debt.tile < 0 ? engine_place(plan) : plan.tiles[static_cast<std::size_t>(debt.tile)];
    made += fmt::format(
        "<g class=\"owed\" transform=\"{}\"><rect x=\"-98\" y=\"-48\" width=\"196\" height=\"96\" "
        "rx=\"13\"/>",
        at_place(place));
    if (debt.covers != 1)
      made += fmt::format("<circle r=\"30\"/><text transform=\"rotate({})\" y=\"15\">{}</text>", -place.angle,
                          debt.covers);
    made += "</g>";
  }
  for (const TableMarks::End& end : marks.ends) {
    PlanPoint point;
    if (end.kind == TableMarks::End::Kind::start) {
      const auto lane = std::find_if(plan.lanes.begin(), plan.lanes.end(),
                                     [&](const PlannedLane& one) { return one.train == end.train; });
      if (lane == plan.lanes.end()) continue;
      point = lane->first_marker;
      made += fmt::format("<rect class=\"place\" x=\"{}\" y=\"{}\" width=\"196\" height=\"96\" rx=\"13\"/>",
                          lane->leftward ? lane->start.x - 198 : lane->start.x + 2, lane->start.y - 48);
    } else {
      const TilePosition& place = plan.tiles[static_cast<std::size_t>(end.tile)];
      point = end.kind == TableMarks::End::Kind::side ? exit_of(place, end.exit) : place.next;
      if (end.kind == TableMarks::End::Kind::side && !end.marked)
        made += fmt::format("<circle class=\"open-side\" cx=\"{}\" cy=\"{}\" r=\"17\"/>", point.x, point.y);
    }
    if (end.marked)
      made += fmt::format("<use class=\"marker-sign\" href=\"#m\" x=\"{}\" y=\"{}\"/>", point.x, point.y);
  }
  return made;
}

std::string hidden_parts(int highest) {
  return "<svg id=\"shapes\" width=\"0\" height=\"0\" class=\"unseen\" aria-hidden=\"true\"><defs>" +
         picture_parts(highest) + "</defs></svg>\n";
}

TablePicture table_picture(const engine::Rules& program, const Header& header, const Frame& frame, int width,
                           bool numerals, std::string_view attributes) {
  const TableToPlan table = table_to_plan(program, frame);
  const TablePlan plan = plan_table(table, width);
  const TableMarks marks = marks_of(frame);
  const std::vector<std::string> names = train_names(program, header);
  TablePicture picture;
  picture.height = plan.height * width / plan.width;
  picture.words = table_description(table, marks, names);
  picture.svg = fmt::format(
      "<svg class=\"table\"{} width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">\n{}\n</svg>\n", attributes,
      width, picture.height, plan.width, plan.height,
      paint_table(
          table, plan, marks, names,
          {.numerals_from = numerals ? 0 : numerals_for(plan.pixels * 2 / 100), .turn = turn_seat(frame)}));
  return picture;
}

std::string table_within(const engine::Rules& program, const Header& header, const Frame& frame,
                         PictureFrame within) {
  const TableToPlan table = table_to_plan(program, frame);
  const TableMarks marks = marks_of(frame);
  const std::vector<std::string> names = train_names(program, header);
  const TablePlan plan = plan_within(table, within);
  const Extent across = used_across(plan, marks.tiles, names);
  const int width = across.right - across.left;
  const double scale = std::min(within.width * 1.0 / width, within.height * 1.0 / plan.height);
  return fmt::format(
      "<svg class=\"table\" role=\"img\" aria-label=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} 0 {} "
      "{}\">\n{}\n"
      "</svg>\n",
      html_text(table_description(table, marks, names)), static_cast<int>(scale * width),
      static_cast<int>(scale * plan.height), across.left, width, plan.height,
      paint_table(table, plan, marks, names,
                  {.numerals_from = numerals_for(static_cast<int>(scale * 2 * half_tile)),
                   .turn = turn_seat(frame)}));
}

std::string table_description(const TableToPlan& table, const TableMarks& marks,
                              const std::vector<std::string>& names) {
  if (!marks.engine) return "No engine lies on the table.";
  std::string text = fmt::format("The engine is the {}-{}.", engine::high_of(table.engine_tile),
                                 engine::low_of(table.engine_tile));
  for (std::size_t t = 0; t < names.size(); ++t) {
    text += " " + names[t] + ":";
    bool any = false;
    for (std::size_t i = 0; i < std::min(marks.tiles, table.laid.size()); ++i) {
      const LaidTile& tile = table.laid[i];
      if (tile.train != static_cast<int>(t)) continue;
      text +=
          fmt::format("{}{} {}-{}", any ? "," : "", tile.at_side ? " at a side" : "", tile.inner, tile.outer);
      any = true;
    }
    if (!any) text += " not started";
    for (const TableMarks::End& end : marks.ends)
      if (end.train == static_cast<int>(t) && end.marked) text += ", marked";
    for (const TableMarks::Debt& debt : marks.debts)
      if (debt.tile >= 0 && table.laid[static_cast<std::size_t>(debt.tile)].train == static_cast<int>(t))
        text +=
            fmt::format(", the {}-{} is to be covered", table.laid[static_cast<std::size_t>(debt.tile)].inner,
                        table.laid[static_cast<std::size_t>(debt.tile)].outer);
    text += ".";
  }
  return text;
}

}  // namespace roundhouse::replay
