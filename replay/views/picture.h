#pragma once
// Paints a planned table as SVG: the parts that a single picture and the page share. What changes from act to
// act is a value of its own, so that the page can hold one plan a round and go from act to act by it.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "replay/drawing/table_plan.h"
#include "replay/views/steps.h"

namespace roundhouse::replay {

/// The parts of a planned table that are not in its plan.
struct TableMarks {
  /// The painted parts of an open end: markers, sides, and places of trains that are not started.
  struct End {
    enum class Kind : std::uint8_t { start, tail, side };
    Kind kind = Kind::tail;
    int tile = -1;  ///< index of its tile; start: -1
    int train = 0;
    int exit = 0;  ///< side: which side of the double, counted through (TilePosition::angle)
    bool marked = false;
    bool operator==(const End&) const = default;
  };
  struct Debt {
    int tile = -1;   ///< index of the tile; -1: the engine
    int covers = 1;  ///< so many tiles are still to be laid to it
    bool operator==(const Debt&) const = default;
  };
  bool engine = false;    ///< it lies
  std::size_t tiles = 0;  ///< the first so many of the plan
  std::vector<End> ends;  ///< by train, kind, tile and exit
  std::vector<Debt> debts;
  std::vector<std::size_t> fouls;  ///< tiles that were laid against the rules
  bool operator==(const TableMarks&) const = default;
};

/// The seat that has the turn; -1: none.
int turn_seat(const Frame& frame);

/// The marks of a frame whose tiles are the first of those that were planned.
TableMarks marks_of(const Frame& frame);

/// The trains, and all tiles that lie when this frame is shown.
TableToPlan table_to_plan(const engine::Rules& program, const Frame& last);

/// The labels beside the lanes, by train: plain text.
std::vector<std::string> train_names(const engine::Rules& program, const Header& header);

/// Definitions that a picture refers to, without `<defs>`: faces of halves up to this number (p0, p1 ... and
/// n0, n1 ... with numerals), the body of a tile (b), its back (k), a marker (m). `id` is put before each id.
std::string picture_parts(int highest);

/// CSS for what paint_table makes.
std::string_view picture_style();

/// picture_parts for a page with pictures, which shows nothing by itself.
std::string hidden_parts(int highest);

/// A table as an `<svg>` that refers to picture_parts and picture_style.
struct TablePicture {
  std::string svg;
  int height = 0;     ///< in pixels
  std::string words;  ///< the same as text
};
/// As wide as `width` pixels. `attributes`: of the element, escaped.
TablePicture table_picture(const engine::Rules& program, const Header& header, const Frame& frame, int width,
                           bool numerals, std::string_view attributes);
/// As large as it can be in a frame, without the felt beside what lies on it, and with its words as a label.
std::string table_within(const engine::Rules& program, const Header& header, const Frame& frame,
                         PictureFrame within);

/// So many pips and more are written as numerals; with 0 all are.
constexpr int no_numerals = 99;
/// More than ten pips are grey texture on a tile of less than sixty pixels.
constexpr int numerals_for(int pixels_of_tile) { return pixels_of_tile < 60 ? 11 : no_numerals; }

struct PaintWishes {
  int numerals_from = no_numerals;
  int turn = -1;  ///< seat whose trains are lit and have the sign of the turn
};

/// The groups of a picture in the plan's own units, to stand in an `<svg>` with that viewBox.
std::string paint_table(const TableToPlan& table, const TablePlan& plan, const TableMarks& marks,
                        const std::vector<std::string>& names, const PaintWishes& wishes);

/// One tile: two halves as they are seen from the left, or from above where it stands upright.
std::string paint_tile(PlanPoint centre, int angle, int inner, int outer, int numerals_from);

/// "M0 0L100 0"
std::string path_of(const std::vector<PlanPoint>& points);

/// A lane's track as a path: a curve where it comes from the side of the hub, else round a corner.
std::string lane_path(const PlannedLane& lane);

/// The table in words, for who cannot see it: a sentence a train.
std::string table_description(const TableToPlan& table, const TableMarks& marks,
                              const std::vector<std::string>& names);

}  // namespace roundhouse::replay
